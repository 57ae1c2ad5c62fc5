import { z } from 'zod'
import { type FieldsOf, person, time } from '@/app/api/openapi/answers'
import type { CoverageView } from '@/lib/payments/coverage/schema'
import { GATE_REASONS, GATES, LINE_GATES, type PaymentPolicy } from '@/lib/payments/gate/gate'
import { PARTICIPATIONS, type ParticipationView } from '@/lib/payments/participants/schema'
import { BANK_DEFAULTS } from '@/lib/payments/profiles/choices'
import {
  type BankAdvice,
  type BankAnswer,
  type Coverage,
  type LineView,
  RELEASE_PARTS,
  type ReleaseFileView,
  type ReleaseView,
  type ReportSummary,
  RUN_KINDS,
  RUN_STATES,
  type RunSummary,
  type RunView,
} from '@/lib/payments/view'
import { ACCOUNT_KINDS, WHOLE_REASONS } from '@/lib/tables/payments/line'
import { OUTCOMES } from '@/lib/verifications/outcome'

const text = z.string().nullable()
/** Exact decimals by currency. */
const sums = z.record(z.string(), z.string())
export const totals = z.looseObject({ lines: z.int(), sums })

const summary = {
  id: z.uuid(),
  fileName: z.string(),
  title: text,
  kind: z.enum(RUN_KINDS),
  state: z.enum(RUN_STATES),
  createdAt: time,
  createdBy: person,
  lines: z.int(),
  gates: z.looseObject(
    Object.fromEntries(LINE_GATES.map((gate) => [gate, totals])) as Record<
      (typeof LINE_GATES)[number],
      typeof totals
    >,
  ),
  debtors: z.array(z.looseObject({ iban: text, name: text, bic: text })),
  dueDates: z.array(z.iso.date()),
  releases: z.int(),
  reports: z.int(),
} satisfies FieldsOf<RunSummary>

const file = {
  part: z.enum(RELEASE_PARTS),
  fileName: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  downloadedAt: time.nullable(),
} satisfies FieldsOf<ReleaseFileView>

const policy = {
  maxAgeDays: z.int(),
  letUncheckedPass: z.boolean(),
  decisionMemory: z.boolean(),
  duplicateDays: z.int(),
} satisfies FieldsOf<PaymentPolicy>

const release = {
  number: z.int(),
  releasedAt: time,
  releasedBy: person,
  messageId: text,
  heldMessageId: text,
  lines: z.int(),
  sums,
  heldLines: z.int(),
  heldSums: sums,
  policy: z.looseObject(policy).nullable(),
  nameCap: z.int().nullable(),
  cutNames: z.int().nullable(),
  difference: sums,
  withdrawnAt: time.nullable(),
  withdrawnBy: person.nullable(),
  withdrawableUntil: time.nullable(),
  heldNotSentAt: time.nullable(),
  heldNotSentBy: person.nullable(),
  files: z.array(z.looseObject(file)),
} satisfies FieldsOf<ReleaseView>
export const releaseAnswer = z.looseObject(release)

const report = {
  id: z.uuid(),
  number: z.int().nullable(),
  kind: z.enum(['pain002', 'table']),
  about: z.enum(['vop', 'status']),
  fileName: z.string(),
  receivedAt: time,
  receivedBy: person,
  lines: z.int(),
  joined: z.int(),
  ambiguous: z.int(),
  unmatched: z.int(),
  differs: z.int(),
} satisfies FieldsOf<ReportSummary>

const coverage = {
  released: totals,
  checked: totals,
  reasons: z.array(z.looseObject({ reason: z.enum(GATE_REASONS), lines: z.int(), sums })),
} satisfies FieldsOf<Coverage>

const advice = {
  bank: z.string(),
  channelWithVop: text,
  channelWithoutVop: text,
  byDefault: z.enum(BANK_DEFAULTS),
  oneLine: text,
  release: text,
  held: text,
  report: text,
} satisfies FieldsOf<BankAdvice>

const run = {
  ...summary,
  problem: text,
  problemPlace: z
    .looseObject({
      line: z.int(),
      element: z.string().optional(),
      value: z.string().optional(),
    })
    .nullable(),
  whole: z.enum(WHOLE_REASONS).nullable(),
  version: text,
  messageId: text,
  original: totals,
  gatedAt: time.nullable(),
  pastDue: z.int(),
  undated: z.int(),
  restores: z.array(z.looseObject({ madeAt: time, restoredAt: time })),
  notInRegister: z.looseObject({ lines: z.int(), loadedAt: time }).nullable(),
  nameCap: z.int(),
  may: z.looseObject({
    release: z.boolean(),
    confirm: z.boolean(),
    report: z.boolean(),
    why: z.enum(['own_run', 'not_reviewer', 'masked']).nullable(),
  }),
  releasesMade: z.array(releaseAnswer),
  reportsReceived: z.array(z.looseObject(report)),
  coverage: z.looseObject(coverage),
  advice: z.looseObject(advice).nullable(),
} satisfies FieldsOf<RunView>

const bank = {
  code: text,
  reasonCode: text,
  texts: z.array(z.string()),
  bankName: text,
  reportId: z.uuid(),
  differs: z.boolean(),
} satisfies FieldsOf<BankAnswer>

const line = {
  number: z.int(),
  name: text,
  iban: text,
  account: z.enum(ACCOUNT_KINDS),
  amount: text,
  currency: text,
  dueOn: z.iso.date().nullable(),
  batchId: text,
  debtorIban: text,
  endToEndId: text,
  instructionId: text,
  uetr: text,
  remittance: text,
  ultimateCreditor: text,
  gate: z.enum(LINE_GATES),
  evidence: z.enum(GATES),
  reason: z.enum(GATE_REASONS),
  bankName: text,
  correctedName: text,
  verificationId: z.uuid().nullable(),
  reviewId: z.uuid().nullable(),
  result: z.enum(OUTCOMES).nullable(),
  bank: z.looseObject(bank).nullable(),
  release: z.int().nullable(),
  register: z.looseObject({ listed: z.boolean(), loadedAt: time }).nullable(),
} satisfies FieldsOf<LineView>

export const paymentRunAnswer = z.looseObject(run)
export const paymentRunsAnswer = z.looseObject({ items: z.array(z.looseObject(summary)), nextCursor: text })
export const paymentLinesAnswer = z.looseObject({
  items: z.array(z.looseObject(line)),
  nextCursor: z.int().nullable(),
  total: z.int(),
})
export const coverageAnswer = z.looseObject({
  total: z.looseObject(coverage),
  months: z.array(z.looseObject({ month: z.string(), ...coverage })),
  accounts: z.array(z.looseObject({ debtorIban: text, ...coverage })),
} satisfies FieldsOf<CoverageView>)
export const participationAnswer = z.looseObject({
  loadedAt: time.nullable(),
  answers: z.array(z.enum(PARTICIPATIONS)),
} satisfies FieldsOf<ParticipationView>)
