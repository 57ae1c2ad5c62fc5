'use client'
import { useState } from 'react'
import { Field } from './field'
import { Input } from './input'

type Days = { from: string; to: string }
type DayRangeProps = Days & { labels: Days; onChange: (days: Partial<Days>) => void }

/**
 * The first and the last day, inclusive; empty means open. They apply immediately. While a year is being typed the last
 * day may be before the first; if it still is on blur, the other day follows.
 */
export function DayRange({ from, to, labels, onChange }: DayRangeProps) {
  const [typed, setTyped] = useState<Days | null>(null)
  const shown = typed ?? { from, to }
  const change = (part: Partial<Days>) => {
    const days = { ...shown, ...part }
    const fits = days.to === '' || days.from <= days.to
    setTyped(fits ? null : days)
    if (fits) onChange({ ...typed, ...part })
  }
  const field = (name: 'from' | 'to') => (
    <Field label={labels[name]}>
      <Input
        type="date"
        scale="sm"
        value={shown[name]}
        onChange={({ target }) => change({ [name]: target.value })}
        onBlur={() => typed && change({ from: typed[name], to: typed[name] })}
      />
    </Field>
  )
  return (
    <>
      {field('from')}
      {field('to')}
    </>
  )
}
