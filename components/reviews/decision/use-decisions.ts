'use client'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Problem, problemCode, request } from '@/components/live/request'
import { useDifferenceWords } from '@/components/names/use-difference-words'
import { isStillAt, nextAfter } from '@/components/reviews/desk/order'
import type { Desk } from '@/components/reviews/desk/use-desk'
import { announce } from '@/components/ui/messages/live-text'
import { bidiIsolate, dismissNote, toast, toastError } from '@/components/ui/messages/toast'
import { serverNow } from '@/components/ui/server-now'
import { withKey } from '@/components/ui/shortcuts/kbd'
import { isTypedInto } from '@/components/ui/shortcuts/shortcut-rules'
import { api } from '@/lib/http/paths'
import { keyOr } from '@/lib/platform/language/keys'
import type { CallBack } from '@/lib/reviews/call'
import type { GroupDecision } from '@/lib/reviews/decision/group'
import { type StoredReviewState, UNDO_MS } from '@/lib/reviews/policy'
import type { DecisionKind, Reason } from '@/lib/reviews/reasons'
import type { QueueItem, ReviewItem } from '@/lib/reviews/view'

/** `repeats` is the earlier decision on the same names that this one repeats. */
export type Choice = {
  act: DecisionKind
  reason: Reason
  note?: string
  repeats?: string
  callBack?: CallBack
  correctedName?: string
}
type Sent = Choice & { item: ReviewItem }
/** One item, or several that were decided together. */
type DecidedItems = { ids: string[]; name: string; at: number; group?: GroupItem[] }
/** `from`: the item that was on screen when the person asked. */
type Undo = DecidedItems & { from: string | null }
type GroupItem = { id: string; name: string; decisionId: string }

