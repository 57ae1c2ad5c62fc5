import { z } from 'zod'
import { type FieldsOf, matchResult, person, time } from '@/app/api/openapi/answers'
import {
  REPORT_JOINS,
  type ReportLineView,
  type ReportList,
  type ReportListItem,
  type ReportReceipt,
  type ReportView,
} from '@/lib/payments/reports/view'
import {
  REPORT_KINDS,
  REPORT_NOTES,
  REPORT_TOPICS,
  type ReportLevel,
  type ReportNote,
} from '@/lib/tables/reports/report'

const text = z.string().nullable()
const count = z.int()

const item = {
  id: z.uuid(),
  runId: z.uuid().nullable(),
  runName: text,
  number: count.nullable(),
  kind: z.enum(REPORT_KINDS),
  about: z.enum(REPORT_TOPICS),
  fileName: z.string(),
  bytes: count,
  receivedAt: time,
  receivedBy: person,
  lines: count,
  joined: count,
  counted: count,
  ambiguous: count,
  unmatched: count,
  codes: z.record(z.string(), z.int()),
  differs: count,
} satisfies FieldsOf<ReportListItem>

const level = z.looseObject({
  messageId: text,
  batchId: text,
  code: text,
  lines: count.nullable(),
  sum: text,
  counts: z.array(z.looseObject({ code: z.string(), lines: count, sum: text })),
} satisfies FieldsOf<ReportLevel>)

const note = z.looseObject({
  code: z.enum(REPORT_NOTES),
  file: z.string().optional(),
  line: count.optional(),
  element: z.string().optional(),
  declared: count.optional(),
  found: count.optional(),
} satisfies FieldsOf<ReportNote>)

const line = z.looseObject({
  position: count,
  join: z.enum(REPORT_JOINS),
  number: count.nullable(),
  code: text,
  reasonCode: text,
  texts: z.array(z.string()),
  bankName: text,
  result: matchResult.nullable(),
  messageId: text,
  batchId: text,
  endToEndId: text,
  instructionId: text,
  uetr: text,
  iban: text,
  name: text,
  amount: text,
  currency: text,
  verificationId: z.uuid().nullable(),
  reviewId: z.uuid().nullable(),
  ours: text,
  differs: z.boolean(),
  changed: z.boolean(),
  known: z.boolean().nullable(),
} satisfies FieldsOf<ReportLineView>)

export const reportsAnswer = z.looseObject({
  items: z.array(z.looseObject(item)),
  nextCursor: text,
} satisfies FieldsOf<ReportList>)

export const reportAnswer = z.looseObject({
  ...item,
  messageIds: z.array(z.string()),
  originalMessageIds: z.array(z.string()),
  createdAt: text,
  version: text,
  masked: z.boolean(),
  sha256: z.string(),
  levels: z.array(level),
  legend: z.array(z.string()),
  notes: z.array(note),
  changed: count,
  notReported: count.nullable(),
  knownNames: count.nullable(),
  purgedAt: time.nullable(),
  may: z.looseObject({ join: z.boolean() }),
  page: z.looseObject({ items: z.array(line), nextAfter: count.nullable() }),
} satisfies FieldsOf<ReportView>)

export const reportReceiptAnswer = z.looseObject({
  id: z.uuid(),
  runId: z.uuid().nullable(),
  number: count.nullable(),
  about: z.enum(REPORT_TOPICS),
  repeated: z.boolean(),
  lines: count,
  joined: count,
  counted: count,
  ambiguous: count,
  unmatched: count,
  others: z.array(z.looseObject({ id: z.uuid(), runId: z.uuid().nullable(), number: count.nullable() })),
} satisfies FieldsOf<ReportReceipt>)
