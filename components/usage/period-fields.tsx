'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Input } from '@/components/ui/fields/input'
import { isUpToYear } from '@/lib/platform/days/period'
import type { UsagePeriod } from './queries'

type PeriodFieldsProps = { from: string; to: string; onChange: (period: UsagePeriod) => void }

/** From and to, inclusive. Nothing is fetched until both are valid. */
export function UsagePeriodFields({ from, to, onChange }: PeriodFieldsProps) {
  const t = useTranslations('usage.period')
  const [values, setValues] = useState({ from, to })
  const [wrong, setWrong] = useState(false)
  const show = () => {
    const fits = isUpToYear(values.from, values.to)
    setWrong(!fits)
    if (fits) onChange(values)
  }
  return (
    <Form onSubmit={show} className="flex flex-wrap items-end gap-2">
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={t(name)} refused={wrong && name === 'to' && t('wrong')}>
          <Input
            type="date"
            scale="sm"
            value={values[name]}
            onChange={({ target: { value } }) => setValues((now) => ({ ...now, [name]: value }))}
          />
        </Field>
      ))}
      <Button type="submit" size="sm">
        {t('show')}
      </Button>
    </Form>
  )
}
