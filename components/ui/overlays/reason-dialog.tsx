'use client'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '../fields/field'
import { Textarea } from '../fields/input'
import { FormDialog } from './form-dialog'

type ReasonDialogProps = {
  words: {
    title: string
    text: string
    reason: string
    hint?: string
    confirm: string
  }
  variant: 'primary' | 'danger'
  busy: boolean
  /** in characters */
  longest?: number
  onClose: () => void
  onReason: (reason: string) => void
  /** what it is about, above the field */
  about?: ReactNode
  refused?: ReactNode
}

/** In characters. */
const SHORTEST = 3

/** Asks for a reason before an action; validates it, and shows that the action is running. */
export function ReasonDialog({
  words,
  variant,
  busy,
  longest = 500,
  onClose,
  onReason,
  about,
  refused,
}: ReasonDialogProps) {
  const t = useTranslations('shell.refused')
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState(false)
  const submit = () => {
    const given = reason.trim().length >= SHORTEST
    setWrong(!given)
    if (given && !busy) onReason(reason)
  }
  return (
    <FormDialog
      onClose={onClose}
      title={words.title}
      description={words.text}
      submit={words.confirm}
      variant={variant}
      busy={busy}
      onSubmit={submit}
      refused={!wrong && refused}
    >
      {about}
      <Field label={words.reason} hint={words.hint} refused={wrong && t('reason_missing')} required>
        <Textarea value={reason} maxLength={longest} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </FormDialog>
  )
}
