import { isDay } from '@/lib/platform/days/period'
import type { TableNote } from '@/lib/tables/table'
import { firstText, type MessagePart, type Texts } from './outline'
import { DATES } from './paths'

const LONGEST = 50

/** The execution date of a batch as it is written, shortened; null when it has none. */
export const dateTextOf = (texts: Texts): string | null =>
  firstText(texts, ...DATES)?.slice(0, LONGEST) ?? null

/** The execution date of a batch, as `2026-03-31`. Null for one that the calendar doesn't have. */
export function dueDayOf(texts: Texts): string | null {
  const [day = ''] = /^\d{4}-\d\d-\d\d(?=$|[TZ+-])/.exec(dateTextOf(texts) ?? '') ?? []
  return isDay(day) ? day : null
}

/** A note that names the execution dates that can't be read, each once; none when all can. */
export function dateNotes(messages: MessagePart<unknown>[]): TableNote[] {
  const batches = messages.flatMap((message) => message.batches)
  const dates = batches.flatMap(({ texts }) => (dueDayOf(texts) === null ? (dateTextOf(texts) ?? []) : []))
  return dates.length > 0 ? [{ code: 'dates_unreadable', dates: [...new Set(dates)] }] : []
}
