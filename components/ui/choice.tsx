'use client'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react'
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

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The same choice as a row of segments, for two or three short words. */
export function Segmented<T extends string>({ label, value, onChange, options }: RadioGroupProps<T>) {
  const open = options.filter((option) => !option.disabled)
  const at = open.findIndex((option) => option.value === value)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key]
    const next = step && open[(at + step + open.length) % open.length]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    event.currentTarget.querySelector<HTMLElement>(`[value="${next.value}"]`)?.focus()
  }
  return (
    <div role="radiogroup" aria-label={label} className="segmented" onKeyDown={move}>
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a click anywhere on its words must meet the radio itself
        <button
          key={option.value}
          type="button"
          role="radio"
          value={option.value}
          aria-checked={option.value === value}
          tabIndex={option === open[Math.max(at, 0)] ? 0 : -1}
          disabled={option.disabled}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
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
