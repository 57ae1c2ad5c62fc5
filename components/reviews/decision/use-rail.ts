'use client'
import { type RefObject, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '@/components/page/use-online'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { useDateWords } from '@/components/ui/format'
import { announce } from '@/components/ui/messages/live-text'
import { toast } from '@/components/ui/messages/toast'
import { serverNow } from '@/components/ui/server-now'
import { readName } from '@/lib/names/read'
import { confirmedCall, needsCallBack } from '@/lib/reviews/call'
import { type DecisionKind, NEEDS_NOTE, type Reason } from '@/lib/reviews/reasons'
import { type ReviewItem, standingDecisions } from '@/lib/reviews/view'
import { type CallField, hasCallInput, readDraft, withCallField } from './call-draft'
import { draftKey, type RailDraft, type RailDrafts, railDraftOf } from './rail-draft'
import type { useClaim } from './use-claim'
import type { Choice } from './use-decisions'

type RailInput = {
  desk: Desk
  item: ReviewItem
  take: (item: ReviewItem, choice: Choice) => void
  claim: ReturnType<typeof useClaim>
  form: RefObject<HTMLFormElement | null>
  /** the decision on this item that was refused before */
  refused: Choice | undefined
  drafts: RailDrafts
}

type Problem = 'reason' | 'note' | 'notConfirmed' | 'correctedName' | CallField

/** The actions of the buttons in the right pane, and why one is not allowed. */
export function useRail({ desk, item, take: decide, claim, form, refused, drafts }: RailInput) {
  const t = useTranslations('review')
  const why = useWhyBlocked(item, desk.me)
  const [draft, setDraft] = useState(() => railDraftOf(drafts, item, refused))
  const [problems, setProblems] = useState<readonly Problem[]>([])

  const stop = (...found: Problem[]) => {
    setProblems(found)
    claim.touch()
    form.current?.requestSubmit()
  }
  const change = (next: Partial<RailDraft>) => {
    const changed = { ...draft, ...next }
    drafts.set(draftKey(item), changed)
    setDraft(changed)
    claim.touch()
  }
  const take: RailInput['take'] = (...decided) => {
    drafts.delete(draftKey(item))
    decide(...decided)
  }
  const approveWith = (reason: Reason | '', note: string) => {
    if (reason === '') return stop('reason')
    const record = readDraft(draft.call)
    const onRecord = !hasCallInput(draft.call) && confirmedCall(standingDecisions(item.decisions)) !== null
    if (needsCallBack(item) && !onRecord) {
      if ('wrong' in record) return stop(...record.wrong)
      if (record.call.outcome !== 'confirmed') return stop('notConfirmed')
    } else if (!needsCallBack(item) && NEEDS_NOTE.has(reason) && !note) return stop('note')
    const name = draft.correctedName.trim()
    if (name !== '' && !readName(name).ok) return stop('correctedName')
    const callBack = 'call' in record ? record.call : undefined
    take(item, {
      act: 'approve',
      reason,
      note: note || undefined,
      callBack,
      correctedName: name || undefined,
    })
  }
  const approve = () => {
    if (why) return toast(why)
    const { reason } = draft
    // a note that was typed for another reason is not on screen
    approveWith(reason, reason !== '' && NEEDS_NOTE.has(reason) ? draft.note.trim() : '')
  }
  const choose = (act: DecisionKind, chosen: Reason, note: string) => {
    if (act === 'approve') return approveWith(chosen, note)
    const record = readDraft(draft.call)
    if (hasCallInput(draft.call) && 'wrong' in record) return stop(...record.wrong)
    const callBack = 'call' in record ? record.call : undefined
    take(item, { act, reason: chosen, note: note || undefined, callBack })
  }
  const skip = () => {
    const next = desk.items.find(
      (each) => each.id !== item.id && (desk.skips.until[each.id] ?? 0) < serverNow(),
    )
    if (!next) return toast(t('said.nothingElse'))
    claim.release()
    desk.skips.skip(item.id)
    desk.show(next.id, { focus: true })
    announce(t('said.skipped', { name: next.name }))
  }
  const changeCall = (field: CallField, value: string) =>
    change({ call: withCallField(draft.call, field, value) })
  return { why, approve, choose, skip, form: { draft, problems, change, changeCall } }
}
export type RailForm = ReturnType<typeof useRail>['form']

/** Why a button is disabled; null when the reader may decide. The server checks the same. */
function useWhyBlocked(item: ReviewItem, me: Desk['me']): string | null {
  const t = useTranslations('review.blocked')
  const words = useDateWords()
  const online = useOnline()
  if (item.requestedBy.id === me.id || item.blocked === 'four_eyes_requester') return t('requester')
  if (!me.mayDecide || item.blocked === 'role') return t('role')
  if (item.blocked === 'decides_later') return t('later')
  if (item.blocked === 'four_eyes_loader') return t('loader')
  if (item.blocked === 'four_eyes_first') return t('first')
  if (item.blocked === 'claimed_by_other') {
    const time = item.claimedUntil ? words(item.claimedUntil, { timeStyle: 'short' }) : ''
    return t('claimed', { name: item.claimedBy?.name ?? '', time })
  }
  return online ? null : t('offline')
}
