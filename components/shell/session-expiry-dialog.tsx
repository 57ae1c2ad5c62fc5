'use client'
import { useTranslations } from 'use-intl'
import { request } from '@/components/live/request'
import { Button } from '@/components/ui/button'
import { toastError } from '@/components/ui/messages/toast'
import { Dialog } from '@/components/ui/overlays/dialog'
import { serverNow } from '@/components/ui/server-now'
import { minutesAndSeconds, useServerNow } from '@/components/ui/use-server-now'
import { signOut } from '@/components/users/sign-out'
import { endOf, type SessionEnd, type TimeLeft } from '@/lib/auth/time-left'
import { api } from '@/lib/http/paths'

type StillThereDialogProps = { end: SessionEnd; open: boolean; onEnd: (end: SessionEnd) => void }

/** Asks an inactive person whether to stay signed in; tells one whose session has reached its maximum age. */
export function SessionExpiryDialog({ end, open, onEnd }: StillThereDialogProps) {
  const t = useTranslations('shell.stillThere')
  const shared = useTranslations('shell.refused')
  const idle = end.kind === 'idle'
  const stay = () =>
    request<TimeLeft>(api.accountSessionTime, { method: 'POST' })
      .then((left) => onEnd(endOf(left, serverNow())))
      .catch(() => toastError(shared('retry')))
  const leave = () => signOut().catch(() => toastError(shared('retry')))
  const footer = (
    <>
      <Button onClick={leave}>{t('signOut')}</Button>
      {idle && (
        <Button variant="primary" onClick={stay}>
          {t('stay')}
        </Button>
      )}
    </>
  )
  // closing it is activity of the person; at the maximum age it only dismisses the dialog
  const close = () => (idle ? void stay() : onEnd({ ...end, dismissed: true }))
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('title')}
      description={t.rich(end.kind, { time: () => <Countdown until={end.at} /> })}
      footer={footer}
      sticky
    />
  )
}

/** Minutes and seconds; announced once, not every second. */
function Countdown({ until }: { until: number }) {
  const now = useServerNow(1_000)
  const seconds = Math.max(0, Math.round((until - now) / 1_000))
  return (
    <b className="num" role="timer" aria-live="off">
      {minutesAndSeconds(seconds)}
    </b>
  )
}
