'use client'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/fields/field'
import { Select } from '@/components/ui/fields/input'
import {
  MASK_MONTHS,
  ORIGINAL_DAYS,
  type Periods,
  RECORD_YEARS,
  RESULT_MONTHS,
} from '@/lib/retention/periods'

type PeriodFieldsProps = { periods: Periods; onChange: (change: Partial<Periods>) => void }

export function PeriodFields({ periods, onChange }: PeriodFieldsProps) {
  const t = useTranslations('retention')
  const choose = (change: { [Key in keyof Periods]?: number | null }) => onChange(change as Partial<Periods>)
  const months = (values: readonly number[]) =>
    values.map((each) => ({ value: `${each}`, label: t('results.months', { months: each }) }))
  return (
    <div className="grid fit-xs gap-4">
      <Field label={t('results.label')} hint={t('results.hint')}>
        <Select
          value={periods.resultMonths}
          onChange={({ target }) => choose({ resultMonths: Number(target.value) })}
          options={months(RESULT_MONTHS)}
        />
      </Field>
      <Field label={t('originals.label')} hint={t('originals.hint')}>
        <Select
          value={periods.originalDays}
          onChange={({ target }) => choose({ originalDays: Number(target.value) })}
          options={ORIGINAL_DAYS.map((days) => ({ value: `${days}`, label: t('originals.days', { days }) }))}
        />
      </Field>
      <Field label={t('records.label')} hint={t('records.hint')}>
        <Select
          value={periods.recordYears}
          onChange={({ target }) => choose({ recordYears: Number(target.value) })}
          options={RECORD_YEARS.map((years) => ({ value: `${years}`, label: t('records.years', { years }) }))}
        />
      </Field>
      <Field label={t('masks.label')} hint={t('masks.hint')}>
        <Select
          value={periods.maskMonths ?? ''}
          onChange={({ target }) => choose({ maskMonths: Number(target.value) || null })}
          options={[...months(MASK_MONTHS), { value: '', label: t('masks.never') }]}
        />
      </Field>
    </div>
  )
}
