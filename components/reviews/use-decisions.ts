'use client'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, request } from '@/components/live/request'
import { useDifferenceWords } from '@/components/names/differences'
import { announce } from '@/components/ui/live-text'
import { toast, toastError } from '@/components/ui/toast'
import { api } from '@/lib/http/paths'
import type { ReviewState } from '@/lib/reviews/policy'
import type { DecisionAct, Reason } from '@/lib/reviews/reasons'
import type { QueueItem, ReviewItem } from '@/lib/reviews/view'
import { nextAfter } from './order'
import type { Desk } from './use-desk'

export type Choice = { act: DecisionAct; reason: Reason; note?: string }
type Sent = Choice & { item: ReviewItem }
type Taken = { id: string; name: string; at: number }

const UNDO_MS = 5 * 60_000
const KNOWN = [
  'already_decided',
  'claimed_by_other',
  'evidence_changed',
  'four_eyes',
  'offline',
  'undo_too_late',
]

/** Decides and takes back. The next item is on screen before the server has answered. */
export function useDecisions(desk: Desk) {
  const t = useTranslations('review')
  const say = useSpoken()
  const last = useRef<Promise<Taken | null>>(Promise.resolve(null))

  const failed = (error: unknown, item: { id: string; name: string }) => {
    const code = error instanceof Problem && KNOWN.includes(error.code) ? error.code : 'other'
    toastError(t(`failed.${code}`, { name: item.name }), {
      action: { label: t('failed.open'), onClick: () => desk.show(item.id, { focus: true }) },
    })
  }
  const undo = useMutation({
    mutationFn: ({ id }: Taken) => request<{ state: ReviewState }>(api.reviewUndo(id), { method: 'POST' }),
    onSuccess: (_, taken) => {
      last.current = Promise.resolve(null)
      toast(t('undone', { name: taken.name }))
      announce(t('undone', { name: taken.name }))
      desk.show(taken.id, { focus: true })
    },
    onError: failed,
    onSettled: desk.refresh,
  })
  const decide = useMutation({
    mutationFn: ({ item, act, reason, note }: Sent) =>
      request<{ state: ReviewState }>(api.reviewDecision(item.id), {
        body: { decision: act, reason, ...(note && { note }), evidenceHash: item.evidenceHash },
      }),
    onSuccess: ({ state }, { item, act }) => {
      const taken = { id: item.id, name: item.name, at: Date.now() }
      toast(t(`done.${doneWord(item, act, state)}`, { name: item.name }), {
        id: `decision-${item.id}`,
        action: { label: t('undo'), onClick: () => undo.mutate(taken) },
      })
    },
    onError: (error, { item }) => failed(error, item),
    onSettled: async (_answer, _error, { item }) => {
      await desk.refresh()
      desk.unhide(item.id)
    },
  })

  const take = (item: ReviewItem, choice: Choice) => {
    const next = nextAfter(desk.items, item.id, desk.me.id)
    desk.hide(item.id)
    desk.show(next?.id ?? null, { focus: true })
    say(choice.act, next)
    last.current = decide.mutateAsync({ item, ...choice }).then(
      () => ({ id: item.id, name: item.name, at: Date.now() }),
      () => null,
    )
  }
  /** Undo may be pressed before the server has answered: it waits for the answer. */
  const takeBack = async (item: ReviewItem | undefined) => {
    const latest = await last.current
    const undoable = latest && Date.now() - latest.at < UNDO_MS ? latest : null
    const own = item?.undoableUntil && Date.parse(item.undoableUntil) > Date.now() ? item : null
    const taken = undoable ?? (own && { id: own.id, name: own.name, at: Date.now() })
    if (taken) undo.mutate(taken)
    else announce(t('nothingToUndo'))
  }
  return { take, takeBack }
}

/** "1 of 2" belongs to the decision that needs a second one. */
function doneWord(item: ReviewItem, act: DecisionAct, state: ReviewState): string {
  if (state === 'second_approval') return `${act}.first`
  if (act !== 'escalate' && item.state === 'second_approval' && item.policy !== 'one') return `${act}.second`
  return `${act}.only`
}

/** "Approved. Next: Oskar Weiss, close match, special letter." */
function useSpoken() {
  const t = useTranslations('review')
  const words = useDifferenceWords()
  return (act: DecisionAct, next: QueueItem | null) => {
    const done = t(`said.${act}`)
    if (!next) return announce(t('said.last', { done }))
    const result = t(`result.${next.matchResult}`)
    const differences = words(next.differenceTypes)
    announce(
      t('said.next', { done, name: next.name, result, differences: differences.toLowerCase() || 'none' }),
    )
  }
}
