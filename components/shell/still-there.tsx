'use client'
import { useCallback, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { toastError } from '@/components/ui/toast'
import { endOf, nextLook, type SessionEnd, type TimeLeft } from '@/lib/auth/time-left'
import { api } from '@/lib/http/paths'
import { signOut } from './sign-out'

/** "Still there?": two minutes before the session ends for want of an act, or because its longest time is over. */
export function StillThere() {
  const t = useTranslations('shell.stillThere')
  const [end, setEnd] = useSessionEnd()
  const stay = () =>
    request<TimeLeft>(api.accountSessionTime, { method: 'POST' })
      .then((left) => setEnd(endOf(left, Date.now())))
      .catch(() => toastError(t('failed')))
  const leave = () => signOut().catch(() => toastError(t('failed')))
  const footer = (
    <>
      <Button onClick={leave}>{t('signOut')}</Button>
      {end?.kind === 'idle' && (
        <Button variant="primary" onClick={stay}>
          {t('stay')}
        </Button>
      )}
    </>
  )
  // closing it is an act of a person who is there; the last minutes of a long day are only dismissed
  const close = () => (end?.kind === 'idle' ? void stay() : setEnd(end && { ...end, dismissed: true }))
  return (
    <Dialog
      open={Boolean(end?.soon && !end.dismissed)}
      onClose={close}
      title={t('title')}
      footer={footer}
      sticky
    >
      <p className="text-fg-muted">
        {t.rich(end?.kind ?? 'idle', { time: () => <Countdown until={end?.at ?? 0} /> })}
      </p>
    </Dialog>
  )
}

/** Minutes and seconds; told once to a screen reader, not every second. */
function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((until - now) / 1_000))
  return (
    <b className="num" role="timer" aria-live="off">
      {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
    </b>
  )
}

/** Nothing left to ask about. */
const OVER: SessionEnd = { kind: 'idle', at: Number.POSITIVE_INFINITY, soon: false }
const isOver = (error: unknown) => error instanceof Problem && error.status === 401

/** Asks the server when it could be time, and whenever the person comes back to the tab. */
function useSessionEnd(): [SessionEnd | null, (end: SessionEnd | null) => void] {
  const [end, setEnd] = useState<SessionEnd | null>(null)
  const look = useCallback(
    () =>
      request<TimeLeft>(api.accountSessionTime)
        .then((left) => setEnd((before) => endOf(left, Date.now(), before)))
        // an ended session has told the frame; without an answer the next look tries again
        .catch((error) => setEnd((before) => (isOver(error) ? OVER : before && { ...before }))),
    [],
  )
  useEffect(() => {
    const timer = setTimeout(look, nextLook(end, Date.now()))
    return () => clearTimeout(timer)
  }, [end, look])
  useEffect(() => {
    const back = () => document.visibilityState === 'visible' && look()
    const restored = (event: PageTransitionEvent) => event.persisted && hideUntil(look)
    window.addEventListener('focus', back)
    document.addEventListener('visibilitychange', back)
    window.addEventListener('pageshow', restored)
    return () => {
      window.removeEventListener('focus', back)
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener('pageshow', restored)
    }
  }, [look])
  return [end, setEnd]
}

/** A page that the back button brings again shows nothing until the server has said that the session lives. */
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
