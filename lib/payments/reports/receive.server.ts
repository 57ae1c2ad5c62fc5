import 'server-only'
import { randomUUID } from 'node:crypto'
import { record } from '@/lib/audit/record.server'
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
import { type ReportDigest, receiptsOf, summaryOf } from '@/lib/payments/reports/summary.server'
import type { ReportReceipt } from '@/lib/payments/reports/view'
import { demandRun, mayReport, type ReportedRun, visibleReports } from '@/lib/payments/reports/visible.server'
import { encrypt, sha256 } from '@/lib/platform/crypto.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { partOf, type ReportPart } from '@/lib/tables/reports/part'
import type { BankReport } from '@/lib/tables/reports/report'

/** A report as it arrives. `runId`: the run that the person names; null: the report says it. */
export type ReceivedFile = { fileName: string; bytes: Uint8Array; runId: string | null }

/**
 * Receives a bank's report: stores it encrypted with its lines, and joins it to the run that is named or that its MsgIds
 * stand for. A file that answers several runs becomes a report for each; what answers none is kept, to be joined later.
 * The same file again is recognised.
 * @returns the report of the named run, else the first; the rest is in `others`
 * @throws Refusal as `parseReport` and `demandRun`, 409 report_other_run
 */
export async function receiveReport(given: ReceivedFile, by: JoinedBy): Promise<ReportReceipt> {
  const named = given.runId === null ? null : await demandRun(db(), given.runId, by.actor)
  const content = Buffer.from(given.bytes)
  const file = { fileName: fileNameOf(given.fileName), content, sha256: sha256(content) }
  const report = await parseReport(given.bytes)
  return db().$transaction(async (tx) => {
    // two that load the same file at once: the second finds the reports of the first
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`report|${file.sha256}`}, 0))`
    const known = await knownReports(tx, file.sha256, by.actor)
    if (named && known.length > 0 && known.every(({ uploadId }) => uploadId && uploadId !== named.id))
      throw otherRun()
    if (named) await demandAnswersRun(tx, report, named.id)
    const kept = known.find(({ uploadId }) => uploadId === null)
    const ids = known.filter((one) => one !== kept).map(({ id }) => id)
    if (kept || known.length === 0) ids.push(...(await receiveParts(tx, { file, report, kept, named }, by)))
    return receiptsOf(tx, ids, { repeated: known.length > 0, runId: named?.id ?? null })
  }, JOIN_TIME)
}

type Kept = { id: string; part: ReportPart }

/** The reports that the same file became before, of those that this person sees. */
async function knownReports(
  tx: Tx,
  hash: string,
  actor: Actor,
): Promise<(Kept & { uploadId: string | null })[]> {
  const known = await tx.paymentReport.findMany({
    where: { sha256: hash, ...visibleReports(actor) },
    select: { id: true, uploadId: true, summary: true },
    orderBy: [{ receivedAt: 'asc' }, { number: 'asc' }],
  })
  return known.map(({ id, uploadId, summary }) => ({
    ...{ id, uploadId },
    part: (summary as ReportDigest).part ?? null,
  }))
}

type Loading = {
  file: { fileName: string; content: Buffer; sha256: string }
  report: BankReport
  /** the report that still waits for its run */
  kept: Kept | undefined
  named: ReportedRun | null
}

/**
 * Makes a report of the documents of each run and one of the rest, which is last. The last one is the report that was
 * kept, if there is one.
 * @returns their IDs
 */
async function receiveParts(tx: Tx, loading: Loading, by: JoinedBy): Promise<string[]> {
  const { file, report, kept } = loading
  const groups = await groupsOf(tx, loading, by.actor)
  const ids: string[] = []
  for (const [index, { run, documents }] of groups.entries()) {
    const part = documents.length === report.documents.length ? null : documents
    const own = partOf(report, part)
    const isLast = index === groups.length - 1
    const id = isLast && kept ? kept.id : randomUUID()
    const isStored = id === kept?.id
    if (!isStored) await store(tx, { ...file, id }, { report: own, part, withLines: run === null }, by)
    else if (run === null && groups.length > 1) await narrow(tx, id, { report: own, part })
    if (run) await joinStored(tx, { id, report: own, part, run }, by)
    ids.push(id)
  }
  return ids
}

type Group = { run: ReportedRun | null; documents: number[] }

/** The documents that are not in a report yet by the run that they answer; those that answer none are last. */
async function groupsOf(tx: Tx, { report, kept, named }: Loading, actor: Actor): Promise<Group[]> {
  const runs = await runsByMessageId(tx, originalIds(report))
  const groups = new Map<string | null, Group>()
  for (const document of kept?.part ?? report.documents.keys()) {
    const ids = runs.get(report.documents[document]?.originalMessageId ?? '') ?? []
    const answersNamed = named !== null && (ids.length === 0 || ids.includes(named.id))
    const run = answersNamed ? named : await reportableRun(tx, ids, actor)
    const group = groups.get(run?.id ?? null) ?? { run, documents: [] }
    groups.set(run?.id ?? null, group)
    group.documents.push(document)
  }
  const rest = groups.get(null)
  groups.delete(null)
  return [...groups.values(), ...(rest ? [rest] : [])]
}

/** The only run of a MsgId, if this person may load reports for it. */
async function reportableRun(
  tx: Tx,
  [id, ...others]: readonly string[],
  actor: Actor,
): Promise<ReportedRun | null> {
  if (!id || others.length > 0) return null
  const upload = await tx.upload.findUniqueOrThrow({ where: { id }, select: { createdById: true } })
  return mayReport(actor, upload.createdById) ? { id, createdById: upload.createdById } : null
}

type Part = { report: BankReport; part: ReportPart }

/** @param withLines its lines as they are without a run; joining it to one stores them otherwise */
async function store(
  tx: Tx,
  { id, content, ...file }: Loading['file'] & { id: string },
  { withLines, ...made }: Part & { withLines: boolean },
  { actor, auditActor }: JoinedBy,
): Promise<void> {
  const { kind, about, notes } = made.report
  const { lines, summary } = alone(made)
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

/** Leaves a kept report those documents whose run is still not known. */
async function narrow(tx: Tx, id: string, made: Part): Promise<void> {
  const { lines, summary } = alone(made)
  await tx.paymentReport.update({ where: { id }, data: { about: made.report.about, summary } })
  await storeReportLines(tx, { reportId: id, runId: null }, lines)
}

/** Lines and digest of a report without a run. */
function alone({ report, part }: Part) {
  const lines = report.lines.map(({ document: _, remittance: __, ...line }): StoredReportLine => {
    return { ...line, join: 'unmatched', number: null, verificationId: null }
  })
  return { lines, summary: summaryOf(report, lines, { part, changed: [], differs: 0 }) }
}

const LONGEST_NAME = 200

/** A file name without folders, dots in front, control characters, and signs that turn the direction of reading. */
function fileNameOf(name: string): string {
  const last = (name.split(/[\\/]/).at(-1) ?? '').toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '')
  const short = Array.from(last).slice(-LONGEST_NAME).join('')
  return short.replace(/^[.\s]+/, '').trimEnd() || 'report'
}
