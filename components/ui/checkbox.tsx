'use client'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  hideLabel?: boolean
}

/** A checkbox with its label; the label is part of the target. */
export function Checkbox({ label, hint, hideLabel, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx('choice', className)}>
      <input type="checkbox" className="checkbox" {...rest} />
      <span className={hideLabel ? 'sr-only' : undefined}>
        {label}
        {hint && <span className="choice-hint">{hint}</span>}
      </span>
    </label>
  )
}
