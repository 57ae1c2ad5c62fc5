import { Switch as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { ChoiceWords, choiceProps } from './choice-words'

type SwitchProps = { label: ReactNode; hint?: ReactNode; checked: boolean; onChange: (on: boolean) => void }

/** On or off, effective immediately. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is a button, which a label may contain
    <label className="choice">
      <Radix.Root
        className="switch"
        checked={checked}
        onCheckedChange={onChange}
        {...choiceProps({ id, hint })}
      >
        <Radix.Thumb />
      </Radix.Root>
      <ChoiceWords {...{ id, label, hint }} />
    </label>
  )
}
