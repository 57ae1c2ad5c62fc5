import { strToU8 } from 'fflate'
import type { Person } from '@/lib/auth/testing/people'
import { receiveReport } from '@/lib/payments/reports/receive.server'
import type { ReportReceipt } from '@/lib/payments/reports/view'
import { db } from '@/lib/platform/db.server'
import { makeReport, type TestReport, type TestReportLine } from '@/lib/tables/testing/make-report'

/** The payee's account in every payment of `createReportableRun`. */
export const REPORTED_IBAN = 'DE89370400440532013000'
/** One answer for each of the three payments of `createReportableRun`. */
export const REPORTED_LINES: TestReportLine[] = [
  { code: 'RCVC', endToEndId: 'E1' },
  { code: 'RVMC', endToEndId: 'E2', texts: ['"Müller GmbH'] },
  { code: 'RVNA', endToEndId: 'E3', reason: 'AC01', texts: ['=account closed'] },
]

let runs = 0
/** Creates a run of three payments, with a MsgId that no other run has. */
export async function createReportableRun(
  { actor }: Person,
  state = 'ready',
): Promise<{ id: string; messageId: string }> {
  const messageId = `RUN-${++runs}`
  const counts = { fileRows: 3, total: 3, notSent: 0, countWaiting: 3 }
  const { id } = await db().upload.create({
    data: { fileName: 'may.xml', fileHash: '0', reading: {}, createdById: actor.id, ...counts },
  })
  await db().paymentRun.create({
    data: {
      uploadId: id,
      kind: 'pain001',
      state,
      messageId,
      lines: 3,
      messages: { create: { number: 1, messageId, batch: 0 } },
    },
  })
  await db().paymentLine.createMany({
    data: ['Anna Rossi', 'Muller GmbH', 'Bob Miller'].map((name, i) => ({
      uploadId: id,
      number: i + 1,
      batchId: 'P1',
      account: 'iban',
      iban: REPORTED_IBAN,
      name,
      amount: `${i + 1}.00`,
      currency: 'EUR',
      endToEndId: `E${i + 1}`,
    })),
  })
  return { id, messageId }
}

let reports = 0
/** The bytes of a pain.002 with these lines, which answers the file with this MsgId. */
export const makeReportBytes = (
  original: string,
  lines: TestReportLine[] = REPORTED_LINES,
  more: Partial<TestReport> = {},
): Uint8Array =>
  strToU8(makeReport({ original, messageId: `BANK-${++reports}`, batches: [{ id: 'P1', lines }], ...more }))

/** Loads a report from a copy of the bytes, because reading makes them unusable. */
export const loadReport = (
  bytes: Uint8Array,
  by: Person,
  runId: string | null = null,
): Promise<ReportReceipt> =>
  receiveReport({ fileName: 'dir/report.xml', bytes: new Uint8Array(bytes), runId }, by)

/** The check of each line of the reports of a run, and the state of its review. */
export async function readReportedChecks(runId: string) {
  const lines = await db().paymentReportLine.findMany({
    where: { uploadId: runId },
    include: { verification: { include: { review: true } } },
    orderBy: [{ report: { number: 'asc' } }, { position: 'asc' }],
  })
  return lines.map(({ number, verification }) => ({
    number,
    id: verification?.id,
    status: verification?.status,
    result: verification?.matchResult,
    matchedName: verification?.matchedName,
    reason: verification?.statusReason,
    review: verification?.review?.state,
  }))
}
