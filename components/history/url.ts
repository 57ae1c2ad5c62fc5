import {
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import { isAcceptedFilter, PERIODS, REVIEW_STATES, STATUS_REASONS } from '@/lib/history/filters'
import type { EnvironmentName } from '@/lib/http/paths'
import { inOrder } from '@/lib/platform/days/period'
import { SOURCES } from '@/lib/reviews/policy'
import { OUTCOMES } from '@/lib/verifications/outcome'
import { PURPOSES } from '@/lib/verifications/remarks'

/** The URL parameters of the history: never a name, an IBAN or a search text. */
export const historyParsers = {
  result: parseAsArrayOf(parseAsStringLiteral(OUTCOMES)).withDefault([]),
  source: parseAsArrayOf(parseAsStringLiteral(SOURCES)).withDefault([]),
  reason: parseAsArrayOf(parseAsStringLiteral(STATUS_REASONS)).withDefault([]),
  review: parseAsArrayOf(parseAsStringLiteral(REVIEW_STATES)).withDefault([]),
  purpose: parseAsArrayOf(parseAsStringLiteral(PURPOSES)).withDefault([]),
  country: parseAsArrayOf(parseAsString).withDefault([]),
  bank: parseAsArrayOf(parseAsString).withDefault([]),
  person: parseAsArrayOf(parseAsString).withDefault([]),
  period: parseAsStringLiteral(PERIODS),
  from: parseAsString.withDefault(''),
  to: parseAsString.withDefault(''),
  mine: parseAsBoolean.withDefault(false),
  after: parseAsString.withDefault(''),
  open: parseAsString.withDefault(''),
  /** the selected saved view */
  view: parseAsString.withDefault(''),
}
export type HistoryFilters = inferParserType<typeof historyParsers>

/** The filters without the page and the open record. */
export type Narrowing = Omit<HistoryFilters, 'after' | 'open' | 'view'>
export const NO_HISTORY_FILTERS: Narrowing = {
  result: [],
  source: [],
  reason: [],
  review: [],
  purpose: [],
  country: [],
  bank: [],
  person: [],
  period: null,
  from: '',
  to: '',
  mine: false,
}

/** The filters as the API takes them; an invalid URL parameter counts as not set. */
export function filterBody({ result, after: _, open: __, view: ___, to, ...rest }: HistoryFilters) {
  const end = inOrder({ from: rest.from, to }) ? to : ''
  const given = Object.entries({ outcome: result, ...rest, to: end })
  return Object.fromEntries(
    given.filter(([name, value]) => value && String(value) !== '' && isAcceptedFilter(name, value)),
  )
}

/** Whether both find the same checks. */
export const isSameNarrowing = (a: Narrowing, b: Narrowing): boolean => {
  const text = (given: Narrowing) =>
    JSON.stringify(Object.entries(filterBody({ ...given, after: '', open: '', view: '' })).sort())
  return text(a) === text(b)
}

const PAGE_SIZE = 50

/** The body of POST /api/verifications/search for these filters and this text. */
export function historyBody(environment: EnvironmentName, filters: HistoryFilters, text: string) {
  return {
    environment,
    filters: filterBody(filters),
    text,
    ...(filters.after && { after: filters.after }),
    size: PAGE_SIZE,
  }
}

export const isHistoryFiltered = (filters: HistoryFilters, text = ''): boolean =>
  Object.keys(filterBody(filters)).length > 0 || text !== ''
