'use client'
import { type ComponentProps, type MouseEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { focusWrong } from '@/components/ui/fields/focus-wrong'
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
  const send = ({ currentTarget }: MouseEvent) => {
    if (note.trim()) return onSend(note.trim())
    setMissing(true)
    focusWrong(currentTarget.closest('[role=dialog]'))
  }
  const footer = (
    <>
      <CancelButton onClick={dialog.onClose} />
      <Button variant="primary" busy={busy} onClick={send}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog {...dialog} footer={footer}>
      <Field className="mt-4" label={t('reasonLabel')} error={missing && !note.trim() && t('noteMissing')}>
        <Textarea rows={3} maxLength={1000} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </Dialog>
  )
}
