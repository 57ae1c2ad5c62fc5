'use client'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/fields/field'
import { Input, Select, Textarea } from '@/components/ui/fields/input'
import type { CheckDraft } from '@/components/verifications/desk/use-draft'
import { MAX_REMARK, PURPOSES } from '@/lib/verifications/remarks'
import { remarkProblem } from './judgement'

type MoreFieldsProps = {
  id: string
  values: CheckDraft
  onChange: (changed: Partial<CheckDraft>) => void
  onSubmit: () => void
}

/** Reference, purpose and note, which the provider never gets. */
export function MoreFields({ id, values, onChange, onSubmit }: MoreFieldsProps) {
  const t = useTranslations('check.more')
  const errorOf = (field: keyof typeof MAX_REMARK) => {
    const problem = remarkProblem(field, values[field])
    return problem && t(problem, { longest: MAX_REMARK[field] })
  }
  const submitFromNote = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <div id={id} className="grid gap-4">
      <Field label={t('reference')} hint={t('referenceHint')} error={errorOf('reference')}>
        <Input
          value={values.reference}
          autoComplete="off"
          onChange={(event) => onChange({ reference: event.target.value })}
        />
      </Field>
      <Field label={t('purpose')}>
        <Select
          value={values.purpose}
          options={[
            { value: '', label: t('purposes.none') },
            ...PURPOSES.map((value) => ({ value, label: t(`purposes.${value}`) })),
          ]}
          onChange={(event) => onChange({ purpose: event.target.value })}
        />
      </Field>
      <Field label={t('note')} error={errorOf('note')}>
        <Textarea
          value={values.note}
          onChange={(event) => onChange({ note: event.target.value })}
          onKeyDown={submitFromNote}
        />
      </Field>
    </div>
  )
}
