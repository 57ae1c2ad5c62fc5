import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Doer, record } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import {
  demandAnswersRun,
  JOIN_TIME,
  type JoinedBy,
  joinStored,
  originalIds,
  otherRun,
} from '@/lib/payments/reports/join.server'
import { type StoredReportLine, storeReportLines } from '@/lib/payments/reports/lines.server'
import { parseReport } from '@/lib/payments/reports/parse.server'
import { runsByMessageId } from '@/lib/payments/reports/scopes.server'
import { receiptOf, summaryOf } from '@/lib/payments/reports/summary.server'
import type { ReportReceipt } from '@/lib/payments/reports/view'
import { demandRun, mayReport, type ReportedRun, visibleReports } from '@/lib/payments/reports/visible.server'
import { encrypt, sha256 } from '@/lib/platform/crypto.server'
import { db, type Tx } from '@/lib/platform/db.server'
import type { PaymentReport } from '@/lib/platform/generated/client'
import type { BankReport } from '@/lib/tables/reports/report'

/** A report as it arrives. `runId`: the run that the person names; null: the report says it. */
export type ReceivedFile = { fileName: string; bytes: Uint8Array; runId: string | null }

/**
 * Receives a bank's report: stores it encrypted with its lines, and joins it to the run that is named or that its MsgIds
 * stand for. Without a run it is kept, to be joined later. The same file again is recognised.
 * @throws Refusal as `parseReport` and `demandRun`, 409 report_other_run
 */
export async function receiveReport(file: ReceivedFile, by: JoinedBy): Promise<ReportReceipt> {
  const named = file.runId === null ? null : await demandRun(db(), file.runId, by.actor)
  const id = randomUUID()
  const stored = {
    id,
    fileName: fileNameOf(file.fileName),
    bytes: file.bytes.byteLength,
    sha256: sha256(file.bytes),
    cipher: encrypt(file.bytes, `payment_reports|cipher|${id}`),
    receivedById: by.actor.id,
  }
  const report = await parseReport(file.bytes)
  return db().$transaction(async (tx) => {
    // two that load the same file at once: the second finds the report of the first
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`report|${stored.sha256}`}, 0))`
    const run = named ?? (await runOf(tx, report, by.actor))
    const known = await tx.paymentReport.findFirst({
      where: { sha256: stored.sha256, ...visibleReports(by.actor) },
      select: { id: true, uploadId: true },
      orderBy: { receivedAt: 'asc' },
    })
    if (known?.uploadId && named && known.uploadId !== named.id) throw otherRun()
    if (named) await demandAnswersRun(tx, report, named.id)
    if (!known) await store(tx, stored, report, { doer: by.doer, withLines: run === null })
    const reportId = known?.id ?? id
    if (run && !known?.uploadId) await joinStored(tx, { id: reportId, report, run }, by)
    return receiptOf(tx, reportId, known !== null)
  }, JOIN_TIME)
}

/** The only run that the MsgIds of a report stand for, if this person may load reports for it. */
async function runOf(tx: Tx, report: BankReport, actor: Actor): Promise<ReportedRun | null> {
  const [id, ...others] = await runsByMessageId(tx, originalIds(report))
  if (!id || others.length > 0) return null
  const upload = await tx.upload.findUniqueOrThrow({ where: { id }, select: { createdById: true } })
  return mayReport(actor, upload.createdById) ? { id, createdById: upload.createdById } : null
}

type ReceivedRow = Pick<PaymentReport, 'id' | 'fileName' | 'bytes' | 'sha256' | 'receivedById'> & {
  cipher: Uint8Array<ArrayBuffer>
}

/** @param withLines its lines as they are without a run; joining it to one stores them otherwise */
async function store(
  tx: Tx,
  file: ReceivedRow,
  report: BankReport,
  { doer, withLines }: { doer: Doer; withLines: boolean },
): Promise<void> {
  const { kind, about } = report
  const lines = report.lines.map(({ document: _, remittance: __, ...line }): StoredReportLine => {
    return { ...line, join: 'unmatched', number: null, verificationId: null }
  })
  const summary = summaryOf(report, lines, { changed: [], differs: 0 })
  await tx.paymentReport.create({ data: { ...file, kind, about, summary } })
  if (withLines) await storeReportLines(tx, { reportId: file.id, runId: null }, lines)
  const details = { kind, about, lines: lines.length, notes: report.notes.length }
  await record(
    { by: doer, action: 'payment.report_received', object: { type: 'payment_report', id: file.id }, details },
    tx,
  )
}

const LONGEST_NAME = 200

/** A file name without folders, dots in front, control characters, and signs that turn the direction of reading. */
function fileNameOf(name: string): string {
  const last = (name.split(/[\\/]/).at(-1) ?? '').toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '')
  const short = Array.from(last).slice(-LONGEST_NAME).join('')
  return short.replace(/^[.\s]+/, '').trimEnd() || 'report'
}
