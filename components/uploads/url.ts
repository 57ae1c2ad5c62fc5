import { type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { REVIEW_STATES, STATUS_REASONS } from '@/lib/history/filters'
import { ONLY } from '@/lib/uploads/view'
import { OUTCOMES } from '@/lib/verifications/outcome'

const ORDERS = ['newest', 'row'] as const

/** The URL parameters of an upload. Unknown values are ignored; the search text is never included. */
export const rowParsers = {
  result: parseAsArrayOf(parseAsStringLiteral(OUTCOMES)).withDefault([]),
  reason: parseAsArrayOf(parseAsStringLiteral(STATUS_REASONS)).withDefault([]),
  review: parseAsArrayOf(parseAsStringLiteral(REVIEW_STATES)).withDefault([]),
  order: parseAsStringLiteral(ORDERS),
  /** only rows that reuse an earlier check, or could; only those that were edited before sending */
  only: parseAsStringLiteral(ONLY),
  /** the open record */
  open: parseAsString,
}
export type RowFilters = Pick<
  inferParserType<typeof rowParsers>,
  'result' | 'reason' | 'review' | 'order' | 'only'
>
