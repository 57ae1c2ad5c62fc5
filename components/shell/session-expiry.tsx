'use client'
import dynamic from 'next/dynamic'
import { useCallback, useEffect, useState } from 'react'
import { Problem, request } from '@/components/live/request'
import { loadWithRetry, useEverOpen } from '@/components/ui/lazy'
import { serverNow } from '@/components/ui/server-now'
import { startOver } from '@/components/users/sign-out'
import { endOf, nextSessionPollMs, type SessionEnd, type SessionTime } from '@/lib/auth/time-left'
import { api, pages } from '@/lib/http/paths'

const SessionExpiryDialog = dynamic(
  () => loadWithRetry(() => import('./session-expiry-dialog').then((part) => part.SessionExpiryDialog)),
  { ssr: false },
)

/**
 * "Still there?": two minutes before the session ends because of inactivity or its maximum age. When somebody else has
 * signed in in this browser, the tab starts over as theirs.
 * @param userId of the person whose page this is
 */
export function SessionExpiry({ userId }: { userId: string }) {
  // a refreshed frame may already be another person's, while the tab still holds what the first one saw
  const [owner] = useState(userId)
  const [end, setEnd] = useSessionEnd(owner)
  const asked = Boolean(end?.soon && !end.dismissed)
  const ever = useEverOpen(asked)
  return ever && end && <SessionExpiryDialog end={end} open={asked} onEnd={setEnd} />
}

/** No session to ask about. */
const OVER: SessionEnd = { kind: 'idle', at: Number.POSITIVE_INFINITY, soon: false }
const readTime = () => request<SessionTime>(api.accountSessionTime)
const isOver = (error: unknown) => error instanceof Problem && error.status === 401

/** Polls the server when the session might be ending, and whenever the tab becomes visible. */
function useSessionEnd(owner: string): [SessionEnd | null, (end: SessionEnd | null) => void] {
  const [end, setEnd] = useState<SessionEnd | null>(null)
  const take = useCallback(
    (left: SessionTime) =>
      left.userId === owner ? setEnd((before) => endOf(left, serverNow(), before)) : startOver(),
    [owner],
  )
  const poll = useCallback(
    () =>
      readTime()
        .then(take)
        // the frame knows already that the session ended; after a failed request the next poll retries
        .catch((error) => setEnd((before) => (isOver(error) ? OVER : before && { ...before }))),
    [take],
  )
  useEffect(() => {
    const timer = setTimeout(poll, nextSessionPollMs(end, serverNow()))
    return () => clearTimeout(timer)
  }, [end, poll])
  useEffect(() => {
    const back = () => document.visibilityState === 'visible' && poll()
    const onPageShow = (event: PageTransitionEvent) => event.persisted && hideUntil(take)
    window.addEventListener('focus', back)
    document.addEventListener('visibilitychange', back)
    window.addEventListener('pageshow', onPageShow)
    return () => {
      window.removeEventListener('focus', back)
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('pageshow', onPageShow)
    }
  }, [poll, take])
  return [end, setEnd]
}

/** A page restored by the back button stays hidden until the server has confirmed the session. */
function hideUntil(take: (left: SessionTime) => void): void {
  document.body.hidden = true
  readTime()
    .then((left) => {
      document.body.hidden = false
      take(left)
    })
    .catch((error) => (isOver(error) ? window.location.replace(pages.signIn) : window.location.reload()))
}
