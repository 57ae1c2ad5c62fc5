'use client'
import { useTranslations } from 'use-intl'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/input'
import { RadioGroup } from '@/components/ui/fields/radio-group'
import { POLICIES, type Policy } from '@/lib/reviews/policy'
import type { SettingsInput } from '@/lib/reviews/settings'

const MONTHS = [0, 3, 6, 12, 24, 36]
type ReviewSettingsProps = {
  policy: Policy
  memoryMonths: number
  askReason: boolean
  onChange: (change: SettingsInput) => void
}

/**
 * Reviewers per decision, whether an approval needs a reason, and how long a decision is remembered. Saved immediately.
 */
export function ReviewSettings({ policy, memoryMonths, askReason, onChange }: ReviewSettingsProps) {
  const t = useTranslations('rules')
  const months = MONTHS.includes(memoryMonths) ? MONTHS : [...MONTHS, memoryMonths].sort((a, b) => a - b)
  return (
    <section aria-label={t('settings')} className="mt-2 grid gap-5">
      <RadioGroup
        label={t('policyLabel')}
        value={policy}
        onChange={(next) => onChange({ policy: next })}
        options={POLICIES.map((value) => ({
          value,
          label: t(`policy.${value}`),
          hint: t(`policyHint.${value}`),
        }))}
      />
      <Checkbox
        label={t('askReason.label')}
        hint={t('askReason.hint')}
        checked={askReason}
        onChange={({ target }) => onChange({ askReason: target.checked })}
      />
      <Field label={t('memory.label')} hint={t('memory.hint')} className="max-w-xs">
        <Select
          value={String(memoryMonths)}
          onChange={({ target }) => onChange({ memoryMonths: Number(target.value) })}
          options={months.map((value) => ({
            value: String(value),
            label: value === 0 ? t('memory.never') : t('memory.months', { value }),
          }))}
        />
      </Field>
    </section>
  )
}
