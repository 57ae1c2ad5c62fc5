'use client'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Textarea } from '@/components/ui/fields/input'
import type { IconName } from '@/components/ui/icons/icon'
import { toast } from '@/components/ui/messages/toast'
import { Popover } from '@/components/ui/overlays/popover'
import { Kbd } from '@/components/ui/shortcuts/kbd'
import { useShortcut } from '@/components/ui/shortcuts/shortcut'
import { type DecisionKind, MAX_NOTE_LENGTH, NEEDS_NOTE, REASONS, type Reason } from '@/lib/reviews/reasons'

type ReasonMenuProps = {
  act: DecisionKind
  keys: string
  icon: IconName
  primary?: boolean
  /** Why the action is not allowed now. */
  blocked: string | null
  describedBy: string
  onChoose: (act: DecisionKind, reason: Reason, note: string) => void
  /** The note of the same decision when it was refused before. */
  typed?: string
  /** Handles the key instead; returns whether it did. */
  instead?: () => boolean
}

/** Reject, Escalate, and Approve where it needs a reason: the button opens numbered reasons, and the number decides. */
export function ReasonMenu(props: ReasonMenuProps) {
  const { act, keys, icon, primary, blocked, describedBy, onChoose, typed, instead } = props
  const t = useTranslations('review')
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState<Reason | null>(null)
  const toggle = (next: boolean) => {
    if (next && blocked) return toast(blocked)
    setOpen(next)
    setAsking(null)
  }
  useShortcut(keys, () => instead?.() || toggle(true), { label: t(act) })
  const choose = (reason: Reason, note = '') => {
    if (NEEDS_NOTE.has(reason) && !note) return setAsking(reason)
    setOpen(false)
    onChoose(act, reason, note)
  }
  const trigger = (
    <ReasonButton
      variant={primary ? 'primary' : undefined}
      icon={icon}
      keys={keys}
      className={act === 'reject' ? '[&>svg]:text-nomatch-fg' : undefined}
      aria-disabled={blocked ? true : undefined}
      aria-describedby={blocked ? describedBy : undefined}
    >
      {t(act)}
    </ReasonButton>
  )
  return (
    <Popover trigger={trigger} label={t(`${act}Why`)} align="end" open={open} onOpenChange={toggle}>
      {asking ? (
        <NoteForm
          act={act}
          label={t(`reason.${asking}`)}
          typed={typed}
          onSend={(note) => choose(asking, note)}
        />
      ) : (
        <Reasons act={act} active={open} onChoose={choose} />
      )}
    </Popover>
  )
}

/** One of the four actions: the first and the last one have full width where two are side by side. */
export function ReasonButton({ className, ...rest }: ComponentProps<typeof Button>) {
  return (
    <Button
      size="lg"
      className={cx(
        'justify-start pr-2.5 pl-3 max-md:justify-center max-md:first:col-span-full max-md:last:col-span-full [&>.kbd]:ml-auto [&>svg]:size-4',
        className,
      )}
      {...rest}
    />
  )
}

type ReasonsProps = {
  act: DecisionKind
  /** false while the menu closes: its numbers then belong to the next one */
  active: boolean
  onChoose: (reason: Reason) => void
}

function Reasons({ act, active, onChoose }: ReasonsProps) {
  const t = useTranslations('review')
  return (
    <div className="w-64">
      <p className="mb-2 text-sm font-medium">{t(`${act}Why`)}</p>
      <ol>
        {REASONS[act].map((reason, index) => (
          <ReasonLine
            key={reason}
            reason={reason}
            number={String(index + 1)}
            active={active}
            onChoose={onChoose}
          />
        ))}
      </ol>
    </div>
  )
}

type ReasonLineProps = {
  reason: Reason
  number: string
  active: boolean
  onChoose: (reason: Reason) => void
}

/** The number works as soon as the line is rendered, wherever the focus is, so R 2 may be typed quickly. */
function ReasonLine({ reason, number, active, onChoose }: ReasonLineProps) {
  const t = useTranslations('review')
  useShortcut(number, () => onChoose(reason), {
    label: t(`reason.${reason}`),
    inDialog: true,
    enabled: active,
  })
  return (
    <li>
      <button
        type="button"
        className="flex min-h-8 w-full items-center gap-2.5 rounded-sm px-1.5 py-1 text-left text-sm leading-5 hover:bg-surface-3"
        aria-keyshortcuts={number}
        onClick={() => onChoose(reason)}
      >
        <Kbd keys={number} />
        {t(`reason.${reason}`)}
      </button>
    </li>
  )
}

type NoteFormProps = { act: DecisionKind; label: string; typed?: string; onSend: (note: string) => void }

function NoteForm({ act, label, typed = '', onSend }: NoteFormProps) {
  const t = useTranslations('review')
  const [note, setNote] = useState(typed)
  const [missing, setMissing] = useState(false)
  const send = () => {
    setMissing(!note.trim())
    if (note.trim()) onSend(note.trim())
  }
  return (
    <Form onSubmit={send} className="grid w-64 gap-3">
      <p className="text-sm font-medium">{label}</p>
      <Field label={t('noteLabel')} refused={missing && t('noteMissing')}>
        <Textarea
          rows={3}
          maxLength={MAX_NOTE_LENGTH}
          autoFocus
          value={note}
          onChange={({ target }) => setNote(target.value)}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) =>
            key === 'Enter' && (ctrlKey || metaKey) && currentTarget.form?.requestSubmit()
          }
        />
      </Field>
      <Button variant="primary" type="submit">
        {t(act)}
      </Button>
    </Form>
  )
}
