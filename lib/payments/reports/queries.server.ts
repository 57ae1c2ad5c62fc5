import 'server-only'
import { type Actor, hasRole, seesMasked } from '@/lib/auth/roles'
import { takePage, writeCursor } from '@/lib/http/paging'
import { lineViews } from '@/lib/payments/reports/line-views.server'
import type { ReportQuery, ReportsQuery } from '@/lib/payments/reports/schema'
import type { ReportDigest } from '@/lib/payments/reports/summary.server'
import type { ReportList, ReportListItem, ReportView } from '@/lib/payments/reports/view'
import {
  isKnownLine,
  mayLoadReports,
  reportsSeenBy,
  visibleReports,
} from '@/lib/payments/reports/visible.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import {
  bool,
  date,
  int4,
  json,
  oneOf,
  type RowOf,
  select,
  selectOne,
  text,
  uuid,
} from '@/lib/platform/sql/select.server'
import { REPORT_KINDS, REPORT_TOPICS } from '@/lib/tables/reports/report'

const ROW = {
  id: uuid,
  runId: uuid.or(null),
  runName: text.or(null),
  ownerId: uuid.or(null),
  number: int4.or(null),
  kind: oneOf(REPORT_KINDS),
  about: oneOf(REPORT_TOPICS),
  fileName: text,
  bytes: int4,
  sha256: text,
  summary: json<ReportDigest>(),
  receivedAt: date,
  purgedAt: date.or(null),
  hasFile: bool,
  receivedById: uuid,
  receiver: text,
}
type Row = RowOf<typeof ROW>

const rows = (where: Prisma.Sql, limit: number): Promise<Row[]> =>
  select(
    db(),
    ROW,
    Prisma.sql`
    select r.id, r.upload_id as "runId", u.file_name as "runName", u.created_by_id as "ownerId", r.number, r.kind, r.about,
           r.file_name as "fileName", r.bytes, r.sha256, r.summary, r.received_at as "receivedAt",
           r.purged_at as "purgedAt", r.cipher is not null as "hasFile", r.received_by_id as "receivedById",
           p.name as receiver
      from payment_reports r join users p on p.id = r.received_by_id left join uploads u on u.id = r.upload_id
     where ${where} order by r.received_at desc, r.id desc limit ${limit}`,
  )

function itemOf(row: Row): ReportListItem {
  const { id, runId, runName, number, kind, about, fileName, bytes, summary } = row
  const { totals, differs } = summary
  return {
    ...{ id, runId, runName, number, kind, about, fileName, bytes },
    receivedAt: row.receivedAt.toISOString(),
    receivedBy: { id: row.receivedById, name: row.receiver },
    ...totals,
    differs,
  }
}

/** A page of the bank reports that this person may see, newest first. */
export async function listReports({ size, after }: ReportsQuery, actor: Actor): Promise<ReportList> {
  const page = after
    ? Prisma.sql`(r.received_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : Prisma.sql`true`
  const found = await rows(Prisma.sql`${reportsSeenBy(actor)} and ${page}`, size + 1)
  const { items, nextCursor } = takePage(found, size, (last) => writeCursor(last.receivedAt, last.id))
  return { items: items.map(itemOf), nextCursor }
}

/** The ID of report `number` of a run. @throws Refusal 404 */
export async function reportOfRun(runId: string, number: number, actor: Actor): Promise<string> {
  const report = await db().paymentReport.findFirst({
    where: { uploadId: runId, number, ...visibleReports(actor) },
    select: { id: true },
  })
  if (!report) throw notFound()
  return report.id
}

/** A report with a page of its lines. Names, IBANs and texts are masked for masked roles. @throws Refusal 404 */
export async function readReport(id: string, query: ReportQuery, actor: Actor): Promise<ReportView> {
  const [row] = await rows(Prisma.sql`r.id = ${id}::uuid and ${reportsSeenBy(actor)}`, 1)
  if (!row) throw notFound()
  const { summary, runId, ownerId } = row
  const masked = seesMasked(actor)
  const of = { id, runId, about: row.about, changed: summary.changed }
  const page = await lineViews(of, query, { actor, masked })
  const { messageIds, originalMessageIds, createdAt, version, levels, legend, notes } = summary
  const mayJoin = row.hasFile && runId === null && hasRole(actor, 'reviewer', 'analyst')
  return {
    ...itemOf(row),
    ...{ messageIds, originalMessageIds, createdAt, version, levels, notes, masked },
    legend: masked ? [] : legend,
    sha256: masked ? '' : row.sha256,
    changed: summary.changed.length,
    notReported: runId === null ? null : await countNotReported(runId),
    knownNames: runId === null ? await countKnownNames(id, actor) : null,
    purgedAt: row.purgedAt?.toISOString() ?? null,
    may: { join: mayJoin && (ownerId === null || mayLoadReports(actor, ownerId)) },
    page,
  }
}

const countOf = async (lines: Prisma.Sql): Promise<number> =>
  (await selectOne(db(), { count: int4 }, Prisma.sql`select count(*)::int as count from ${lines}`)).count

const countNotReported = (runId: string): Promise<number> =>
  countOf(Prisma.sql`payment_lines p
     where p.upload_id = ${runId}::uuid and not exists (
       select from payment_report_lines l join payment_reports r on r.id = l.report_id
        where l.upload_id = p.upload_id and l.number = p.number and r.about = 'vop')`)

const countKnownNames = (id: string, actor: Actor): Promise<number> =>
  countOf(Prisma.sql`payment_report_lines l where l.report_id = ${id}::uuid and ${isKnownLine(actor)}`)
