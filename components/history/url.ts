import {
  createLoader,
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import type { EnvironmentName } from '@/lib/http/paths'
import { OUTCOMES } from '@/lib/verifications/outcome'

export const SOURCES = ['single', 'bulk', 'api'] as const

/** What the address of the history holds: never a name, never an IBAN, never what was searched for. */
export const historyParsers = {
  result: parseAsArrayOf(parseAsStringLiteral(OUTCOMES)).withDefault([]),
  source: parseAsArrayOf(parseAsStringLiteral(SOURCES)).withDefault([]),
  mine: parseAsBoolean.withDefault(false),
  after: parseAsString.withDefault(''),
  open: parseAsString.withDefault(''),
}
export type HistoryFilters = inferParserType<typeof historyParsers>

export const readHistoryFilters = createLoader(historyParsers)
export const writeHistoryFilters = createSerializer(historyParsers)

export const PAGE_SIZE = 50

/** The body of POST /api/verifications/search for these filters and this text. */
export function historyBody(environment: EnvironmentName, filters: HistoryFilters, text: string) {
  return {
    environment,
    filters: { outcome: filters.result, source: filters.source, mine: filters.mine },
    text,
    ...(filters.after && { after: filters.after }),
    size: PAGE_SIZE,
  }
}

export const isFiltered = (filters: HistoryFilters, text = ''): boolean =>
  filters.result.length > 0 || filters.source.length > 0 || filters.mine || text !== ''

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isId = (text: string | undefined): text is string => text !== undefined && UUID.test(text)
