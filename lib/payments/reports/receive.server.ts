import 'server-only'
import { randomUUID } from 'node:crypto'
import { record } from '@/lib/audit/record.server'
import { keyedFileHash } from '@/lib/audit/seal.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import {
  assertAnswersRun,
  type DocumentGroup,
  groupsOf,
  originalMessageIds,
  otherRunRefusal,
} from '@/lib/payments/reports/groups.server'
import { joinStoredReport } from '@/lib/payments/reports/join.server'
import { type StoredReportLine, storeReportLines } from '@/lib/payments/reports/lines.server'
import { parseReport } from '@/lib/payments/reports/parse.server'
import { receiptsOf, summaryOf } from '@/lib/payments/reports/summary.server'
import type { ReportReceipt } from '@/lib/payments/reports/view'
import { type JoinableRun, readJoinableRun, visibleReports } from '@/lib/payments/reports/visible.server'
import { encrypt, sha256 } from '@/lib/platform/crypto.server'
import { db, FILE_TIMEOUTS, lockOf, Prisma, type Tx, takeLocks } from '@/lib/platform/db.server'
import { partOf, type ReportPart } from '@/lib/tables/reports/part'
import type { BankReport } from '@/lib/tables/reports/report'

/** A report as it is loaded. `runId`: the run that the person chose; null: the MsgIds of the report decide. */
export type ReceivedFile = { fileName: string; bytes: Uint8Array; runId: string | null }

/**
 * Receives a bank report: stores it encrypted, with its lines, and joins it to the chosen run, or to the run of its
 * MsgIds. A file that answers several runs, or that is about names and about the status of payments, becomes a report of
 * each. What answers no run is kept, and can be joined later. The same file is recognised when it is loaded again.
 * @returns the report of the chosen run, or else the first; the rest is in `others`
 * @throws Refusal as `parseReport`, `readJoinableRun` and `lockAccess`, 409 report_other_run
 */
export async function receiveReport(given: ReceivedFile, by: RequestedBy): Promise<ReportReceipt> {
  const chosen = given.runId === null ? null : await readJoinableRun(given.runId, by.actor)
  const content = Buffer.from(given.bytes)
  const file = { fileName: fileNameOf(given.fileName), content, sha256: sha256(content) }
  const report = await parseReport(() => given.bytes)
  return db().$transaction(async (tx) => {
    // two people may load the same file at once: the second waits, and finds the reports of the first
    await lockAccess(tx, by.actor, () => takeLocks(tx, [lockOf(`report|${file.sha256}`)]))
    const known = await knownReports(tx, file.sha256, by.actor)
    const repeated = repeatedReports(known, report, chosen)
    if (chosen) await assertAnswersRun(tx, report, chosen.id)
    const ids = repeated.filter(({ runId }) => runId !== null).map(({ id }) => id)
    const open = repeated.length === 0 ? [undefined] : repeated.filter(({ runId }) => runId === null)
    const loadings: ReceivedReport[] = []
    for (const kept of open) {
      const groups = await groupsOf(tx, { report, part: kept?.part ?? null, chosen }, by.actor)
      loadings.push({ file, report, kept, groups })
    }
    await lockRunsAndReports(tx, loadings, by.actor)
    for (const loading of loadings) ids.push(...(await receiveParts(tx, loading, by)))
    return receiptsOf(tx, ids, { repeated: repeated.length > 0, runId: chosen?.id ?? null })
  }, FILE_TIMEOUTS)
}

type KeptReport = { id: string; part: ReportPart }
type KnownReport = KeptReport & { runId: string | null }

/** The reports that the same file has already become, as far as this person may see them. */
async function knownReports(tx: Tx, hash: string, actor: Actor): Promise<KnownReport[]> {
  const same = Prisma.sql`(r.sha256 = ${hash} or (r.sha256 = ${keyedFileHash(hash)} and r.purged_at is null))`
  const known = await visibleReports(tx, actor, Prisma.sql`${same} order by r.received_at, r.number`)
  return known.map(({ id, runId, summary }) => ({ id, runId, part: summary.part ?? null }))
}

