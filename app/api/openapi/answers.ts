import { z } from 'zod'
import type { HistoryItem, HistoryResult } from '@/lib/history/search.server'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { DIFFERENCE_LEVELS, DIFFERENCES } from '@/lib/names/differences'
import { SOURCES, STORED_REVIEW_STATES } from '@/lib/reviews/policy'
import { COMPARISON_PROBLEMS, type ComparisonView } from '@/lib/uploads/comparison/comparison'
import { RESULTS } from '@/lib/uploads/counts'
import {
  APPROVAL_CAUSES,
  type BulkView,
  PAUSE_REASONS,
  type ReportedCounts,
  UPLOAD_STATES,
  type UploadItem,
  type UploadListPage,
  type UploadRowPage,
  type UploadRowView,
  type UploadView,
} from '@/lib/uploads/view'
import { ENRICHMENT_STATUSES } from '@/lib/verifications/answer'
import type { EarlierCheckHint } from '@/lib/verifications/check/earlier.server'
import { MATCH_RESULTS, OUTCOMES, STATUSES } from '@/lib/verifications/outcome'
import type { NameLimitVerdict } from '@/lib/verifications/tried/rule'
import { ATTEMPT_STATES, type VerificationView } from '@/lib/verifications/view'

// Response schemas of the OpenAPI document. Fields may be added, so clients must accept unknown ones: all are loose.

/** A schema for every field of a view. The compiler refuses a missing field and an unknown one. */
export type FieldsOf<View> = { [Name in keyof View]-?: z.ZodType }

export const time = z.iso.datetime()
export const person = z.looseObject({ id: z.uuid(), name: z.string() })
export const reviewState = z.enum(STORED_REVIEW_STATES)
export const environment = z.enum(ENVIRONMENTS)
export const source = z.enum(SOURCES)
export const matchResult = z.enum(MATCH_RESULTS)
/** How two names differ, as the page shows it. */
export const comparison = z.looseObject({
  identical: z.boolean(),
  columns: z.array(z.unknown()),
  differences: z.array(z.looseObject({ type: z.enum(DIFFERENCES), level: z.enum(DIFFERENCE_LEVELS) })),
})
export const fileRow = z.looseObject({ id: z.uuid(), fileName: z.string(), row: z.int().nullable() })

const attemptState = z.enum(ATTEMPT_STATES)
const count = z.int().nullable()
const reviewOf = z.looseObject({ id: z.uuid(), state: reviewState }).nullable()
const enrichmentStatus = z.enum(ENRICHMENT_STATUSES).nullable()
const enriched = z.looseObject({ value: z.string().nullable(), status: enrichmentStatus }).nullable()

const verification = {
  id: z.uuid(),
  environment,
  source,
  iban: z.string(),
  name: z.string(),
  masked: z.boolean(),
  status: z.enum(STATUSES),
  matchResult: matchResult.nullable(),
  outcome: z.enum(OUTCOMES),
  matchedName: z.string().nullable(),
  statusReason: z.string().nullable(),
  unrecognised: z.string().nullable(),
  enrichment: z.looseObject({ status: enrichmentStatus, bicCode: enriched, bankName: enriched }).nullable(),
  enrichmentState: z.enum(['given', 'pending', 'none_given', 'not_asked', 'refused', 'failed']).nullish(),
  bank: z.looseObject({ code: z.string(), name: z.string(), bic: z.string().nullable() }).nullable(),
  comparison: comparison.nullable(),
  attempt: z.looseObject({ id: z.uuid(), state: attemptState, number: z.int() }).nullable(),
  review: reviewOf,
  reference: z.string().nullable(),
  purpose: z.string().nullable(),
  note: z.string().nullable(),
  sandboxResult: z.string().nullable(),
  requestedBy: person,
  previousId: z.uuid().nullable(),
  upload: fileRow.extend({ rows: z.array(z.int()), payments: z.boolean() }).nullable(),
  upstreamId: z.string().nullable(),
  problemCode: z.string().nullable(),
  nameAllowed: z.looseObject({ at: time, by: person }).nullable(),
  purgedAt: time.nullish(),
  createdAt: time,
  answeredAt: time.nullable(),
  durationMs: z.int().nullable(),
} satisfies FieldsOf<VerificationView>

const found = {
  id: z.uuid(),
  environment,
  source,
  name: z.string().nullable(),
  iban: z.string(),
  bankName: z.string().nullable(),
  reference: z.string().nullable(),
  purpose: z.string().nullable(),
  outcome: z.enum(OUTCOMES),
  statusReason: z.string().nullable(),
  matchedName: z.string().nullable(),
  reviewState: reviewState.nullable(),
  requestedBy: person,
  upload: fileRow.nullable(),
  createdAt: time,
  purged: z.boolean(),
} satisfies FieldsOf<HistoryItem>

const earlier = {
  id: z.uuid().nullable(),
  checkedAt: time,
  outcome: z.enum(OUTCOMES),
  decision: z.enum(['approved', 'rejected']).nullable(),
  sameName: z.boolean().nullable(),
} satisfies FieldsOf<EarlierCheckHint>

