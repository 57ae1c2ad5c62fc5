'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { Button } from '@/components/ui/button'
import { Time } from '@/components/ui/format'
import { Banner } from '@/components/ui/messages/banner'
import { announce } from '@/components/ui/messages/live-text'
import { ReasonDialog } from '@/components/ui/overlays/reason-dialog'
import { api } from '@/lib/http/paths'
import type { RevealedFields } from '@/lib/verifications/view'
import type { Reveal } from './use-record'

/** Above a masked record: a button to reveal it, or until when it is revealed. */
export function Masked({ id, reveal }: { id: string; reveal: Reveal }) {
  const t = useTranslations('reveal')
  const [asking, setAsking] = useState(false)
  if (reveal.until !== null)
    return (
      <Banner
        icon="eye"
        action={
          <Button size="sm" icon="eye-off" onClick={reveal.hide}>
            {t('hide')}
          </Button>
        }
      >
        {t.rich('shown', { time: () => <Time value={new Date(reveal.until ?? 0)} form="clock" /> })}
      </Banner>
    )
  const show = (values: RevealedFields) => {
    setAsking(false)
    reveal.show(values)
    announce(t('announce'))
  }
  return (
    <>
      <Banner
        icon="eye-off"
        action={
          <Button size="sm" icon="eye" onClick={() => setAsking(true)}>
            {t('button')}
          </Button>
        }
      >
        {t('masked')}
      </Banner>
      {asking && <RevealDialog id={id} onClose={() => setAsking(false)} onRevealed={show} />}
    </>
  )
}

type DialogProps = { id: string; onClose: () => void; onRevealed: (values: RevealedFields) => void }

function RevealDialog({ id, onClose, onRevealed }: DialogProps) {
  const t = useTranslations('reveal')
  const common = useCommonRefusal()
  const ask = useMutation({
    mutationFn: (reason: string) => request<RevealedFields>(api.verificationReveal(id), { body: { reason } }),
  })
  const words = {
    title: t('title'),
    text: t('explain'),
    reason: t('reason'),
    hint: t('hint'),
    confirm: t('button'),
  }
  return (
    <ReasonDialog
      words={words}
      variant="primary"
      busy={ask.isPending}
      refused={ask.error && (common(ask.error) ?? t(problemKey(ask.error)))}
      onClose={onClose}
      // nothing is revealed once the dialog was closed: the next record may be revealed by then
      onReason={(reason) => ask.mutate(reason, { onSuccess: onRevealed })}
    />
  )
}

const problemKey = (error: Error) => (problemCode(error) === 'too_many_reveals' ? 'tooMany' : 'failed')
