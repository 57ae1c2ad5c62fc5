'use client'
import { useEffect, useRef } from 'react'
import { announce } from '@/components/ui/messages/live-text'
import { serverNow } from '@/components/ui/server-now'
import { type Announcement, shouldAnnounce } from './announcement'

/** Announces the progress; the progress bar itself is silent. The first state on screen is not announced. */
export function useProgressAnnouncements(now: Omit<Announcement, 'at'>, words: string) {
  const last = useRef<Announcement | null>(null)
  const { percent, answered, state } = now
  useEffect(() => {
    const here = { at: serverNow(), percent, answered, state }
    if (last.current && !shouldAnnounce(last.current, here)) return
    if (last.current) announce(words)
    last.current = here
  }, [percent, answered, state, words])
}
