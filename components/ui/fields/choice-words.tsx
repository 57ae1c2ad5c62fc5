import type { ReactNode } from 'react'

type Words = { id: string; label: ReactNode; hint?: ReactNode }

/** The label and the hint of a checkbox, radio or switch; `id` is also passed to `choiceProps`. */
export function ChoiceWords({ id, label, hint, className }: Words & { className?: string }) {
  return (
    <span className={className}>
      {hint ? <span id={`${id}-label`}>{label}</span> : label}
      {hint && (
        <span id={`${id}-hint`} className="choice-hint">
          {hint}
        </span>
      )}
    </span>
  )
}

/** The props of its control: a hint describes it, so that its name stays short. */
export const choiceProps = ({ id, hint }: Pick<Words, 'id' | 'hint'>, describedBy?: string) =>
  hint
    ? {
        'aria-labelledby': `${id}-label`,
        'aria-describedby': [describedBy, `${id}-hint`].filter(Boolean).join(' '),
      }
    : {}
