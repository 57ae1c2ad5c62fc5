'use client'
import { RadioGroup as Radix, Switch as RadixSwitch } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
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

type Option<T extends string> = { value: T; label: ReactNode; hint?: ReactNode; disabled?: boolean }
type RadioGroupProps<T extends string> = {
  label: string
  value: T | undefined
  onChange: (value: T) => void
  options: Option<T>[]
  hideLabel?: boolean
  /** Radios beside each other. */
  inline?: boolean
  name?: string
}

/** One of several, all in sight. Arrow keys move the choice. */
export function RadioGroup<T extends string>({
  label,
  value,
  onChange,
  options,
  hideLabel,
  inline,
  name,
}: RadioGroupProps<T>) {
  const id = useId()
  return (
    <div>
      <div id={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
      </div>
      <Radix.Root
        aria-labelledby={id}
        name={name}
        value={value ?? ''}
        onValueChange={(next) => onChange(next as T)}
        className={inline ? 'flex flex-wrap gap-x-5 gap-y-1' : 'grid gap-1'}
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the item is a button, which a label may hold
          <label key={option.value} className="choice">
            <Radix.Item className="radio" value={option.value} disabled={option.disabled} />
            <span>
              {option.label}
              {option.hint && <span className="choice-hint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </Radix.Root>
    </div>
  )
}

/** The same choice as a row of segments, for two or three short words. */
export function Segmented<T extends string>({ label, value, onChange, options }: RadioGroupProps<T>) {
  return (
    <Radix.Root
      aria-label={label}
      value={value ?? ''}
      onValueChange={(next) => onChange(next as T)}
      className="segmented"
    >
      {options.map((option) => (
        <Radix.Item key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}

type SwitchProps = { label: ReactNode; hint?: ReactNode; checked: boolean; onChange: (on: boolean) => void }

/** On or off, at once. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is a button, which a label may hold
    <label className="choice">
      <RadixSwitch.Root className="switch" checked={checked} onCheckedChange={onChange}>
        <RadixSwitch.Thumb />
      </RadixSwitch.Root>
      <span>
        {label}
        {hint && <span className="choice-hint">{hint}</span>}
      </span>
    </label>
  )
}
