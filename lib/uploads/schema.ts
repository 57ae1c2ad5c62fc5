import { z } from 'zod'
import { REVIEW_STATES, STATUS_REASONS } from '@/lib/history/filters'
import { cursor, cursorOf, isMoment, separated, writeParts } from '@/lib/http/paging'
import { pageNumber, pageSize } from '@/lib/platform/pages/whole-number'
import { LIST_FORMATS } from '@/lib/tables/table'
import { ONLY } from '@/lib/uploads/view'
import { OUTCOMES } from '@/lib/verifications/outcome'

/** Query of GET /api/uploads, newest first. */
export const uploadsQuerySchema = z.strictObject({
  size: pageSize.default(50),
  after: cursor.optional(),
})
export type UploadsQuery = z.infer<typeof uploadsQuerySchema>

/** The position after the last row of a page: its number, and when its answer came. */
export type RowCursor = { row: number; at: string | null }

/** The cursor of the rows of an upload. */
export const writeRowCursor = ({ row, at }: RowCursor): string => writeParts([row, at])

const isRow = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31

const rowCursor = cursorOf(([row, at]): RowCursor | null =>
  isRow(row) && (at === null || isMoment(at)) ? { row, at } : null,
)

const results = z.array(z.enum(OUTCOMES)).max(OUTCOMES.length)
const reasons = z.array(z.enum(STATUS_REASONS)).max(STATUS_REASONS.length)
const reviews = z.array(z.enum(REVIEW_STATES)).max(REVIEW_STATES.length)
const order = z.enum(['newest', 'row'])
const only = z.enum(ONLY)

/**
 * Query of GET /api/uploads/{id}/rows; `results`, `reasons` and `reviews` are comma-separated; `only`: rows with an
 * earlier answer (`known`) or edited before sending (`edited`). No text: it must not appear in a URL.
 */
export const rowsQuerySchema = z.strictObject({
  results: separated(OUTCOMES),
  reasons: separated(STATUS_REASONS),
  reviews: separated(REVIEW_STATES),
  order: order.default('row'),
  only: only.optional(),
  after: rowCursor.optional(),
  size: pageSize.default(50),
})

/** Body of POST /api/uploads/{id}/rows/search. */
export const rowsSearch = z.strictObject({
  text: z.string().trim().max(140).default(''),
  results: results.default([]),
  reasons: reasons.default([]),
  reviews: reviews.default([]),
  order: order.default('row'),
  only: only.optional(),
  after: rowCursor.optional(),
  size: pageNumber(1, 100).default(50),
})
export type RowsSearch = z.infer<typeof rowsSearch>

/**
 * Query of GET /api/uploads/{id}/export; `as`: the format of the list of changes; `with`: columns to add to the file
 * with corrected names, which say what was changed.
 */
export const exportQuerySchema = z.strictObject({
  format: z.enum(['original', 'fix', 'corrected', 'changes']),
  as: z.enum(LIST_FORMATS).default('csv'),
  with: z.enum(['decisions']).optional(),
})
