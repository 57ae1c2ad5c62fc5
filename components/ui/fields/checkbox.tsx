'use client'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx'
import { ChoiceWords, choiceProps } from './choice-words'
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
  const id = useId()
  return (
    <label className={cx('choice', className)}>
      <input
        type="checkbox"
        className="checkbox"
        {...field}
        {...choiceProps({ id, hint }, field['aria-describedby'])}
        {...rest}
        ref={own}
      />
      <ChoiceWords {...{ id, label, hint }} className={hideLabel ? 'sr-only' : undefined} />
    </label>
  )
}
