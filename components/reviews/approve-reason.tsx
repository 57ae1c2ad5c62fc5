'use client'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/field'
import { Select, Textarea } from '@/components/ui/input'
import { APPROVE_REASONS, NEEDS_NOTE, type Reason } from '@/lib/reviews/reasons'
import type { ReviewItem } from '@/lib/reviews/view'
import { needsCallBack } from './use-rail'

type ApproveReasonProps = {
  item: ReviewItem
  reason: Reason | ''
  note: string
  error: 'reason' | 'note' | 'callBack' | null
  change: { reason: (next: Reason | '') => void; note: (next: string) => void }
}

/** The reason an approval will carry, in sight before the key is pressed; with a note where the reason needs one. */
export function ApproveReason({ item, reason, note, error, change }: ApproveReasonProps) {
  const t = useTranslations('review')
  const callBack = needsCallBack(item)
  const reasons = callBack ? (['confirmed_with_payee'] as const) : APPROVE_REASONS
  const options = reasons.map((value) => ({ value, label: t(`reason.${value}`) }))
  const wantsNote = callBack || (reason !== '' && NEEDS_NOTE.has(reason))
  return (
    <div className="mt-3.5 grid gap-3">
      <Field label={t('reasonLabel')} error={error === 'reason' && t('chooseReason')}>
        <Select
          className="h-9!"
          value={reason}
          onChange={({ target }) => change.reason(target.value as Reason | '')}
          options={reason === '' ? [{ value: '', label: t('chooseReason') }, ...options] : options}
        />
      </Field>
      {wantsNote && (
        <Field
          label={t(callBack ? 'callBack.label' : 'noteLabel')}
          hint={t(callBack ? 'callBack.hint' : 'noteHint')}
          error={error === 'callBack' ? t('callBack.missing') : error === 'note' && t('noteMissing')}
        >
          <Textarea
            rows={3}
            maxLength={1000}
            value={note}
            onChange={({ target }) => change.note(target.value)}
          />
        </Field>
      )}
    </div>
  )
}
