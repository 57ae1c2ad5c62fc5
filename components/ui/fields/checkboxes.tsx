'use client'
import type { ReactNode } from 'react'
import { Checkbox } from './checkbox'

type CheckboxesProps<T extends string> = {
  values: readonly T[]
  chosen: readonly T[]
  label: (value: T) => ReactNode
  hint?: (value: T) => ReactNode
  className?: string
  onChange: (chosen: T[]) => void
}

/** A checkbox for each value of a list. The page lays them out. */
export function Checkboxes<T extends string>({
  values,
  chosen,
  label,
  hint,
  className,
  onChange,
}: CheckboxesProps<T>) {
  return values.map((value) => (
    <Checkbox
      key={value}
      label={label(value)}
      hint={hint?.(value)}
      className={className}
      checked={chosen.includes(value)}
      onChange={({ target }) =>
        onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
      }
    />
  ))
}
