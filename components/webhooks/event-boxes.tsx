'use client'
import { useTranslations } from 'use-intl'
import { Checkboxes } from '@/components/ui/fields/checkboxes'
import { EVENTS, type WebhookEvent } from '@/lib/webhooks/events'

const WORDS = {
  'upload.finished': 'uploadFinished',
  'review.created': 'reviewCreated',
  'payment_run.released': 'paymentReleased',
  'user.held': 'userHeld',
  'review_rules.loosened': 'reviewLoosened',
  'payment_policy.loosened': 'policyLoosened',
  'second_factor.loosened': 'factorLoosened',
  'limits.loosened': 'limitsLoosened',
  ping: 'ping',
} as const

/** @returns a function from an event's code to its label */
export function useEventWords() {
  const t = useTranslations('webhooks.event')
  return (event: keyof typeof WORDS) => t(WORDS[event])
}

type EventBoxesProps = { events: WebhookEvent[]; onChange: (events: WebhookEvent[]) => void }

/** The events of a webhook. */
export function EventBoxes({ events, onChange }: EventBoxesProps) {
  const t = useTranslations('webhooks')
  const words = useEventWords()
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label">{t('events')}</legend>
      <Checkboxes values={EVENTS} chosen={events} label={words} onChange={onChange} />
    </fieldset>
  )
}
