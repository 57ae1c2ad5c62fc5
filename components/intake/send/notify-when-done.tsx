'use client'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { loadWithRetry } from '@/components/ui/lazy'
import { notifiedUploads } from './notifications'

const NotificationListener = dynamic(
  () => loadWithRetry(() => import('./notification-listener').then((part) => part.NotificationListener)),
  {
    ssr: false,
  },
)

/** Notifies the person on any page, and through the browser if permitted, when an upload is done. */
export function NotifyWhenDone() {
  const path = usePathname()
  const [asked, setAsked] = useState(false)
  // the request was made on the page of Send, before the navigation
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again on every page
  useEffect(() => setAsked(notifiedUploads().length > 0), [path])
  return asked && <NotificationListener />
}
