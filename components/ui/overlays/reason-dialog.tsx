'use client'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '../fields/field'
import { Form } from '../fields/form'
import { Textarea } from '../fields/input'
import { Dialog, FormFooter } from './dialog'

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
  const form = useId()
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState(false)
  const submit = () => {
    const given = reason.trim().length >= SHORTEST
    setWrong(!given)
    if (given && !busy) onReason(reason)
  }
  const footer = (
    <FormFooter form={form} busy={busy} onClose={onClose} variant={variant}>
      {words.confirm}
    </FormFooter>
  )
  return (
    <Dialog open sticky onClose={onClose} title={words.title} description={words.text} footer={footer}>
      <Form id={form} onSubmit={submit} refused={!wrong && refused} className="mt-4 grid grid-cols-1 gap-4">
        {about}
        <Field label={words.reason} hint={words.hint} refused={wrong && t('reason_missing')} required>
          <Textarea value={reason} maxLength={longest} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </Form>
    </Dialog>
  )
}
