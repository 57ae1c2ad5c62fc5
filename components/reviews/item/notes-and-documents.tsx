'use client'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { problemCode, request } from '@/components/live/request'
import { sendFile } from '@/components/live/send-file'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { ItemHeading } from '@/components/reviews/desk/boxes'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Textarea } from '@/components/ui/fields/input'
import { Time } from '@/components/ui/format'
import { Icon } from '@/components/ui/icons/icon'
import { announce } from '@/components/ui/messages/live-text'
import { bidiIsolate, toastError } from '@/components/ui/messages/toast'
import { useMounted } from '@/components/ui/use-mounted'
import { api } from '@/lib/http/paths'
import { keyOr } from '@/lib/platform/language/keys'
import { MAX_DOCUMENT } from '@/lib/reviews/item/documents'
import { MAX_NOTE_LENGTH } from '@/lib/reviews/reasons'
import type { DocumentView, ReviewItem } from '@/lib/reviews/view'

/** Notes and documents of an item. Notes appear in the timeline and are immutable. */
export function NotesAndDocuments({ item, desk }: { item: ReviewItem; desk: Desk }) {
  const t = useTranslations('review.papers')
  return (
    <>
      <ItemHeading>{t('title')}</ItemHeading>
      {item.documents.length > 0 && (
        <ul className="mb-3 grid gap-1.5 text-sm leading-5" aria-label={t('documents')}>
          {item.documents.map((document) => (
            <DocumentLine key={document.id} document={document} />
          ))}
        </ul>
      )}
      <div className="grid gap-3">
        <AddDocument item={item} desk={desk} />
        <AddNote item={item} desk={desk} />
      </div>
    </>
  )
}

function DocumentLine({ document }: { document: DocumentView }) {
  const t = useTranslations('review.papers')
  const format = useFormatter()
  const kilobytes = Math.max(Math.round(document.bytes / 1024), 1)
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-0.5 wrap-anywhere">
      <Icon name="file-text" className="size-4 flex-none text-fg-muted" />
      <a href={api.document(document.id)} download translate="no">
        {document.fileName}
      </a>
      <small className="text-fg-muted">
        {t.rich('added', {
          size: format.number(kilobytes),
          name: document.by.name,
          time: () => <Time value={document.at} />,
        })}
      </small>
    </li>
  )
}

function AddDocument({ item, desk }: { item: ReviewItem; desk: Desk }) {
  const t = useTranslations('review.papers')
  const common = useCommonRefusal()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const problem = useId()
  const failed = useFailed(item, desk)
  const add = useMutation({
    mutationFn: (file: File) => sendFile<DocumentView>(api.reviewDocuments(item.id), 'POST', file),
    onSuccess: ({ fileName }) => announce(t('documentAdded', { file: fileName })),
    onError: (cause) => {
      const words = common(cause) ?? t(keyOr(t, `problem.${problemCode(cause)}`, 'problem.other'))
      setError(words)
      failed(words)
    },
    onSettled: desk.refresh,
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    setError(null)
    if (!file) return
    if (file.size > MAX_DOCUMENT) setError(t('problem.too_large'))
    else add.mutate(file)
  }
  return (
    <div className="relative flex flex-wrap items-center gap-x-2 gap-y-1">
      <input
        ref={input}
        type="file"
        hidden
        accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
        onChange={choose}
      />
      <Button
        size="sm"
        icon="paperclip"
        busy={add.isPending}
        aria-describedby={error ? problem : undefined}
        onClick={() => input.current?.click()}
      >
        {t('addDocument')}
      </Button>
      <span className="text-xs text-fg-subtle">{t('kinds')}</span>
      {error && (
        <p id={problem} role="alert" className="field-error w-full">
          {error}
        </p>
      )}
    </div>
  )
}

/** Says what was not added to an item that is no longer on screen. */
function useFailed(item: ReviewItem, desk: Desk) {
  const t = useTranslations('review')
  const mounted = useMounted()
  return (problem: string) => {
    if (mounted.current) return
    toastError(t('papers.later', { name: bidiIsolate(item.name), problem }), {
      action: { label: t('failed.open'), onClick: () => desk.open(item.id) },
    })
  }
}

function AddNote({ item, desk }: { item: ReviewItem; desk: Desk }) {
  const t = useTranslations('review.papers')
  const review = useTranslations('review')
  const common = useCommonRefusal()
  const [note, setNote] = useState(desk.notes.get(item.id) ?? '')
  const [missing, setMissing] = useState(false)
  const failed = useFailed(item, desk)
  const noteProblem = (cause: unknown) =>
    common(cause) ?? t(problemCode(cause) === 'too_many_notes' ? 'notesFull' : 'noteFailed')
  const type = (text: string) => {
    desk.notes.set(item.id, text)
    setNote(text)
  }
  const add = useMutation({
    mutationFn: (text: string) => request(api.reviewNotes(item.id), { body: { note: text.trim() } }),
    onSuccess: (_, text) => {
      announce(t('noteAdded'))
      // what was typed meanwhile is another note
      if (desk.notes.get(item.id) === text) type('')
    },
    onError: (cause) => failed(noteProblem(cause)),
    onSettled: desk.refresh,
  })
  const submit = () => {
    setMissing(!note.trim())
    if (note.trim() && !add.isPending) add.mutate(note)
  }
  const refused = missing ? review('noteMissing') : add.isError && noteProblem(add.error)
  return (
    <Form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field className="flex-1" label={t('note')} refused={refused}>
        <Textarea
          rows={1}
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          onChange={({ target }) => type(target.value)}
        />
      </Field>
      <Button type="submit" busy={add.isPending}>
        {t('addNote')}
      </Button>
    </Form>
  )
}
