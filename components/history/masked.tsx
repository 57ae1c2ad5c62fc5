'use client'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, request } from '@/components/live/request'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Time } from '@/components/ui/format'
import { Textarea } from '@/components/ui/input'
import { announce } from '@/components/ui/live-text'
import { api } from '@/lib/http/paths'
import { isReason, type Revealed } from '@/lib/verifications/revealed'
import type { Reveal } from './use-record'

/** Above a record whose names and IBAN this reader sees masked: the way to see them, or until when they are shown. */
export function Masked({ id, reveal }: { id: string; reveal: Reveal }) {
  const t = useTranslations('reveal')
  const [asking, setAsking] = useState(false)
  if (reveal.until !== null)
    return (
      <Banner
        icon={Eye}
        action={
          <Button size="sm" icon={EyeOff} onClick={reveal.hide}>
            {t('hide')}
          </Button>
        }
      >
        {t.rich('shown', { time: () => <Time value={new Date(reveal.until ?? 0)} form="clock" /> })}
      </Banner>
    )
  const show = (values: Revealed) => {
    setAsking(false)
    reveal.show(values)
    announce(t('announce'))
  }
  return (
    <>
      <Banner
        icon={EyeOff}
        action={
          <Button size="sm" icon={Eye} onClick={() => setAsking(true)}>
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

type DialogProps = { id: string; onClose: () => void; onRevealed: (values: Revealed) => void }

function RevealDialog({ id, onClose, onRevealed }: DialogProps) {
  const t = useTranslations('reveal')
  const form = useId()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState(false)
  const ask = useMutation({
    mutationFn: () => request<Revealed>(api.verificationReveal(id), { body: { reason } }),
    onSuccess: onRevealed,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = isReason(reason)
    setWrong(!given)
    if (given && !ask.isPending) ask.mutate()
  }
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button variant="primary" type="submit" form={form} busy={ask.isPending}>
        {t('button')}
      </Button>
    </>
  )
  return (
    <Dialog open sticky onClose={onClose} title={t('title')} description={t('explain')} footer={footer}>
      <form id={form} noValidate onSubmit={submit} className="mt-4 grid gap-4">
        <Field label={t('reason')} hint={t('hint')} error={wrong && t('missing')} required>
          <Textarea
            value={reason}
            maxLength={500}
            onChange={({ target }) => {
              setReason(target.value)
              setWrong(false)
            }}
          />
        </Field>
        {ask.error && <Banner kind="error">{t(problemKey(ask.error))}</Banner>}
      </form>
    </Dialog>
  )
}

const problemKey = (error: Error) =>
  error instanceof Problem && error.code === 'too_many_reveals' ? 'tooMany' : 'failed'
