import { z } from 'zod'
import {
  comparison,
  environment,
  type FieldsOf,
  fileRow,
  matchResult,
  person,
  reviewState,
  source,
  time,
} from '@/app/api/openapi/answers'
import { DIFFERENCES } from '@/lib/names/differences'
import { CALL_OUTCOMES, type CallBack, NUMBER_SOURCES } from '@/lib/reviews/call'
import { POLICIES } from '@/lib/reviews/policy'
import { APPROVE_REASONS, ESCALATE_REASONS, REJECT_REASONS } from '@/lib/reviews/reasons'
import { TABS } from '@/lib/reviews/tabs'
import {
  DECISION_KINDS,
  type DecisionView,
  type DocumentView,
  type EarlierCheck,
  type Memory,
  type QueueItem,
  type QueuePage,
  type ReviewItem,
  type SignalCheck,
  type SignalCounts,
  TIMELINE_KINDS,
  type TimelineEvent,
} from '@/lib/reviews/view'

const reason = z.enum([...new Set([...APPROVE_REASONS, ...REJECT_REASONS, ...ESCALATE_REASONS])])
const call = z
  .looseObject({
    person: z.string(),
    number: z.string(),
    numberSource: z.enum(NUMBER_SOURCES),
    calledAt: time,
    outcome: z.enum(CALL_OUTCOMES),
  } satisfies FieldsOf<CallBack>)
  .nullable()
const text = z.string().nullable()

const item = {
  id: z.uuid(),
  verificationId: z.uuid(),
  environment,
  source,
  priority: z.boolean(),
  name: z.string(),
  matchedName: text,
  matchResult,
  comparison: comparison.nullable(),
  differenceTypes: z.array(z.enum(DIFFERENCES)),
  evidenceHash: z.string(),
  state: reviewState,
  createdAt: time,
  decidedAt: time.nullable(),
  requestedBy: person,
  claimedBy: person.nullable(),
  claimedUntil: time.nullable(),
} satisfies FieldsOf<QueueItem>

const decision = {
  id: z.uuid(),
  kind: z.enum(DECISION_KINDS),
  reason: reason.nullable(),
  note: text,
  callBack: call,
  correctedName: text,
  by: person.nullable(),
  rule: text,
  at: time,
  undone: z.boolean(),
} satisfies FieldsOf<DecisionView>

const event = {
  at: time,
  kind: z.enum(TIMELINE_KINDS),
  by: person.nullable(),
  rule: z.string().nullish(),
  reason: z.string().nullish(),
  note: z.string().nullish(),
  callBack: call.optional(),
  correctedName: z.string().nullish(),
} satisfies FieldsOf<TimelineEvent>

const memory = {
  id: z.uuid(),
  kind: z.enum(['approve', 'reject']),
  reason,
  note: text,
  correctedName: text,
  at: time,
  by: person,
} satisfies FieldsOf<Memory>

const earlier = {
  id: z.uuid().nullable(),
  name: text,
  at: time,
  status: z.string(),
  matchResult: text,
  reviewState: reviewState.nullable(),
} satisfies FieldsOf<EarlierCheck>

const document = {
  id: z.uuid(),
  fileName: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  by: person,
  at: time,
} satisfies FieldsOf<DocumentView>

const signal = {
  id: z.uuid(),
  name: z.string(),
  iban: z.string(),
  reference: text,
  at: time,
  status: z.string(),
  matchResult: text,
  reviewState: reviewState.nullable(),
} satisfies FieldsOf<SignalCheck>

/** The three signs of payment redirection fraud, each with a value. */
const signs = <T extends z.ZodType>(value: T) =>
  z.looseObject({
    otherIbans: value,
    otherNames: value,
    otherIbansOfReference: value,
  } satisfies FieldsOf<SignalCounts>)

const review = {
  ...item,
  iban: z.string(),
  bankName: text,
  bankCode: text,
  bic: text,
  reference: text,
  note: text,
  purpose: text,
  statusReason: text,
  upload: fileRow.extend({ payments: z.boolean() }).nullable(),
  proposedReason: reason.nullable(),
  policy: z.enum(POLICIES),
  askReason: z.boolean(),
  blocked: z
    .enum([
      'already_decided',
      'four_eyes_requester',
      'four_eyes_loader',
      'four_eyes_first',
      'claimed_by_other',
      'role',
      'decides_later',
    ])
    .nullable(),
  reopenBlocked: z
    .enum(['four_eyes_requester', 'four_eyes_loader', 'role', 'decides_later', 'purged'])
    .nullable(),
  decisions: z.array(z.looseObject(decision)),
  timeline: z.array(z.looseObject(event)),
  earlier: z.array(z.looseObject(earlier)),
  memory: z.looseObject(memory).nullable(),
  signals: signs(z.int()),
  documents: z.array(z.looseObject(document)),
  undoableUntil: time.nullable(),
} satisfies FieldsOf<ReviewItem>

const decided = { state: reviewState, decisionId: z.uuid() }

export const reviewAnswer = z.looseObject(review)
export const queueAnswer = z.looseObject({
  items: z.array(z.looseObject(item)),
  counts: z.looseObject(
    Object.fromEntries(TABS.map((tab) => [tab, z.int()])) as Record<(typeof TABS)[number], z.ZodInt>,
  ),
  total: z.int(),
  decidedToday: z.int(),
  nextCursor: text,
} satisfies FieldsOf<QueuePage>)
export const signalsAnswer = signs(z.array(z.looseObject(signal)))
export const stateAnswer = z.looseObject({ state: reviewState })
export const decidedAnswer = z.looseObject(decided)
export const groupAnswer = z.looseObject({ items: z.array(z.looseObject({ id: z.uuid(), ...decided })) })
export const groupUndoneAnswer = z.looseObject({
  items: z.array(z.looseObject({ id: z.uuid(), state: reviewState })),
})
export const claimAnswer = z.looseObject({ claimedUntil: time })
export const releasedAnswer = z.looseObject({ released: z.literal(true) })
