'use client'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx'
import { useFieldProps } from './field-context'
import { type FieldEvent, useHydratedValue } from './input'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'ref'> & {
  onChange?: (event: FieldEvent<HTMLInputElement>) => void
  label: ReactNode
  hint?: ReactNode
  hideLabel?: boolean
}

/** A checkbox with its label; the label is part of the target. Inside a `FieldGroup` it gets its error from there. */
export function Checkbox({ label, hint, hideLabel, className, ...rest }: CheckboxProps) {
  const field = useFieldProps()
  const own = useHydratedValue(rest.onChange)
  return (
    <label className={cx('choice', className)}>
      <input type="checkbox" className="checkbox" {...field} {...rest} ref={own} />
      <span className={hideLabel ? 'sr-only' : undefined}>
        {label}
        {hint && <span className="choice-hint">{hint}</span>}
      </span>
    </label>
  )
}
