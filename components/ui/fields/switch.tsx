import { Switch as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type SwitchProps = { label: ReactNode; hint?: ReactNode; checked: boolean; onChange: (on: boolean) => void }

/** On or off, effective immediately. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is a button, which a label may contain
    <label className="choice">
      <Radix.Root className="switch" checked={checked} onCheckedChange={onChange}>
        <Radix.Thumb />
      </Radix.Root>
      <span>
        {label}
        {hint && <span className="choice-hint">{hint}</span>}
      </span>
    </label>
  )
}