/** The reports that loading the file for this run repeats. @throws Refusal 409 report_other_run */
function repeatedReports(
  known: KnownReport[],
  report: BankReport,
  chosen: JoinableRun | null,
): KnownReport[] {
  const isElsewhere =
    chosen !== null && known.length > 0 && known.every(({ runId }) => runId && runId !== chosen.id)
  if (!isElsewhere) return known
  // the table of a day may have the payments of several files without saying so
  if (report.kind === 'table' && originalMessageIds(report).length === 0) return []
  throw otherRunRefusal()
}

type ReceivedReport = {
  file: { fileName: string; content: Buffer; sha256: string }
  report: BankReport
  /** an earlier report of the same file that has no run yet */
  kept: KeptReport | undefined
  groups: DocumentGroup[]
}

/**
 * Locks the runs that are reported on, then the reports that are kept, each in ID order, and before the audit log, which a
 * release of them writes to last.
 */
const lockRunsAndReports = (tx: Tx, loadings: readonly ReceivedReport[], actor: Actor): Promise<number> => {
  const runIds = loadings.flatMap(({ groups }) => groups.flatMap(({ run }) => run?.id ?? []))
  const keptIds = loadings.flatMap(({ kept }) => kept?.id ?? [])
  return lockAccess(tx, actor, async () => {
    await tx.$executeRaw`
      select from payment_runs where upload_id = any(${runIds}::uuid[]) order by upload_id for update`
    return tx.$executeRaw`
      select from payment_reports where id = any(${keptIds}::uuid[]) order by id for update`
  })
}

/**
 * Makes one report for the documents of each group. If the file was kept before, the last report is the one that was
 * kept.
 * @returns the IDs of the reports
 */
async function receiveParts(tx: Tx, loading: ReceivedReport, by: RequestedBy): Promise<string[]> {
  const { file, report, kept, groups } = loading
  const ids: string[] = []
  for (const [index, { run, documents }] of groups.entries()) {
    const part = documents.length === report.documents.length ? null : documents
    const own = partOf(report, part)
    const isLast = index === groups.length - 1
    const id = isLast && kept ? kept.id : randomUUID()
    const isStored = id === kept?.id
    if (!isStored) await store(tx, { ...file, id }, { report: own, part, withLines: run === null }, by)
    else if (run === null && groups.length > 1) await reduceKeptReport(tx, id, { report: own, part })
    if (run) await joinStoredReport(tx, { id, report: own, part, run }, by)
    ids.push(id)
  }
  return ids
}

type PartialReport = { report: BankReport; part: ReportPart }

/** Stores a new report. @param withLines false if it is about to be joined, because joining stores the lines */
async function store(
  tx: Tx,
  { id, content, ...file }: ReceivedReport['file'] & { id: string },
  { withLines, ...partial }: PartialReport & { withLines: boolean },
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  const { kind, about, notes } = partial.report
  const { lines, summary } = withoutRun(partial)
  const cipher = encrypt(content, `payment_reports|cipher|${id}`)
  const row = { ...file, id, bytes: content.byteLength, cipher, receivedById: actor.id }
  await tx.paymentReport.create({ data: { ...row, kind, about, summary } })
  if (withLines) await storeReportLines(tx, { reportId: id, runId: null }, lines)
  const details = { kind, about, lines: lines.length, notes: notes.length }
  await record(
    { by: auditActor, action: 'payment.report_received', object: { type: 'payment_report', id }, details },
    tx,
  )
}

/** Reduces a kept report to the documents whose run is still unknown. */
async function reduceKeptReport(tx: Tx, id: string, partial: PartialReport): Promise<void> {
  const { lines, summary } = withoutRun(partial)
  await tx.paymentReport.update({ where: { id }, data: { about: partial.report.about, summary } })
  await storeReportLines(tx, { reportId: id, runId: null }, lines)
}

/** The lines and the digest of a report that has no run. */
function withoutRun({ report, part }: PartialReport) {
  const lines = report.lines.map(({ document: _, remittance: __, ...line }): StoredReportLine => {
    return { ...line, join: 'unmatched', number: null, verificationId: null }
  })
  return { lines, summary: summaryOf(report, lines, { part, changed: [], differs: 0 }) }
}

const MAX_FILE_NAME = 200

/** A safe file name: without folders, leading dots, control characters, and characters that reverse the text. */
function fileNameOf(name: string): string {
  const last = (name.split(/[\\/]/).at(-1) ?? '').toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '')
  const short = Array.from(last).slice(-MAX_FILE_NAME).join('')
  return short.replace(/^[.\s]+/, '').trimEnd() || 'report'
}
