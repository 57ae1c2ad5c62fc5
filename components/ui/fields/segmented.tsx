'use client'
import type { KeyboardEvent } from 'react'
import type { RadioGroupProps } from './radio-group'

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

type SegmentedProps<T extends string> = Pick<RadioGroupProps<T>, 'label' | 'value' | 'onChange' | 'options'>

/** One of two or three short options, as a segmented control. Arrow keys change it. */
export function Segmented<T extends string>({ label, value, onChange, options }: SegmentedProps<T>) {
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
        // biome-ignore lint/a11y/useSemanticElements: a click anywhere on its label must reach the radio itself
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
