import 'server-only'
import { type Actor, hasRole, seesMasked } from '@/lib/auth/roles'
import { takePage, writeCursor } from '@/lib/http/paging'
import { lineViews } from '@/lib/payments/reports/line-views.server'
import type { ReportQuery } from '@/lib/payments/reports/schema'
import type { ReportList, ReportListItem, ReportView } from '@/lib/payments/reports/view'
import {
  isKnownLine,
  mayLoadReports,
  type ReportRow,
  visibleReport,
  visibleReports,
} from '@/lib/payments/reports/visible.server'
import type { NewestFirstQuery } from '@/lib/payments/schema'
import type { ReportSummary } from '@/lib/payments/view'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { int4, selectOne } from '@/lib/platform/sql/select.server'
import type { ReportLevel } from '@/lib/tables/reports/report'
import { maskCode } from '@/lib/tables/reports/values'

function itemOf(row: ReportRow): ReportListItem {
  const { id, runId, runName, number, kind, about, fileName, bytes, summary } = row
  const { totals, differs } = summary
  return {
    id,
    runId,
    runName,
    number,
    kind,
    about,
    fileName,
    bytes,
    receivedAt: row.receivedAt.toISOString(),
    receivedBy: { id: row.receivedById, name: row.receiver },
    ...totals,
    differs,
  }
}

/** A page of the bank reports that this person may see, newest first. */
export async function listReports({ size, after }: NewestFirstQuery, actor: Actor): Promise<ReportList> {
  const page = after
    ? Prisma.sql`(r.received_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : Prisma.sql`true`
  const found = await visibleReports(
    db(),
    actor,
    Prisma.sql`${page} order by r.received_at desc, r.id desc limit ${size + 1}`,
  )
  const { items, nextCursor } = takePage(found, size, (last) => writeCursor(last.receivedAt, last.id))
  return { items: items.map(itemOf), nextCursor }
}

/** The bank reports of a run, newest first, with the counts of when each was joined. */
export async function readReports(runId: string, actor: Actor): Promise<ReportSummary[]> {
  const ofRun = Prisma.sql`r.upload_id = ${runId}::uuid order by r.received_at desc, r.id desc`
  return (await visibleReports(db(), actor, ofRun)).map((row) => {
    const { id, number, kind, about, fileName, receivedAt, receivedBy, ...counts } = itemOf(row)
    const { lines, joined, counted, ambiguous, unmatched, differs } = counts
    return {
      id,
      number,
      kind,
      about,
      fileName,
      receivedAt,
      receivedBy,
      lines,
      joined: joined + counted,
      ambiguous,
      unmatched,
      differs,
    }
  })
}

/** The ID of report `number` of a run. @throws Refusal 404 */
export async function reportOfRun(runId: string, number: number, actor: Actor): Promise<string> {
  const which = Prisma.sql`r.upload_id = ${runId}::uuid and r.number = ${number}`
  const [report] = await visibleReports(db(), actor, which)
  if (!report) throw notFound()
  return report.id
}

/** A report with a page of its lines. Names, IBANs and texts are masked for masked roles. @throws Refusal 404 */
export async function readReport(id: string, query: ReportQuery, actor: Actor): Promise<ReportView> {
  const row = await visibleReport(id, actor)
  const { summary, runId, ownerId } = row
  const masked = seesMasked(actor)
  const of = { id, runId, about: row.about, changed: summary.changed }
  const page = await lineViews(of, query, { actor, masked })
  const { messageIds, originalMessageIds, createdAt, version, levels, legend, notes } = summary
  const mayJoin = row.hasFile && runId === null && hasRole(actor, 'reviewer', 'analyst')
  return {
    ...itemOf(row),
    messageIds,
    originalMessageIds,
    createdAt,
    version,
    notes,
    masked,
    levels: masked ? levels.map(maskLevel) : levels,
    legend: masked ? [] : legend,
    sha256: masked ? '' : row.sha256,
    changed: summary.changed.length,
    notReported: runId === null ? null : await countNotReported(runId),
    knownNames: runId === null ? await countKnownNames(id, actor) : null,
    purgedAt: isoTime(row.purgedAt),
    may: { join: mayJoin && (ownerId === null || mayLoadReports(actor, ownerId)) },
    page,
  }
}

const maskLevel = (level: ReportLevel): ReportLevel => ({
  ...level,
  code: level.code && maskCode(level.code),
  counts: level.counts.map((count) => ({ ...count, code: maskCode(count.code) })),
})

const countOf = async (lines: Prisma.Sql): Promise<number> =>
  (await selectOne(db(), { count: int4 }, Prisma.sql`select count(*)::int as count from ${lines}`)).count

const countNotReported = (runId: string): Promise<number> =>
  countOf(Prisma.sql`payment_lines p
     where p.upload_id = ${runId}::uuid and not exists (
       select from payment_report_lines l join payment_reports r on r.id = l.report_id
        where l.upload_id = p.upload_id and l.number = p.number and r.about = 'vop')`)

const countKnownNames = (id: string, actor: Actor): Promise<number> =>
  countOf(Prisma.sql`payment_report_lines l where l.report_id = ${id}::uuid and ${isKnownLine(actor)}`)
