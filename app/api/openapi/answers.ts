import { z } from 'zod'
import type { HistoryItem, HistoryResult } from '@/lib/history/search.server'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { SOURCES, STORED_REVIEW_STATES } from '@/lib/reviews/policy'
import { COMPARISON_PROBLEMS, type ComparisonView } from '@/lib/uploads/comparison/comparison'
import { RESULTS } from '@/lib/uploads/counts'
import {
  APPROVAL_CAUSES,
  type BulkView,
  PAUSE_REASONS,
  UPLOAD_STATES,
  type UploadItem,
  type UploadListPage,
  type UploadRowPage,
  type UploadRowView,
  type UploadView,
} from '@/lib/uploads/view'
import type { EarlierCheckHint } from '@/lib/verifications/check/earlier.server'
import { MATCH_RESULTS, OUTCOMES, STATUSES } from '@/lib/verifications/outcome'
import type { NameLimitVerdict } from '@/lib/verifications/tried/rule'
import type { VerificationView } from '@/lib/verifications/view'

/** Response schemas of the OpenAPI document. Fields may be added, so clients must accept unknown ones. */
export const openObject = <T extends z.ZodRawShape>(shape: T) => z.looseObject(shape)
/** A schema for every field of a view. The compiler refuses a missing field and an unknown one. */
export type FieldsOf<View> = { [Name in keyof View]-?: z.ZodType }

export const time = z.iso.datetime()
export const person = openObject({ id: z.uuid(), name: z.string() })
export const reviewState = z.enum(STORED_REVIEW_STATES)
export const environment = z.enum(ENVIRONMENTS)
export const source = z.enum(SOURCES)
export const matchResult = z.enum(MATCH_RESULTS)
/** How two names differ, as the page shows it. */
export const comparison = openObject({
  identical: z.boolean(),
  columns: z.array(z.unknown()),
  differences: z.array(openObject({ type: z.string(), level: z.string() })),
})
export const fileRow = openObject({ id: z.uuid(), fileName: z.string(), row: z.number().nullable() })

const attemptState = z.string()
const reviewOf = openObject({ id: z.uuid(), state: reviewState }).nullable()
const enriched = openObject({ value: z.string().nullable(), status: z.string().nullable() }).nullable()

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
  enrichment: openObject({ status: z.string().nullable(), bicCode: enriched, bankName: enriched }).nullable(),
  enrichmentState: z.enum(['given', 'pending', 'none_given', 'not_asked', 'refused', 'failed']).nullish(),
  bank: openObject({ code: z.string(), name: z.string(), bic: z.string().nullable() }).nullable(),
  comparison: comparison.nullable(),
  attempt: openObject({ id: z.uuid(), state: attemptState, number: z.number() }).nullable(),
  review: reviewOf,
  reference: z.string().nullable(),
  purpose: z.string().nullable(),
  note: z.string().nullable(),
  sandboxResult: z.string().nullable(),
  requestedBy: person,
  previousId: z.uuid().nullable(),
  upload: fileRow.extend({ rows: z.array(z.number()), payments: z.boolean() }).nullable(),
  upstreamId: z.string().nullable(),
  problemCode: z.string().nullable(),
  nameAllowed: openObject({ at: time, by: person }).nullable(),
  purgedAt: time.nullish(),
  createdAt: time,
  answeredAt: time.nullable(),
  durationMs: z.number().nullable(),
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
  number: z.number(),
  size: z.number(),
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
  answered: z.number(),
  withheld: z.string().nullable(),
  lastMovementAt: time.nullable(),
  nextTryAt: time.nullable(),
  id: z.uuid(),
  upstreamId: z.string().nullable(),
  acceptedAt: time.nullable(),
  completedAt: time.nullable(),
  reported: openObject({ status: z.string() }).nullable(),
  attempt: openObject({
    id: z.uuid(),
    state: attemptState,
    number: z.number(),
    httpStatus: z.number().nullable(),
    code: z.string().nullable(),
    upstreamCode: z.string().nullable(),
  }).nullable(),
} satisfies FieldsOf<BulkView>

const counts = openObject(
  Object.fromEntries(RESULTS.map((result) => [result, z.number()])) as Record<
    (typeof RESULTS)[number],
    z.ZodNumber
  >,
)

