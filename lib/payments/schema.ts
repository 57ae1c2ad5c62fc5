import { z } from 'zod'
import { cursor, separated } from '@/lib/http/paging'
import { GATE_REASONS, LINE_GATES, MAX_POLICY_DAYS } from '@/lib/payments/gate/gate'
import { MAX_NAMED_LINES, ONLY_LINES, RELEASE_PARTS } from '@/lib/payments/view'
import { lineBefore, pageNumber, pageSize } from '@/lib/platform/pages/whole-number'
import { plainTextSchema } from '@/lib/platform/plain-text-schema'
import { callBack } from '@/lib/reviews/decision/schema'
import { LIST_FORMATS } from '@/lib/tables/table'
import '@/lib/platform/jitless'

const namedLines = z.array(z.int().min(1).max(100_000)).min(1).max(MAX_NAMED_LINES)

/** Query of GET /api/payments and of GET /api/payments/reports, newest first. */
export const newestFirstSchema = z.strictObject({ size: pageSize.default(50), after: cursor.optional() })
export type NewestFirstQuery = z.infer<typeof newestFirstSchema>

/** Query of GET /api/payments/{id}/lines. Lists are comma-separated, and `after` is a line number. */
export const linesQuerySchema = z.strictObject({
  gate: separated(LINE_GATES),
  reason: separated(GATE_REASONS),
  after: lineBefore(100_000),
  size: pageSize.default(50),
})

/** Query of GET /api/payments/{id}/list and of GET /api/payments/reports/{id}/table. */
export const listQuerySchema = z.strictObject({ format: z.enum(LIST_FORMATS).default('csv') })

/** Body of POST /api/payments/{id}/lines/search. A search text may hold a name or an IBAN, so it can't be in a URL. */
export const linesSearch = z.strictObject({
  text: z.string().trim().max(140).default(''),
  gate: z.array(z.enum(LINE_GATES)).max(LINE_GATES.length).default([]),
  reason: z.array(z.enum(GATE_REASONS)).max(GATE_REASONS.length).default([]),
  /** `differs`: the bank's result isn't ours. `cut`: the corrected name is longer than the payer's banks accept. */
  only: z.enum(ONLY_LINES).optional(),
  after: pageNumber(0, 100_000).default(0),
  /** so many of the lines found after that are left out: a page by its place */
  skip: pageNumber(0, 100_000).default(0),
  size: pageNumber(1, 200).default(50),
})
export type LinesSearch = z.infer<typeof linesSearch>

const sums = z.record(
  z.string().regex(/^[A-Z]{3}$/),
  z
    .string()
    .max(40)
    .regex(/^\d+(\.\d+)?$/),
)

/**
 * Body of POST /api/payments/{id}/releases. Refused with 409 unless `expected`, which the page showed, still holds.
 * `nameCap`: where it said that corrected names are cut.
 */
export const releaseInput = z.strictObject({
  lines: z.union([z.literal('clear'), namedLines]),
  expected: z.strictObject({
    lines: z.int().min(1).max(100_000),
    sums,
    nameCap: z.int().min(1).max(140).optional(),
  }),
})
export type ReleaseInput = z.infer<typeof releaseInput>

/** Body of POST /api/payments/{id}/confirmations. */
export const confirmationInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('new_iban'), lines: namedLines, callBack }),
  z.strictObject({
    kind: z.literal('not_duplicate'),
    lines: namedLines,
    reason: plainTextSchema(1000).min(3),
  }),
])
export type ConfirmationInput = z.infer<typeof confirmationInput>

/** A policy, as stored and as the body of its dry run. */
export const policyInput = z.strictObject({
  maxAgeDays: z.int().min(1).max(MAX_POLICY_DAYS),
  letUncheckedPass: z.boolean(),
  decisionMemory: z.boolean(),
  duplicateDays: z.int().min(1).max(MAX_POLICY_DAYS),
})

/** Body of PUT /api/admin/payments/policy. `before`: the policy that the person saw. */
export const policyChange = policyInput.extend({ before: policyInput })
export type PaymentPolicyChange = z.infer<typeof policyChange>

/** Query of GET /api/payments/{id}/releases/{number}/file. */
export const fileQuerySchema = z.strictObject({ part: z.enum(RELEASE_PARTS) })
