'use client'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { patiently } from '@/components/ui/later'
import { told } from './tell'

const TellListener = dynamic(
  () => patiently(() => import('./tell-listener').then((part) => part.TellListener)),
  {
    ssr: false,
  },
)

/** Tells on any page, and outside it where the browser may, that an upload is done which the person asked about. */
export function TellWhenDone() {
  const path = usePathname()
  const [asked, setAsked] = useState(false)
  // who asked was on the page of Send before, and is on another now
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up again on every page
  useEffect(() => setAsked(told().length > 0), [path])
  return asked && <TellListener />
}
