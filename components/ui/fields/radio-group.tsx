'use client'
import { type ReactNode, useId } from 'react'
import { ChoiceWords, choiceProps } from './choice-words'
import { FieldError } from './field'
import { useHydratedValue } from './input'
import { useRefused } from './refused'

type Option<T extends string> = { value: T; label: ReactNode; hint?: ReactNode; disabled?: boolean }
export type RadioGroupProps<T extends string> = {
  label: string
  value: T | undefined
  onChange: (value: T) => void
  options: Option<T>[]
  /** Radios side by side. */
  inline?: boolean
  /** What was refused about the choice that was submitted. */
  refused?: ReactNode
}

/** A choice of several visible options. Arrow keys change it. */
export function RadioGroup<T extends string>({
  label,
  value,
  onChange,
  options,
  inline,
  refused,
}: RadioGroupProps<T>) {
  const id = useId()
  const { shown, box } = useRefused<HTMLDivElement>(refused)
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-invalid={shown ? true : undefined}
      aria-describedby={shown ? `${id}-error` : undefined}
      {...box}
    >
      <div id={id} className="field-label">
        {label}
      </div>
      <div className={inline ? 'flex flex-wrap gap-x-5 gap-y-1' : 'grid gap-1'}>
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the radio is in it
          <label key={option.value} className="choice">
            <Radio {...{ option, id, value, onChange }} />
            <ChoiceWords id={`${id}-${option.value}`} label={option.label} hint={option.hint} />
          </label>
        ))}
      </div>
      {shown && <FieldError id={`${id}-error`}>{shown}</FieldError>}
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
  const own = useHydratedValue<HTMLInputElement>(choose)
  return (
    <input
      ref={own}
      type="radio"
      className="radio"
      {...choiceProps({ id: `${id}-${option.value}`, hint: option.hint })}
      name={id}
      value={option.value}
      checked={value === option.value}
      disabled={option.disabled}
      onChange={choose}
    />
  )
}
