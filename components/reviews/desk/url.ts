import {
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import type { EnvironmentName } from '@/lib/http/paths'
import { DIFFERENCES } from '@/lib/names/differences'
import { isUuid } from '@/lib/platform/uuid'
import { REVIEW_RESULTS, SOURCES } from '@/lib/reviews/policy'
import { QUEUE_ORDERS, TABS } from '@/lib/reviews/tabs'
import { AGES } from '@/lib/reviews/view'

/** The URL parameters of the queue: never the search text. Unknown values are ignored. */
export const deskParsers = {
  tab: parseAsStringLiteral(TABS).withDefault('todo'),
  result: parseAsArrayOf(parseAsStringLiteral(REVIEW_RESULTS)).withDefault([]),
  diff: parseAsArrayOf(parseAsStringLiteral(DIFFERENCES)).withDefault([]),
  source: parseAsArrayOf(parseAsStringLiteral(SOURCES)).withDefault([]),
  /** waiting for at least so many days */
  age: parseAsStringLiteral(AGES),
  upload: parseAsString.withDefault(''),
  /** null: the default of the tab */
  sort: parseAsStringLiteral(QUEUE_ORDERS),
}
export type DeskFilters = inferParserType<typeof deskParsers>

export const writeDeskFilters = createSerializer(deskParsers)

/** The filter of the items, as in the API. */
export function queueSearchOf(environment: EnvironmentName, filters: DeskFilters, text: string) {
  return {
    environment,
    tab: filters.tab,
    results: filters.result,
    differences: filters.diff,
    sources: filters.source,
    ...(filters.age && { olderThanDays: Number(filters.age) }),
    ...(isUuid(filters.upload) && { uploadId: filters.upload }),
    text,
  }
}

/** The body of POST /api/reviews/search. */
export const queueBody = (environment: EnvironmentName, filters: DeskFilters, text: string) => ({
  ...queueSearchOf(environment, filters, text),
  ...(filters.sort && { order: filters.sort }),
})

/** The number of active filters. */
export const countFilters = ({ result, diff, source, age, upload }: DeskFilters): number =>
  result.length + diff.length + source.length + (age ? 1 : 0) + (isUuid(upload) ? 1 : 0)
export const isQueueFiltered = (filters: DeskFilters): boolean => countFilters(filters) > 0
export const NO_QUEUE_FILTERS = { result: null, diff: null, source: null, age: null, upload: null }
