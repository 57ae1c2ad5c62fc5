'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { onDemand } from '@/components/ui/on-demand'
import { told } from './tell'

const listener = onDemand(() => import('./tell-listener').then(({ TellListener }) => TellListener))

/** Tells on any page, and outside it where the browser may, that an upload is done which the person asked about. */
export function TellWhenDone() {
  const path = usePathname()
  const [asked, setAsked] = useState(false)
  const Listener = listener.use(asked)
  // who asked was on the page of Send before, and is on another now
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up again on every page
  useEffect(() => setAsked(told().length > 0), [path])
  return asked && Listener ? <Listener /> : null
}