/** Decides and undoes. Optimistic: the next item is on screen before the server has responded. */
export function useDecisions(desk: Desk) {
  const t = useTranslations('review')
  const undoWord = withKey(t('undo'), 'z')
  // its shortcut works on this page only
  useEffect(() => dismissNote, [])
  const say = useSpoken()
  // an answer may come after the person has gone on
  const shown = useRef(desk)
  shown.current = desk
  const last = useRef<Promise<DecidedItems | null>>(Promise.resolve(null))
  /** The last decisions that were refused, by item: what was typed for them must not get lost. */
  const refused = useRef(new Map<string, Choice>())

  const failed = (error: unknown, item: { id: string; name: string }) => {
    toastError(
      t(keyOr(t, `failed.${problemCode(error)}`, 'failed.other'), { name: bidiIsolate(item.name) }),
      {
        action: { label: t('failed.open'), onClick: () => desk.open(item.id) },
      },
    )
  }
  const undo = useMutation({
    onMutate: async ({ ids }) => {
      const latest = await last.current
      if (latest?.ids.join() === ids.join()) last.current = Promise.resolve(null)
    },
    mutationFn: ({ ids: [id = ''], group }: Undo) =>
      group
        ? request(api.reviewGroupUndo, {
            body: { items: group.map(({ id, decisionId }) => ({ id, decisionId })) },
          })
        : request(api.reviewUndo(id), { method: 'POST' }),
    onSuccess: async (_, { ids: [first = null], name, from }) => {
      toast(t('undone', { name: bidiIsolate(name) }))
      if (first) await desk.reload(first) // what is shown can be decided immediately
      // the keys of a person who has gone on must not decide it
      const stays = isStillAt(from, shown.current.currentId, first) && !isTypedInto(document.activeElement)
      if (stays) shown.current.show(first, { focus: true })
    },
    onError: (error, { ids, name, group = [] }) => {
      const stay = refusedItems(error, group)
      if (stay.length === 0) return failed(error, { id: ids[0] ?? '', name })
      toastError(t('group.notUndone', { names: stay.map((item) => bidiIsolate(item.name)).join(', ') }))
    },
    onSettled: desk.refresh,
  })
  const undoFromHere = (taken: DecidedItems) => undo.mutate({ ...taken, from: shown.current.currentId })
  const decide = useMutation({
    mutationFn: ({ item, act, reason, note, repeats, callBack, correctedName }: Sent) =>
      request<{ state: StoredReviewState }>(api.reviewDecision(item.id), {
        body: {
          decision: act,
          reason,
          note,
          repeats,
          callBack,
          correctedName,
          evidenceHash: item.evidenceHash,
        },
      }),
    onSuccess: ({ state }, { item, act }) => {
      const taken = { ids: [item.id], name: item.name, at: serverNow() }
      toast(t(`done.${doneWord(item, act, state)}`, { name: bidiIsolate(item.name) }), {
        action: { label: undoWord, onClick: () => undoFromHere(taken) },
        said: true,
      })
    },
    onError: (error, { item, ...choice }) => {
      refused.current.set(item.id, choice)
      failed(error, item)
    },
    onSettled: async (_answer, _error, { item }) => {
      await desk.refresh()
      desk.unhide(item.id)
    },
  })

  const take = (item: ReviewItem, choice: Choice) => {
    const next = nextAfter(desk.items, item.id, desk.me.id)
    refused.current.delete(item.id)
    desk.hide(item.id)
    desk.show(next?.id ?? null, { focus: true })
    say(choice.act, next)
    const before = last.current
    last.current = decide.mutateAsync({ item, ...choice }).then(
      () => ({ ids: [item.id], name: item.name, at: serverNow() }),
      () => before,
    )
  }
  /**
   * Undoes the decision on the item that is shown, or else the last one. Undo may be pressed before the server has
   * responded, and then waits for it.
   */
  const takeBack = async (item: ReviewItem | undefined) => {
    const from = shown.current.currentId
    const latest = await last.current
    const undoable = latest && serverNow() - latest.at < UNDO_MS ? latest : null
    const own = item?.undoableUntil && Date.parse(item.undoableUntil) > serverNow() ? item : null
    const taken = own ? { ids: [own.id], name: own.name, at: serverNow() } : undoable
    if (taken) undo.mutate({ ...taken, from })
    else toast(t('nothingToUndo'))
  }
  /**
   * @param asking whether its dialog is still open; otherwise the person has gone on, and stays where they are
   * @returns why nothing was decided, or null when all were
   */
  const takeGroup = async (
    items: QueueItem[],
    { act, reason, note }: Pick<Choice, 'reason' | 'note'> & { act: GroupDecision },
    asking: RefObject<boolean>,
  ): Promise<unknown> => {
    const ids = items.map(({ id }) => id)
    let decided: { items: { id: string; decisionId: string }[] }
    try {
      decided = await request(api.reviewGroup, {
        body: {
          decision: act,
          reason,
          note,
          items: items.map(({ id, evidenceHash }) => ({ id, evidenceHash })),
        },
      })
    } catch (error) {
      void desk.refresh()
      return error
    }
    const group = decided.items.map((item, n) => ({ ...item, name: items[n]?.name ?? '' }))
    const taken = { ids, name: t('group.items', { count: ids.length }), at: serverNow(), group }
    last.current = Promise.resolve(taken)
    desk.selection.remove(ids)
    desk.hide(...ids)
    const said = asking.current
    if (said) {
      const next = shown.current.items.find((item) => !ids.includes(item.id)) ?? null
      shown.current.show(next?.id ?? null, { focus: true })
      say(act, next)
    }
    toast(t(`group.${act}.done`, { count: ids.length }), {
      action: { label: undoWord, onClick: () => undoFromHere(taken) },
      said,
    })
    await desk.refresh()
    desk.unhide(...ids)
    return null
  }
  return { take, takeBack, takeGroup, refusedOf: (id: string) => refused.current.get(id) }
}

/** The items of a group that a problem names: `items.2` is the third one that was sent. */
export const refusedItems = <Item>(error: unknown, items: readonly Item[]): Item[] =>
  error instanceof Problem ? error.errors.flatMap(({ path }) => items[Number(path.split('.')[1])] ?? []) : []

/** "1 of 2" belongs to the decision that needs a second one. */
function doneWord(
  item: ReviewItem,
  act: DecisionKind,
  state: StoredReviewState,
): `${DecisionKind}.${'first' | 'second' | 'only'}` {
  if (state === 'second_approval') return `${act}.first`
  if (act !== 'escalate' && item.state === 'second_approval' && item.policy !== 'one') return `${act}.second`
  return `${act}.only`
}

/** "Approved. Next: Oskar Weiss, close match, special letter." */
function useSpoken() {
  const t = useTranslations('review')
  const words = useDifferenceWords()
  return (act: DecisionKind, next: QueueItem | null) => {
    const done = t(`said.${act}`)
    if (!next) return announce(t('said.last', { done }))
    const result = t(`result.${next.matchResult}`)
    const differences = words(next.differenceTypes)
    announce(
      t('said.next', { done, name: next.name, result, differences: differences.toLowerCase() || 'none' }),
    )
  }
}
