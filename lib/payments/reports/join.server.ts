import 'server-only'
import { record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { type ReportAnswer, recordReportAnswers } from '@/lib/payments/reports/answers.server'
import { groupsOf, otherRunRefusal } from '@/lib/payments/reports/groups.server'
import {
  payableLines,
  type StoredPayable,
  type StoredReportLine,
  storeReportLines,
} from '@/lib/payments/reports/lines.server'
import { parseReport } from '@/lib/payments/reports/parse.server'
import { scopesOf } from '@/lib/payments/reports/scopes.server'
import { countDiffering, receiptOf, summaryOf } from '@/lib/payments/reports/summary.server'
import type { ReportReceipt } from '@/lib/payments/reports/view'
import { type JoinableRun, readJoinableRun, visibleReport } from '@/lib/payments/reports/visible.server'
import { decryptPieces } from '@/lib/platform/crypto.server'
import { db, FILE_TIMEOUTS, Prisma, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { Refusal } from '@/lib/platform/refusal'
import { cipherPieces } from '@/lib/platform/sql/cipher.server'
import { joinDocument } from '@/lib/tables/reports/join'
import { partOf, type ReportPart } from '@/lib/tables/reports/part'
import { type BankReport, emptyEntry, type ReportEntry } from '@/lib/tables/reports/report'

/**
 * Joins a report that was kept without a run to this run. Repeating it returns the same receipt.
 * @throws Refusal 404; 401 session_required | key_invalid; 409 report_joined | report_other_run | run_reading |
 * run_unreadable; 410 report_gone
 */
export async function joinKeptReport(id: string, runId: string, by: RequestedBy): Promise<ReportReceipt> {
  const kept = await visibleReport(id, by.actor)
  const run = await readJoinableRun(runId, by.actor)
  if (kept.runId === runId) return receiptOf(db(), id, true)
  if (kept.runId) throw alreadyJoined()
  const { part = null } = kept.summary
  const file = await parseReport(() => keptBytes(id, kept.bytes))
  return db().$transaction(async (tx) => {
    await lockAccess(tx, by.actor, () => lockJoin(tx, id, runId))
    const { uploadId } = await tx.paymentReport.findUniqueOrThrow({
      where: { id },
      select: { uploadId: true },
    })
    if (uploadId === runId) return receiptOf(tx, id, true)
    // a report that also answers another file is split when its file is loaded again
    const groups = await groupsOf(tx, { report: file, part, chosen: run }, by.actor)
    if (groups.some((group) => group.run?.id !== run.id)) throw otherRunRefusal()
    await joinStoredReport(tx, { id, report: partOf(file, part), part, run }, by)
    // an erasure may have deleted the file while it was read: its lines don't come back
    if ((await tx.paymentReport.count({ where: { id, cipher: { not: null } } })) === 0) throw reportGone()
    return receiptOf(tx, id, false)
  }, FILE_TIMEOUTS)
}

async function keptBytes(id: string, size: number): Promise<Uint8Array> {
  const stored = cipherPieces(Prisma.sql`payment_reports where id = ${id}::uuid and cipher is not null`)
  const bytes = await decryptPieces(stored, size, `payment_reports|cipher|${id}`)
  if (bytes === null) throw reportGone()
  return bytes
}

const reportGone = () =>
  new Refusal(410, 'report_gone', 'Retention has deleted the file of this report. Load it again on its run.')
const alreadyJoined = () =>
  new Refusal(409, 'report_joined', 'This report already belongs to a run. Open it there.')

/**
 * Joins a stored report to a run, in the caller's transaction: stores its lines again, turns its answers into checks,
 * and has the gates of the run computed again.
 * @throws Refusal 401 session_required | key_invalid, 409 report_joined
 */
export async function joinStoredReport(
  tx: Tx,
  { id, report, part, run }: { id: string; report: BankReport; part: ReportPart; run: JoinableRun },
  by: RequestedBy,
): Promise<void> {
  await lockAccess(tx, by.actor, () => lockJoin(tx, id, run.id))
  const current = await tx.paymentReport.findUniqueOrThrow({ where: { id }, select: { uploadId: true } })
  if (current.uploadId) throw alreadyJoined()
  const last = await tx.paymentReport.aggregate({ where: { uploadId: run.id }, _max: { number: true } })
  const number = (last._max.number ?? 0) + 1
  const lines = await joinLines(tx, report, run)
  await tx.paymentReport.update({
    where: { id },
    data: { uploadId: run.id, number, about: report.about, joinedById: by.actor.id },
  })
  await storeReportLines(tx, { reportId: id, runId: run.id }, lines.stored)
  const differs = await countDiffering(tx, id)
  const summary = summaryOf(report, lines.stored, { part, changed: lines.changed, differs })
  await tx.paymentReport.update({ where: { id }, data: { summary } })
  await tx.paymentChange.create({ data: { uploadId: run.id } })
  await notify(tx, { topic: 'upload', id: run.id })
  const { joined, counted, ambiguous, unmatched } = summary.totals
  const details = {
    runId: run.id,
    number,
    joined,
    counted,
    ambiguous,
    unmatched,
    changed: lines.changed.length,
  }
  await record(
    { by: by.auditActor, action: 'payment.report_joined', object: { type: 'payment_report', id }, details },
    tx,
  )
}

async function lockJoin(tx: Tx, reportId: string, runId: string): Promise<void> {
  // one report of a run at a time: each gets the next number, and sees the answers of the one before
  await tx.$executeRaw`select from payment_runs where upload_id = ${runId}::uuid for update`
  // one run of a report at a time: the second one finds it joined
  await tx.$executeRaw`select from payment_reports where id = ${reportId}::uuid for update`
}

/** `name`: that of the payment line in the file that the report answers. */
type MatchedLine = Pick<StoredReportLine, 'join' | 'number'> & { entry: ReportEntry; name: string | null }

async function joinLines(
  tx: Tx,
  report: BankReport,
  run: JoinableRun,
): Promise<{ stored: StoredReportLine[]; changed: number[] }> {
  const payable = await payableLines(tx, run.id)
  const matched = matchLines(report, await scopesOf(tx, run.id, payable))
  const byNumber = new Map(payable.map((line) => [line.number, line]))
  const answers = matched.flatMap((line) =>
    report.documents[line.entry.document]?.about === 'vop' ? answerOf(line, byNumber) : [],
  )
  const { checks, changed } = await recordReportAnswers(
    tx,
    { runId: run.id, requesterId: run.createdById },
    answers,
  )
  const stored = matched.map(({ entry, join, number }) => {
    const { document: _, remittance: __, ...line } = entry
    return { ...line, join, number, verificationId: checks.get(entry.position) ?? null }
  })
  return { stored, changed }
}

type ScopeOf = Awaited<ReturnType<typeof scopesOf>>

/**
 * The lines that are joined together, by the index of a document: its own. The rows of a table whose MsgIds are not of this
 * run are joined together, because the MsgIds may be the bank's own.
 */
function linesToJoin({ kind, documents, lines }: BankReport, scopeOf: ScopeOf): Map<number, ReportEntry[]> {
  if (kind !== 'table') return Map.groupBy(lines, ({ document }) => document)
  const isOfRun = documents.map(({ originalMessageId }) => scopeOf(originalMessageId).trust === 'known')
  return Map.groupBy(lines, ({ document }) => (isOfRun[document] ? document : isOfRun.indexOf(false)))
}

/** Finds the payment line of each report line, and adds the lines whose status only the counts of the report prove. */
function matchLines(report: BankReport, scopeOf: ScopeOf): MatchedLine[] {
  const together = linesToJoin(report, scopeOf)
  const matched = new Map<number, MatchedLine>()
  const proved: MatchedLine[] = []
  let position = report.lines.at(-1)?.position ?? 0
  for (const [index, document] of report.documents.entries()) {
    const entries = together.get(index) ?? []
    // only a pain.002 has counts that prove something without lines
    if (report.kind === 'table' && entries.length === 0) continue
    const scope = scopeOf(document.originalMessageId)
    const names = new Map(scope.lines.map((line) => [line.number, line.name]))
    const nameOf = (number: number | null) => (number === null ? null : (names.get(number) ?? null))
    const result = joinDocument(document, entries, scope)
    for (const entry of entries) {
      const number = result.joined.get(entry.position) ?? null
      const join =
        number !== null ? 'joined' : result.ambiguous.has(entry.position) ? 'ambiguous' : 'unmatched'
      matched.set(entry.position, { entry, join, number, name: nameOf(number) })
    }
    for (const { number, code, batchId } of result.counted) {
      position++
      const messageId = document.originalMessageId
      const entry = { ...emptyEntry(), position, document: index, code, batchId, messageId }
      proved.push({ entry, join: 'counted', number, name: nameOf(number) })
    }
  }
  return [...report.lines.flatMap(({ position }) => matched.get(position) ?? []), ...proved]
}

function answerOf(
  { entry, number, name }: MatchedLine,
  byNumber: ReadonlyMap<number, StoredPayable>,
): ReportAnswer[] {
  const line = number === null ? undefined : byNumber.get(number)
  if (line === undefined || line.account !== 'iban' || !line.iban || !name?.trim()) return []
  const { position, code, reasonCode, texts, bankName } = entry
  return [{ position, code, reasonCode, texts, bankName, number: line.number, iban: line.iban, name }]
}
