import { z } from 'zod'
import {
  BANK_PATTERN,
  COUNTRY_PATTERN,
  MAX_FILTER_VALUES,
  PERIODS,
  REVIEW_STATES,
  STATUS_REASONS,
} from '@/lib/history/filters'
import { cursor } from '@/lib/http/paging'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { searchedIban } from '@/lib/iban/clean'
import { foldName } from '@/lib/names/text/fold'
import { day, refineDateOrder } from '@/lib/platform/days/days'
import { pageNumber } from '@/lib/platform/pages/whole-number'
import { SOURCES } from '@/lib/reviews/policy'
import { TABLE_FORMATS } from '@/lib/tables/table'
import { OUTCOMES } from '@/lib/verifications/outcome'
import { PURPOSES } from '@/lib/verifications/remarks'

/**
 * The filters: each one narrows the result, several values of one widen it. Days are days of TIME_ZONE, inclusive, and a
 * period ends today, so a saved one moves on.
 */
export const historyFilters = z.strictObject({
  outcome: z.array(z.enum(OUTCOMES)).max(OUTCOMES.length).default([]),
  reason: z.array(z.enum(STATUS_REASONS)).max(STATUS_REASONS.length).default([]),
  review: z.array(z.enum(REVIEW_STATES)).max(REVIEW_STATES.length).default([]),
  source: z.array(z.enum(SOURCES)).max(SOURCES.length).default([]),
  purpose: z.array(z.enum(PURPOSES)).max(PURPOSES.length).default([]),
  country: z.array(z.string().regex(COUNTRY_PATTERN)).max(MAX_FILTER_VALUES).default([]),
  bank: z.array(z.string().regex(BANK_PATTERN)).max(MAX_FILTER_VALUES).default([]),
  person: z.array(z.uuid()).max(MAX_FILTER_VALUES).default([]),
  period: z.enum(PERIODS).optional(),
  from: day.optional(),
  to: day.optional(),
  mine: z.boolean().default(false),
  uploadId: z.uuid().optional(),
})

/** Body of POST /api/verifications/search. The text never appears in a URL. Newest first. */
export const historyInput = z.strictObject({
  environment: z.enum(ENVIRONMENTS).default('live'),
  filters: historyFilters.superRefine(refineDateOrder).prefault({}),
  text: z.string().trim().max(140).default(''),
  after: cursor.optional(),
  size: pageNumber(1, 100).default(50),
})
export type HistoryInput = z.infer<typeof historyInput>

/** Body of POST /api/verifications/export: everything that the same search matches, as a file. */
export const historyExport = z.strictObject({
  environment: historyInput.shape.environment,
  filters: historyInput.shape.filters,
  text: historyInput.shape.text,
  format: z.enum(TABLE_FORMATS),
  ibans: z.enum(['full', 'ends']).default('full'),
})
export type HistoryExport = z.infer<typeof historyExport>

/** What a search text may mean. Several at once: “2000” may end an IBAN, be a reference or be part of a name. */
export type SearchTerm = { name: string; iban: string | null; reference: string; id: string | null }

/** @returns the readings of a text; null for an empty one. `iban` as `searchedIban` parses it. */
export function readSearch(text: string): SearchTerm | null {
  if (text === '') return null
  const iban = searchedIban(text)
  const id = /^[0-9a-f]{4,8}(-[0-9a-f-]*)?$/i.test(text) ? text.toLowerCase() : null
  return { name: foldName(text), iban, reference: text.normalize('NFC'), id }
}

/** The IDs with this prefix, as the two ends of an index range; null when no ID can match. */
export function idRange(start: string): { from: string; to: string } | null {
  const digits = start.replaceAll('-', '')
  const fillUuid = (fill: string) =>
    digits.padEnd(32, fill).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const from = fillUuid('0')
  return from.startsWith(start) && from.length === 36 ? { from, to: fillUuid('f') } : null
}
