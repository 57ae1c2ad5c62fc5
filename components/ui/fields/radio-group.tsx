'use client'
import { type ReactNode, useId } from 'react'
import { useHydratedValue } from './input'

type Option<T extends string> = { value: T; label: ReactNode; hint?: ReactNode; disabled?: boolean }
export type RadioGroupProps<T extends string> = {
  label: string
  value: T | undefined
  onChange: (value: T) => void
  options: Option<T>[]
  /** Radios side by side. */
  inline?: boolean
}

/** A choice of several visible options. Arrow keys change it. */
export function RadioGroup<T extends string>({
  label,
  value,
  onChange,
  options,
  inline,
}: RadioGroupProps<T>) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <div id={id} className="field-label">
        {label}
      </div>
      <div className={inline ? 'flex flex-wrap gap-x-5 gap-y-1' : 'grid gap-1'}>
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the radio is in it
          <label key={option.value} className="choice">
            <Radio {...{ option, id, value, onChange }} />
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

type RadioProps<T extends string> = Pick<RadioGroupProps<T>, 'value' | 'onChange'> & {
  option: Option<T>
  id: string
}

/** A radio of the group with this id. */
function Radio<T extends string>({ option, id, value, onChange }: RadioProps<T>) {
  const choose = () => onChange(option.value)
  const own = useHydratedValue<HTMLInputElement>(undefined, choose)
  return (
    <input
      ref={own}
      type="radio"
      className="radio"
      name={id}
      value={option.value}
      checked={value === option.value}
      disabled={option.disabled}
      onChange={choose}
    />
  )
}
