'use client'
import dynamic from 'next/dynamic'
import { useCallback, useEffect, useState } from 'react'
import { Problem, request } from '@/components/live/request'
import { loadWithRetry, useEverOpen } from '@/components/ui/lazy'
import { endOf, nextSessionPollMs, type SessionEnd, type TimeLeft } from '@/lib/auth/time-left'
import { api } from '@/lib/http/paths'

const SessionExpiryDialog = dynamic(
  () => loadWithRetry(() => import('./session-expiry-dialog').then((part) => part.SessionExpiryDialog)),
  { ssr: false },
)

/** "Still there?": two minutes before the session ends because of inactivity or its maximum age. */
export function SessionExpiry() {
  const [end, setEnd] = useSessionEnd()
  const asked = Boolean(end?.soon && !end.dismissed)
  const ever = useEverOpen(asked)
  return ever && end && <SessionExpiryDialog end={end} open={asked} onEnd={setEnd} />
}

/** No session to ask about. */
const OVER: SessionEnd = { kind: 'idle', at: Number.POSITIVE_INFINITY, soon: false }
const isOver = (error: unknown) => error instanceof Problem && error.status === 401

/** Polls the server when the session might be ending, and whenever the tab becomes visible. */
function useSessionEnd(): [SessionEnd | null, (end: SessionEnd | null) => void] {
  const [end, setEnd] = useState<SessionEnd | null>(null)
  const look = useCallback(
    () =>
      request<TimeLeft>(api.accountSessionTime)
        .then((left) => setEnd((before) => endOf(left, Date.now(), before)))
        // an ended session has told the frame; after a failed request the next poll retries
        .catch((error) => setEnd((before) => (isOver(error) ? OVER : before && { ...before }))),
    [],
  )
  useEffect(() => {
    const timer = setTimeout(look, nextSessionPollMs(end, Date.now()))
    return () => clearTimeout(timer)
  }, [end, look])
  useEffect(() => {
    const back = () => document.visibilityState === 'visible' && look()
    const onPageShow = (event: PageTransitionEvent) => event.persisted && hideUntil(look)
    window.addEventListener('focus', back)
    document.addEventListener('visibilitychange', back)
    window.addEventListener('pageshow', onPageShow)
    return () => {
      window.removeEventListener('focus', back)
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('pageshow', onPageShow)
    }
  }, [look])
  return [end, setEnd]
}

/** A page restored by the back button stays hidden until the server has confirmed the session. */
function hideUntil(look: () => Promise<unknown>): void {
  document.body.hidden = true
  fetch(api.accountSessionTime, { cache: 'no-store' })
    .then((answer) => {
      if (answer.status === 401) return window.location.replace('/signin')
      document.body.hidden = false
      look()
    })
    .catch(() => window.location.reload())
}
