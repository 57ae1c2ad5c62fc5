import { z } from 'zod'
import { type FieldsOf, matchResult, openObject, person, time } from '@/app/api/openapi/answers'
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
const count = z.number()

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
  codes: z.record(z.string(), z.number()),
  differs: count,
} satisfies FieldsOf<ReportListItem>

const level = openObject({
  messageId: text,
  batchId: text,
  code: text,
  lines: count.nullable(),
  sum: text,
  counts: z.array(openObject({ code: z.string(), lines: count, sum: text })),
} satisfies FieldsOf<ReportLevel>)

const note = openObject({
  code: z.enum(REPORT_NOTES),
  file: z.string().optional(),
  line: count.optional(),
  element: z.string().optional(),
  declared: count.optional(),
  found: count.optional(),
} satisfies FieldsOf<ReportNote>)

const line = openObject({
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

export const reportsAnswer = openObject({
  items: z.array(openObject(item)),
  nextCursor: text,
} satisfies FieldsOf<ReportList>)

export const reportAnswer = openObject({
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
  may: openObject({ join: z.boolean() }),
  page: openObject({ items: z.array(line), nextAfter: count.nullable() }),
} satisfies FieldsOf<ReportView>)

export const reportReceiptAnswer = openObject({
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
  others: z.array(openObject({ id: z.uuid(), runId: z.uuid().nullable(), number: count.nullable() })),
} satisfies FieldsOf<ReportReceipt>)
