'use client'
import { type RefObject, useState, useSyncExternalStore } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { announce } from '@/components/ui/live-text'
import { type DecisionAct, NEEDS_NOTE, type Reason } from '@/lib/reviews/reasons'
import type { ReviewItem } from '@/lib/reviews/view'
import type { useClaim } from './use-claim'
import type { Choice } from './use-decisions'
import type { Desk } from './use-desk'

type RailInput = {
  desk: Desk
  item: ReviewItem
  take: (item: ReviewItem, choice: Choice) => void
  claim: ReturnType<typeof useClaim>
  form: RefObject<HTMLElement | null>
}

/** A bank that did not confirm the name: only a call to the payee can. */
export const needsCallBack = (item: ReviewItem): boolean =>
  item.matchResult === 'no_match' || item.matchResult === 'account_not_verifiable'

/** The second person forms an own view: nothing is chosen beforehand. */
const firstReason = (item: ReviewItem): Reason | '' => {
  if (needsCallBack(item)) return 'confirmed_with_payee'
  return item.state === 'todo' ? (item.proposedReason ?? '') : ''
}

/** What the buttons of the rail do, and why they may not. */
export function useRail({ desk, item, take, claim, form }: RailInput) {
  const t = useTranslations('review')
  const why = useWhyBlocked(item, desk.me)
  const [reason, setReason] = useState<Reason | ''>(firstReason(item))
  const [note, setNote] = useState('')
  const [error, setError] = useState<'reason' | 'note' | 'callBack' | null>(null)

  const stop = (what: 'reason' | 'note' | 'callBack') => {
    setError(what)
    claim.touch()
    const field = form.current?.querySelector<HTMLElement>(what === 'reason' ? 'select' : 'textarea')
    // the note appears only with its reason
    if (field) field.focus()
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('textarea')?.focus())
  }
  const approve = () => {
    if (why) return announce(why)
    if (reason === '') return stop('reason')
    if (needsCallBack(item) && !note.trim()) return stop('callBack')
    if (NEEDS_NOTE.has(reason) && !note.trim()) return stop('note')
    take(item, { act: 'approve', reason, note: note.trim() || undefined })
  }
  const choose = (act: DecisionAct, chosen: Reason, why_: string) =>
    take(item, { act, reason: chosen, note: why_ || undefined })
  const skip = () => {
    claim.release(item.id)
    const next = desk.items.find(
      (each) => each.id !== item.id && (desk.skips.until[each.id] ?? 0) < Date.now(),
    )
    desk.skips.skip(item.id)
    if (next) desk.show(desk.items[desk.items.indexOf(next)]?.id ?? null, { focus: true })
    announce(next ? t('said.skipped', { name: next.name }) : t('said.nothingElse'))
  }
  const change = {
    reason: (next: Reason | '') => {
      setReason(next)
      setError(null)
      claim.touch()
    },
    note: (next: string) => {
      setNote(next)
      setError(null)
      claim.touch()
    },
  }
  return { why, approve, choose, skip, form: { reason, note, error, change } }
}

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** The sentence beside a button that is off; null when the reader may decide. The server refuses the same. */
function useWhyBlocked(item: ReviewItem, me: Desk['me']): string | null {
  const t = useTranslations('review.blocked')
  const format = useFormatter()
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  if (item.requestedBy.id === me.id) return t('requester')
  if (!me.mayDecide || item.blocked === 'role') return t('role')
  if (item.blocked === 'four_eyes_first') return t('first')
  if (item.blocked === 'claimed_by_other') {
    const time = item.claimedUntil ? format.dateTime(new Date(item.claimedUntil), { timeStyle: 'short' }) : ''
    return t('claimed', { name: item.claimedBy?.name ?? '', time })
  }
  return online ? null : t('offline')
}
