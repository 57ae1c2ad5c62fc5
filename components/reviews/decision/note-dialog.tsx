'use client'
import { type ComponentProps, type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Field, Form } from '@/components/ui/fields/field'
import { Textarea } from '@/components/ui/fields/input'
import { CancelButton, Dialog } from '@/components/ui/overlays/dialog'

type NoteDialogProps = Pick<ComponentProps<typeof Dialog>, 'open' | 'onClose' | 'title' | 'description'> & {
  confirmLabel: string
  busy: boolean
  onSend: (note: string) => void
}

/** Asks for the reason of an action, which the timeline shows. */
export function NoteDialog({ confirmLabel, busy, onSend, ...dialog }: NoteDialogProps) {
  const t = useTranslations('review')
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const form = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!note.trim())
    if (note.trim() && !busy) onSend(note.trim())
  }
  const footer = (
    <>
      <CancelButton onClick={dialog.onClose} />
      <Button variant="primary" type="submit" form={form} busy={busy}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog {...dialog} footer={footer}>
      <Form id={form} onSubmit={send} className="mt-4">
        <Field label={t('reasonLabel')} refused={missing && t('noteMissing')}>
          <Textarea rows={3} maxLength={1000} value={note} onChange={({ target }) => setNote(target.value)} />
        </Field>
      </Form>
    </Dialog>
  )
}
