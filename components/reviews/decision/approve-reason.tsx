'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { Field } from '@/components/ui/fields/field'
import { Input, Select, Textarea } from '@/components/ui/fields/input'
import { usableBankName } from '@/lib/reviews/bank-name'
import { confirmedCall, needsCallBack } from '@/lib/reviews/call'
import { APPROVE_REASONS, MAX_NOTE_LENGTH, NEEDS_NOTE, type Reason } from '@/lib/reviews/reasons'
import { type ReviewItem, standingDecisions } from '@/lib/reviews/view'
import { type CallField, hasCallInput, NO_CALL } from './call-draft'
import { CallForm } from './call-form'
import type { RailForm } from './use-rail'

type ApproveReasonProps = RailForm & { item: ReviewItem }

/**
 * The contents of an approval, shown before the key is pressed: its reason, a call where one is required, a corrected
 * name.
 */
export function ApproveReason(props: ApproveReasonProps) {
  return needsCallBack(props.item) ? (
    <Call {...props} />
  ) : (
    <>
      <ReasonAndNote {...props} />
      <NameOfBank {...props} />
    </>
  )
}

function ReasonAndNote({ item, draft: { reason, note }, problems, change }: ApproveReasonProps) {
  const t = useTranslations('review')
  // the numbered menu asks for it
  if (item.askReason) return null
  const options = APPROVE_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))
  return (
    <>
      <Field label={t('reasonLabel')} refused={problems.includes('reason') && t('chooseReason')}>
        <Select
          className="h-9!"
          value={reason}
          onChange={({ target }) => change({ reason: target.value as Reason | '' })}
          options={reason === '' ? [{ value: '', label: t('chooseReason') }, ...options] : options}
        />
      </Field>
      {reason !== '' && NEEDS_NOTE.has(reason) && (
        <Field
          label={t('noteLabel')}
          hint={t('noteHint')}
          refused={problems.includes('note') && t('noteMissing')}
        >
          <Textarea
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onChange={({ target }) => change({ note: target.value })}
          />
        </Field>
      )}
    </>
  )
}

const callFieldsIn = (problems: RailForm['problems']) =>
  problems.filter((problem): problem is CallField => problem in NO_CALL)

/** What an approval lacks besides a field: a call, or one that confirmed the account. */
export function useCallRefusal(problems: RailForm['problems']): string | false {
  const t = useTranslations('review.callBack')
  if (callFieldsIn(problems).length > 0) return t('missing')
  return problems.includes('notConfirmed') && t('notConfirmed')
}

/**
 * The form opens by its button, or when an approval lacks a call. One call is enough for two approvals: the second
 * person reads the record, or calls again.
 */
function Call(props: ApproveReasonProps) {
  const { item, draft, problems, changeCall } = props
  const t = useTranslations('review.callBack')
  const [wanted, setWanted] = useState(false)
  const recorded = confirmedCall(standingDecisions(item.decisions)) !== null
  const wrong = callFieldsIn(problems)
  const asked = wrong.length > 0 || problems.includes('notConfirmed')
  if (asked && !wanted) setWanted(true)
  if (!wanted && !asked && !hasCallInput(draft.call))
    return (
      <div className="grid justify-items-stretch gap-3 text-sm leading-5">
        <p className="text-fg-muted">{t(recorded ? 'standing' : 'needed')}</p>
        <Button size="sm" onClick={() => setWanted(true)}>
          {t(recorded ? 'again' : 'record')}
        </Button>
      </div>
    )
  return (
    <>
      <CallForm draft={draft.call} wrong={wrong} change={changeCall} />
      <NameFromPayee {...props} />
    </>
  )
}

function NameFromPayee({ draft, problems, change }: ApproveReasonProps) {
  const t = useTranslations('review.corrected')
  return (
    <Field label={t('name')} hint={t('nameHint')} refused={problems.includes('correctedName') && t('wrong')}>
      <Input
        maxLength={140}
        autoComplete="off"
        value={draft.correctedName}
        onChange={({ target }) => change({ correctedName: target.value })}
      />
    </Field>
  )
}

/**
 * Offers the bank's name beside the submitted one, without replacing it; not asked again when the first approval has
 * it.
 */
function NameOfBank({ item, draft, change }: ApproveReasonProps) {
  const t = useTranslations('review.corrected')
  const bankName = usableBankName(item.matchedName)
  if (
    bankName === null ||
    standingDecisions(item.decisions).some(({ correctedName }) => correctedName !== null)
  )
    return null
  return (
    <Checkbox
      label={t('useBank')}
      checked={draft.correctedName !== ''}
      onChange={({ target }) => change({ correctedName: target.checked ? bankName : '' })}
    />
  )
}
