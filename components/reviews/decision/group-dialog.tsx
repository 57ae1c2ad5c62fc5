'use client'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCommonRefusal } from '@/components/live/use-common-refusal'
import { BankName } from '@/components/names/bank-name'
import { useDifferenceWords } from '@/components/names/use-difference-words'
import { isLocked } from '@/components/reviews/desk/order'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { canSelect } from '@/components/reviews/desk/use-selection'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/fields/field'
import { Form } from '@/components/ui/fields/form'
import { Select, Textarea } from '@/components/ui/fields/input'
import { Banner } from '@/components/ui/messages/banner'
import { CancelButton, Dialog } from '@/components/ui/overlays/dialog'
import { useMounted } from '@/components/ui/use-mounted'
import type { Translate } from '@/lib/platform/language/keys'
import type { GroupDecision } from '@/lib/reviews/decision/group'
import { MAX_NOTE_LENGTH, NEEDS_NOTE, proposedReason, REASONS, type Reason } from '@/lib/reviews/reasons'
import type { QueueItem } from '@/lib/reviews/view'
import { refusedItems, type useDecisions } from './use-decisions'

type GroupDialogProps = {
  act: GroupDecision
  desk: Desk
  takeGroup: ReturnType<typeof useDecisions>['takeGroup']
  onClose: () => void
}

/** All comparisons of the selected items, one reason, one button: decided together or not at all. */
export function GroupDialog({ act, desk, takeGroup, onClose }: GroupDialogProps) {
  const t = useTranslations('review.group')
  const words = useTranslations('review')
  const common = useCommonRefusal()
  const [items] = useState(() => desk.items.filter((item) => desk.selection.has(item.id)))
  const own = items.filter((item) => !fits[act](item, desk.me.id, items[0]))
  const [reason, setReason] = useState<Reason | ''>(act === 'approve' ? reasonOf(items) : '')
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState<'reason' | 'note' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const mounted = useMounted()
  const form = useId()
  const decide = async () => {
    if (own.length > 0 || busy) return
    const said = reason !== '' && NEEDS_NOTE.has(reason) ? note.trim() : ''
    const lacks = reason === '' ? 'reason' : NEEDS_NOTE.has(reason) && !said ? 'note' : null
    setMissing(lacks)
    setProblem(null)
    if (reason === '' || lacks) return
    setBusy(true)
    const refused = await takeGroup(items, { act, reason, note: said || undefined }, mounted)
    // another group may be in question by now
    if (!mounted.current) return
    if (!refused) return onClose()
    setBusy(false)
    setProblem(common(refused) ?? sentence(refused, items, t))
  }
  const withoutThem = () => {
    desk.selection.remove(own.map(({ id }) => id))
    onClose()
  }
  const options = REASONS[act].map((value) => ({ value, label: words(`reason.${value}`) }))
  const footer = (
    <>
      <CancelButton onClick={onClose} />
      {own.length > 0 ? (
        <Button onClick={withoutThem}>{t('deselect', { count: own.length })}</Button>
      ) : (
        <Button variant="primary" type="submit" form={form} busy={busy}>
          {t(`${act}.title`, { count: items.length })}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t(`${act}.title`, { count: items.length })}
      sticky
      footer={footer}
    >
      {own.length > 0 && <OwnDecision act={act} items={own} />}
      <Form id={form} onSubmit={decide} refused={problem} className="grid grid-cols-1 gap-4">
        <Comparisons items={items} />
        <Field label={words('reasonLabel')} refused={missing === 'reason' && words('chooseReason')}>
          <Select
            value={reason}
            onChange={({ target }) => {
              setReason(target.value as Reason)
              setMissing(null)
            }}
            options={reason === '' ? [{ value: '', label: words('chooseReason') }, ...options] : options}
          />
        </Field>
        {reason !== '' && NEEDS_NOTE.has(reason) && (
          <Field label={words('noteLabel')} refused={missing === 'note' && words('noteMissing')}>
            <Textarea
              rows={2}
              maxLength={MAX_NOTE_LENGTH}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
        )}
      </Form>
    </Dialog>
  )
}

/** Whether an item may be decided together with others; the server checks it again. */
const fits: Record<GroupDecision, (item: QueueItem, myId: string, first?: QueueItem) => boolean> = {
  approve: canSelect,
  reject: (item, myId, first) =>
    !isLocked(item, myId) && item.requestedBy.id !== myId && item.matchResult === first?.matchResult,
}

const reasonOf = (items: QueueItem[]): Reason | '' =>
  proposedReason(items.flatMap(({ comparison }) => comparison?.differences ?? [])) ?? ''

/** "Nothing was decided. Oskar Weiss: decided by somebody else." */
function sentence(error: unknown, items: QueueItem[], t: Translate<'review.group'>): string {
  const named = refusedItems(error, items).map(({ name }) => name)
  return named.length > 0 ? t('refused', { names: named.join(', ') }) : t('failed')
}

function OwnDecision({ act, items }: { act: GroupDecision; items: QueueItem[] }) {
  const t = useTranslations('review.group')
  const results = useTranslations('review.result')
  const words = useDifferenceWords()
  const why = items.map(({ comparison, matchResult }) => {
    if (act === 'reject') return results(matchResult)
    const beyond = comparison?.differences.filter(({ level }) => level !== 'format') ?? []
    return beyond.length > 0
      ? words(beyond.map(({ type }) => type)).toLowerCase()
      : matchResult === 'close_match'
        ? t('notYours')
        : results(matchResult)
  })
  return (
    <Banner
      kind="warning"
      className="mb-3"
      title={t('own', { count: items.length, why: [...new Set(why)].join(', ') })}
    >
      {items.map(({ name }) => name).join(', ')}
    </Banner>
  )
}

function Comparisons({ items }: { items: QueueItem[] }) {
  const t = useTranslations('review')
  const words = useDifferenceWords()
  return (
    <ul
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable (WCAG 2.1.1)
      tabIndex={0}
      className="grid max-h-[45dvh] overflow-auto rounded-lg border border-b-0 border-border"
      aria-label={t('group.comparisons')}
    >
      {items.map((item) => (
        <li
          key={item.id}
          className="grid grid-cols-2 gap-x-4 gap-y-0.5 border-b border-border px-3.5 py-2.5 wrap-anywhere max-sm:grid-cols-1"
        >
          <b translate="no">{item.name}</b>
          <span>
            {item.matchedName ? (
              <BankName name={item.matchedName} comparison={item.comparison} />
            ) : (
              t('nothingToCompare')
            )}
          </span>
          <small className="col-span-full text-xs text-fg-muted">{words(item.differenceTypes)}</small>
        </li>
      ))}
    </ul>
  )
}
