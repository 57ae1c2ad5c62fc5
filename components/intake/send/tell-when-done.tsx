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

/** Notifies the person on any page, and through the browser if permitted, when an upload is done. */
export function TellWhenDone() {
  const path = usePathname()
  const [asked, setAsked] = useState(false)
  // the request was made on the page of Send, before the navigation
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again on every page
  useEffect(() => setAsked(told().length > 0), [path])
  return asked && <TellListener />
}
