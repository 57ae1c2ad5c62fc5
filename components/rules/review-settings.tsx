'use client'
import { useTranslations } from 'use-intl'
import { RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/input'
import { POLICIES, type Policy } from '@/lib/reviews/policy'
import type { SettingsInput } from '@/lib/reviews/rules'

const MONTHS = [0, 3, 6, 12, 24, 36]
type ReviewSettingsProps = { policy: Policy; memoryMonths: number; onChange: (change: SettingsInput) => void }

/** How many people decide, and how long a decision on the same names is offered again. Saved at once. */
export function ReviewSettings({ policy, memoryMonths, onChange }: ReviewSettingsProps) {
  const t = useTranslations('rules')
  const months = MONTHS.includes(memoryMonths) ? MONTHS : [...MONTHS, memoryMonths].sort((a, b) => a - b)
  return (
    <section aria-label={t('settings')} className="rules-settings">
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
