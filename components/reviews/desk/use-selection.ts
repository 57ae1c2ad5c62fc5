'use client'
import { useRef, useState } from 'react'
import { groupable, MAX_GROUP } from '@/lib/reviews/decision/group'
import type { QueueItem } from '@/lib/reviews/view'
import { isLocked } from './order'

/** Whether the reader may select this item for a group decision. The server checks it again. */
export const canSelect = (item: QueueItem, myId: string): boolean =>
  groupable(item) && !isLocked(item, myId) && item.requestedBy.id !== myId

/** The ids between two items in list order, inclusive. */
export function idsBetween(items: readonly { id: string }[], from: string, to: string): string[] {
  const [a, b] = [from, to].map((id) => items.findIndex((item) => item.id === id))
  if (a === undefined || b === undefined || a < 0 || b < 0) return [to]
  return items.slice(Math.min(a, b), Math.max(a, b) + 1).map((item) => item.id)
}

/** The set without some of its ids. */
export const without = (ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> =>
  new Set([...ids].filter((id) => !gone.includes(id)))

/** The items selected for one decision: at most 25, only from the list. */
export function useSelection(items: QueueItem[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const listed = (of: ReadonlySet<string>) => items.map(({ id }) => id).filter((id) => of.has(id))
  const ids = listed(chosen)
  const toggle = (id: string, range: boolean) => {
    const from = range ? last.current : null
    last.current = id
    setChosen((now) => {
      const next = new Set(listed(now))
      if (from) for (const each of idsBetween(items, from, id)) next.add(each)
      else if (!next.delete(id)) next.add(id)
      return new Set([...next].slice(0, MAX_GROUP))
    })
  }
  const join = (myId: string) => {
    const open = items.filter((item) => canSelect(item, myId))
    setChosen(new Set(open.slice(0, MAX_GROUP).map(({ id }) => id)))
    return open.length
  }
  return {
    ids,
    /** Selects everything that may be approved together. @returns how many items */
    join,
    full: ids.length >= MAX_GROUP,
    has: (id: string) => chosen.has(id),
    toggle,
    clear: () => setChosen(new Set()),
    /** Also after an answer that is late, so what was selected since stays. */
    remove: (gone: readonly string[]) => setChosen((now) => without(now, gone)),
  }
}
