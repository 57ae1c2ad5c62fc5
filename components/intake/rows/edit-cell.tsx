'use client'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'

type EditCellProps = {
  field: 'iban' | 'name'
  row: number
  value: string
  wrong: boolean
  /** Ids of the messages below the cell. */
  describedBy?: string
  autoFocus?: boolean
  onCommit: (value: string) => void
  /** Ctrl Enter: apply and go to the next error. */
  onNext: () => void
  /** Esc leaves the cell. */
  onLeave?: () => void
}

/** An editable cell: applied on blur or Enter, reset with Esc. */
export function EditCell({ field, row, value, wrong, describedBy, autoFocus, ...on }: EditCellProps) {
  const t = useTranslations('intake')
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const commit = () => {
    if (typed !== null && typed !== value) on.onCommit(typed)
    setTyped(null)
  }
  const press = (event: KeyboardEvent) => {
    const control = event.ctrlKey || event.metaKey
    if (event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
      commit()
      if (control) on.onNext()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      flushSync(() => setTyped(null)) // leaving the field applies what is typed
      if (on.onLeave) on.onLeave()
      else input.current?.blur()
    } else if (control && event.key.toLowerCase() === 'z' && typed !== null && typed !== value) {
      // Ctrl Z undoes typing natively; the page undoes applied changes
      event.stopPropagation()
    }
  }
  return (
    <input
      ref={input}
      id={id}
      data-cell={`${field}-${row}`}
      className={cx('row-input', field === 'iban' && 'row-mono')}
      aria-label={t(`rows.cell.${field}`, { n: row })}
      aria-invalid={wrong || undefined}
      aria-describedby={describedBy}
      autoComplete="off"
      spellCheck={false}
      // biome-ignore lint/a11y/noAutofocus: only after the person opened the cell
      autoFocus={autoFocus}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={press}
    />
  )
}