const batch = {
  number: z.int(),
  size: z.int(),
  status: z.enum([
    'waiting',
    'sending',
    'accepted',
    'processing',
    'completed',
    'rejected',
    'unknown',
    'stopped',
  ]),
  answered: z.int(),
  withheld: z.string().nullable(),
  lastMovementAt: time.nullable(),
  nextTryAt: time.nullable(),
  id: z.uuid(),
  upstreamId: z.string().nullable(),
  acceptedAt: time.nullable(),
  completedAt: time.nullable(),
  reported: z
    .looseObject({
      status: z.string(),
      total: count,
      completed: count,
      failed: count,
      rejected: count,
      inProgress: count,
    } satisfies FieldsOf<ReportedCounts>)
    .nullable(),
  attempt: z
    .looseObject({
      id: z.uuid(),
      state: attemptState,
      number: z.int(),
      httpStatus: z.int().nullable(),
      code: z.string().nullable(),
      upstreamCode: z.string().nullable(),
    })
    .nullable(),
} satisfies FieldsOf<BulkView>

const counts = z.looseObject(
  Object.fromEntries(RESULTS.map((result) => [result, z.int()])) as Record<
    (typeof RESULTS)[number],
    z.ZodInt
  >,
)

const line = {
  id: z.uuid(),
  version: z.int(),
  status: z.enum(UPLOAD_STATES),
  pauseReason: z.enum(PAUSE_REASONS).nullable(),
  counts,
  total: z.int(),
  notSent: z.int(),
  fileRows: z.int(),
  finishedAt: time.nullable(),
  fileName: z.string(),
  fileHash: z.string(),
  title: z.string().nullable(),
  createdBy: person,
  createdAt: time,
  bulkCount: z.int(),
} satisfies FieldsOf<UploadItem>

const { bulkCount: _, fileHash: _hash, ...common } = line
const upload = {
  ...common,
  environment,
  completes: z.uuid().nullable(),
  completedBy: z.array(z.uuid()),
  retries: z.uuid().nullable(),
  payments: z.boolean(),
  comparison: z
    .looseObject({
      at: time.nullable(),
      edited: z.int(),
      problem: z.enum(COMPARISON_PROBLEMS).nullable(),
      row: z.int().nullable(),
      field: z.enum(['iban', 'name']).nullable(),
      line: z.int().nullable(),
      element: z.string().nullable(),
    } satisfies FieldsOf<ComparisonView>)
    .nullable(),
  approval: z
    .looseObject({
      causes: z.array(z.enum(APPROVAL_CAUSES)),
      credits: z.int(),
      askedAt: time,
      decision: z.enum(['approved', 'declined']).nullable(),
      by: person.nullable(),
      at: time.nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  known: z
    .looseObject({
      state: z.enum(['open', 'taken', 'anew']),
      rows: z.int(),
      credits: z.int(),
    })
    .nullable(),
  retry: z.looseObject({ rows: z.int(), credits: z.int(), runs: z.array(z.uuid()) }),
  startedAt: time.nullable(),
  credits: z.int(),
  verifications: z.int(),
  original: z.boolean(),
  toReview: z.int(),
  toFix: z.int(),
  failingSince: time.nullable(),
  unansweredSince: time.nullable(),
  restore: z.looseObject({ madeAt: time, restoredAt: time }).nullable(),
  corrections: z.looseObject({
    corrected: z.int(),
    edited: z.int(),
    notApproved: z.int(),
    cut: z.int(),
    cutRows: z.array(z.int()),
    nameCap: z.looseObject({ characters: z.int(), fromProfile: z.boolean() }).nullable(),
  }),
  enrichment: z.enum(['running', 'paused', 'off']).nullable(),
  now: time,
  bulks: z.array(z.looseObject(batch)),
} satisfies FieldsOf<UploadView>

const row = {
  row: z.int(),
  verificationId: z.uuid().nullable(),
  iban: z.string().nullable(),
  name: z.string().nullable(),
  reference: z.string().nullable(),
  bankName: z.string().nullable(),
  result: z.enum(OUTCOMES),
  matchedName: z.string().nullable(),
  statusReason: z.string().nullable(),
  unrecognised: z.string().nullable(),
  comparison: comparison.nullable(),
  edited: z.boolean(),
  notSentCode: z.string().nullable(),
  known: z.looseObject({ id: z.uuid(), checkedAt: time }).nullable(),
  review: reviewOf,
  answeredAt: time.nullable(),
  masked: z.boolean(),
} satisfies FieldsOf<UploadRowView>

const nextCursor = z.string().nullable()

export const verificationAnswer = z.looseObject(verification)
/** A queued check has its position in the queue, itself included. */
export const requestedAnswer = z.looseObject({ ...verification, position: z.int().optional() })
/** `differs`: the provider now returns another result; the stored one stays. */
export const refreshedAnswer = z.looseObject({ ...verification, differs: z.boolean() })
const tried = {
  names: z.int(),
  level: z.enum(['free', 'warn', 'second', 'allowed']),
} satisfies FieldsOf<NameLimitVerdict>
export const earlierAnswer = z.looseObject({
  items: z.array(z.looseObject(earlier)),
  /** null without a name, and in the sandbox */
  tried: z.looseObject(tried).nullable(),
})
export const historyAnswer = z.looseObject({
  items: z.array(z.looseObject(found)),
  nextCursor,
  total: z.int(),
  totalIsEstimate: z.boolean(),
} satisfies FieldsOf<HistoryResult>)
export const uploadAnswer = z.looseObject(upload)
export const uploadsAnswer = z.looseObject({
  items: z.array(z.looseObject(line)),
  nextCursor,
} satisfies FieldsOf<UploadListPage>)
export const rowsAnswer = z.looseObject({
  items: z.array(z.looseObject(row)),
  nextCursor,
  total: z.int(),
} satisfies FieldsOf<UploadRowPage>)
export const balanceAnswer = z.looseObject({
  balance: z.looseObject({ left: z.int(), of: z.int() }).nullable(),
})
export const documentAnswer = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })
export const madeAnswer = z.looseObject({ id: z.uuid() })
