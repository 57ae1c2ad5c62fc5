'use client'
import { type ReactNode, useId } from 'react'

type Option<T extends string> = { value: T; label: ReactNode; hint?: ReactNode; disabled?: boolean }
export type RadioGroupProps<T extends string> = {
  label: string
  value: T | undefined
  onChange: (value: T) => void
  options: Option<T>[]
  hideLabel?: boolean
  /** Radios beside each other. */
  inline?: boolean
}

/** One of several, all in sight. Arrow keys move the choice. */
export function RadioGroup<T extends string>({
  label,
  value,
  onChange,
  options,
  hideLabel,
  inline,
}: RadioGroupProps<T>) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <div id={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
      </div>
      <div className={inline ? 'flex flex-wrap gap-x-5 gap-y-1' : 'grid gap-1'}>
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input className="radio" {...radio(option, { id, value, onChange })} />
            <span>
              {option.label}
              {option.hint && <span className="choice-hint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}

type Group<T extends string> = Pick<RadioGroupProps<T>, 'value' | 'onChange'> & { id: string }

/** One radio of the group that bears this id. */
const radio = <T extends string>(option: Option<T>, { id, value, onChange }: Group<T>) => ({
  type: 'radio' as const,
  name: id,
  value: option.value,
  checked: value === option.value,
  disabled: option.disabled,
  onChange: () => onChange(option.value),
})
