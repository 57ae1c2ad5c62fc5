'use client'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/fields/field'
import { Input, Select, Textarea } from '@/components/ui/fields/input'
import { ADVICE_TOPICS, BANK_DEFAULTS, BANK_REPORTS, BATCH_LIMITS } from '@/lib/payments/profiles/choices'
import type { ProfileSettings } from '@/lib/payments/profiles/schema'

/** The settings as typed: numbers are still texts. */
export type SettingsDraft = Omit<ProfileSettings, 'releaseDays' | 'nameCap'> & {
  releaseDays: string
  nameCap: string
}

const CHANNELS = ['channelWithVop', 'channelWithoutVop'] as const
const NUMBERS = ['releaseDays', 'nameCap'] as const
const CHOICES = { byDefault: BANK_DEFAULTS, batches: BATCH_LIMITS, reportKind: BANK_REPORTS } as const

type SettingsFieldsProps = {
  draft: SettingsDraft
  /** whether the server refused the number */
  isWrong: (field: (typeof NUMBERS)[number]) => boolean
  onChange: (draft: SettingsDraft) => void
}

/** The fields for what is known about a bank. An empty field means unknown. */
export function SettingsFields({ draft, isWrong, onChange }: SettingsFieldsProps) {
  const t = useTranslations('paymentAdmin.profiles')
  return (
    <>
      <div className="grid fit-2xs gap-4">
        {CHANNELS.map((field) => (
          <Field key={field} label={t(`${field}.label`)} hint={t(`${field}.hint`)}>
            <Input
              value={draft[field] ?? ''}
              maxLength={80}
              autoComplete="off"
              onChange={({ target }) => onChange({ ...draft, [field]: target.value })}
            />
          </Field>
        ))}
        {NUMBERS.map((field) => (
          <Field
            key={field}
            label={t(`${field}.label`)}
            hint={t(`${field}.hint`)}
            refused={isWrong(field) && t(`${field}.wrong`)}
          >
            <Input
              inputMode="numeric"
              value={draft[field]}
              autoComplete="off"
              onChange={({ target }) => onChange({ ...draft, [field]: target.value })}
            />
          </Field>
        ))}
        <Choice field="byDefault" draft={draft} onChange={onChange} />
        <Choice field="batches" draft={draft} onChange={onChange} />
        <Choice field="reportKind" draft={draft} onChange={onChange} />
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-1 font-medium">{t('advice.title')}</legend>
        <p className="text-sm text-fg-muted">{t('advice.hint')}</p>
        {ADVICE_TOPICS.map((topic) => (
          <Field key={topic} label={t(`advice.${topic}`)}>
            <Textarea
              rows={2}
              maxLength={600}
              value={draft.advice[topic] ?? ''}
              onChange={({ target }) =>
                onChange({ ...draft, advice: { ...draft.advice, [topic]: target.value } })
              }
            />
          </Field>
        ))}
      </fieldset>
    </>
  )
}

type ChoiceProps = Omit<SettingsFieldsProps, 'isWrong'> & { field: keyof typeof CHOICES }

function Choice({ field, draft, onChange }: ChoiceProps) {
  const t = useTranslations('paymentAdmin.profiles')
  const label = (value: string) => t(`${field}.${value}` as 'byDefault.unknown')
  return (
    <Field label={t(`${field}.label`)}>
      <Select
        value={draft[field]}
        onChange={({ target }) => onChange({ ...draft, [field]: target.value })}
        options={CHOICES[field].map((value) => ({ value, label: label(value) }))}
      />
    </Field>
  )
}