const line = {
  id: z.uuid(),
  version: z.number(),
  status: z.enum(UPLOAD_STATES),
  pauseReason: z.enum(PAUSE_REASONS).nullable(),
  counts,
  total: z.number(),
  notSent: z.number(),
  fileRows: z.number(),
  finishedAt: time.nullable(),
  fileName: z.string(),
  fileHash: z.string(),
  title: z.string().nullable(),
  createdBy: person,
  createdAt: time,
  bulkCount: z.number(),
} satisfies FieldsOf<UploadItem>

const { bulkCount: _, fileHash: _hash, ...common } = line
const upload = {
  ...common,
  environment,
  completes: z.uuid().nullable(),
  completedBy: z.array(z.uuid()),
  retries: z.uuid().nullable(),
  payments: z.boolean(),
  comparison: openObject({
    at: time.nullable(),
    edited: z.number(),
    problem: z.enum(COMPARISON_PROBLEMS).nullable(),
    row: z.number().nullable(),
    field: z.enum(['iban', 'name']).nullable(),
    line: z.number().nullable(),
    element: z.string().nullable(),
  } satisfies FieldsOf<ComparisonView>).nullable(),
  approval: openObject({
    causes: z.array(z.enum(APPROVAL_CAUSES)),
    credits: z.number(),
    askedAt: time,
    decision: z.enum(['approved', 'declined']).nullable(),
    by: person.nullable(),
    at: time.nullable(),
    reason: z.string().nullable(),
  }).nullable(),
  known: openObject({
    state: z.enum(['open', 'taken', 'anew']),
    rows: z.number(),
    credits: z.number(),
  }).nullable(),
  retry: openObject({ rows: z.number(), credits: z.number(), runs: z.array(z.uuid()) }),
  startedAt: time.nullable(),
  credits: z.number(),
  verifications: z.number(),
  original: z.boolean(),
  toReview: z.number(),
  toFix: z.number(),
  corrections: openObject({
    corrected: z.number(),
    edited: z.number(),
    notApproved: z.number(),
    cut: z.number(),
    cutRows: z.array(z.number()),
    nameCap: openObject({ characters: z.number(), fromProfile: z.boolean() }).nullable(),
  }),
  enrichment: z.enum(['running', 'paused', 'off']).nullable(),
  now: time,
  bulks: z.array(openObject(batch)),
} satisfies FieldsOf<UploadView>

const row = {
  row: z.number(),
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
  known: openObject({ id: z.uuid(), checkedAt: time }).nullable(),
  review: reviewOf,
  answeredAt: time.nullable(),
  masked: z.boolean(),
} satisfies FieldsOf<UploadRowView>

const nextCursor = z.string().nullable()

export const verificationAnswer = openObject(verification)
/** A queued check has its position in the queue, itself included. */
export const requestedAnswer = openObject({ ...verification, position: z.number().optional() })
/** `differs`: the provider now returns another result; the stored one stays. */
export const refreshedAnswer = openObject({ ...verification, differs: z.boolean() })
const tried = {
  names: z.number(),
  level: z.enum(['free', 'warn', 'second', 'allowed']),
} satisfies FieldsOf<NameLimitVerdict>
export const earlierAnswer = openObject({
  items: z.array(openObject(earlier)),
  /** null without a name, and in the sandbox */
  tried: openObject(tried).nullable(),
})
export const historyAnswer = openObject({
  items: z.array(openObject(found)),
  nextCursor,
  total: z.number(),
  totalIsEstimate: z.boolean(),
} satisfies FieldsOf<HistoryResult>)
export const uploadAnswer = openObject(upload)
export const uploadsAnswer = openObject({
  items: z.array(openObject(line)),
  nextCursor,
} satisfies FieldsOf<UploadListPage>)
export const rowsAnswer = openObject({
  items: z.array(openObject(row)),
  nextCursor,
  total: z.number(),
} satisfies FieldsOf<UploadRowPage>)
export const balanceAnswer = openObject({
  balance: openObject({ left: z.number(), of: z.number() }).nullable(),
})
export const documentAnswer = openObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) })
export const madeAnswer = openObject({ id: z.uuid() })
/** RFC 9457, with a stable code. */
export const problemAnswer = openObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  requestId: z.uuid(),
  errors: z.array(openObject({ path: z.string(), code: z.string(), message: z.string() })).optional(),
})
