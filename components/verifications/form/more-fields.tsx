'use client'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/fields/field'
import { Input, Select, Textarea } from '@/components/ui/fields/input'
import { type CheckDraft, LONGEST } from '@/components/verifications/desk/use-draft'
import { PURPOSES } from '@/lib/verifications/purposes'

type MoreFieldsProps = {
  id: string
  values: CheckDraft
  onChange: (changed: Partial<CheckDraft>) => void
  onSubmit: () => void
}

/** Reference, purpose and note, which the provider never gets. */
export function MoreFields({ id, values, onChange, onSubmit }: MoreFieldsProps) {
  const t = useTranslations('check.more')
  const tooLong = (field: keyof typeof LONGEST) =>
    Array.from(values[field].trim()).length > LONGEST[field]
      ? t('tooLong', { longest: LONGEST[field] })
      : undefined
  const submitFromNote = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <div id={id} className="grid gap-4">
      <Field label={t('reference')} hint={t('referenceHint')} error={tooLong('reference')}>
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
      <Field label={t('note')} error={tooLong('note')}>
        <Textarea
          value={values.note}
          onChange={(event) => onChange({ note: event.target.value })}
          onKeyDown={submitFromNote}
        />
      </Field>
    </div>
  )
}
