import { DAY_MS } from '@/lib/platform/days/period'
import type { SpendingView, SpentBy } from '@/lib/usage/view'

/** One bar: a day, or a month in long periods. `start` is its first day. */
export type BarSlot = { start: string; months: boolean; spent: SpentBy }

/** More days than this are shown as months. */
const MAX_DAYS = 62

/** The period without gaps: a day without credits has a bar too. */
export function barSlots({ from, to, byDay }: Pick<SpendingView, 'from' | 'to' | 'byDay'>): BarSlot[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  const months = count > MAX_DAYS
  const startOf = (day: string) => (months ? `${day.slice(0, 7)}-01` : day)
  const slots = new Map<string, BarSlot>()
  for (let at = 0; at < count; at++) {
    const start = startOf(new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10))
    slots.set(start, { start, months, spent: { single: 0, bulk: 0, api: 0, total: 0 } })
  }
  for (const { day, single, bulk, api, total } of byDay) {
    const spent = slots.get(startOf(day))?.spent
    if (!spent) continue
    spent.single += single
    spent.bulk += bulk
    spent.api += api
    spent.total += total
  }
  return [...slots.values()]
}
