import 'server-only'
import { type Actor, hasRole, readsChecks, seesAll } from '@/lib/auth/roles'
import type { ReportDigest } from '@/lib/payments/reports/summary.server'
import { type Db, db, Prisma } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import {
  bool,
  date,
  int4,
  json,
  oneOf,
  type RowOf,
  select,
  text,
  uuid,
} from '@/lib/platform/sql/select.server'
import { REPORT_KINDS, REPORT_TOPICS } from '@/lib/tables/reports/report'
import { ownChecks } from '@/lib/verifications/record/queries.server'

const REPORT = {
  id: uuid,
  runId: uuid.or(null),
  runName: text.or(null),
  runCreatedAt: date.or(null),
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
export type ReportRow = RowOf<typeof REPORT>

/**
 * The reports that this person may see and that fulfil a condition on `payment_reports r`, which may end with an order.
 * Analysts see those of their own runs, and unjoined ones that they loaded.
 */
export const visibleReports = (on: Db, actor: Actor, which: Prisma.Sql): Promise<ReportRow[]> =>
  select(
    on,
    REPORT,
    Prisma.sql`
    select r.id, r.upload_id as "runId", u.file_name as "runName", u.created_at as "runCreatedAt",
           u.created_by_id as "ownerId", r.number, r.kind, r.about, r.file_name as "fileName", r.bytes, r.sha256,
           r.summary, r.received_at as "receivedAt", r.purged_at as "purgedAt", r.cipher is not null as "hasFile",
           r.received_by_id as "receivedById", p.name as receiver
      from payment_reports r join users p on p.id = r.received_by_id left join uploads u on u.id = r.upload_id
     where (${seesAll(actor)} or coalesce(u.created_by_id, r.received_by_id) = ${actor.id}::uuid) and ${which}`,
  )

/** @throws Refusal 404, also for a report that this person may not see */
export async function visibleReport(id: string, actor: Actor): Promise<ReportRow> {
  const [report] = await visibleReports(db(), actor, Prisma.sql`r.id = ${id}::uuid`)
  if (!report) throw notFound()
  return report
}

/** SQL: whether the IBAN and name of a report line `l` were checked before, in a check that this person may open. */
export const isKnownLine = (actor: Actor): Prisma.Sql => {
  if (!readsChecks(actor)) return Prisma.sql`false`
  return Prisma.sql`exists (
    select from verifications k
     where k.iban = l.iban and lower(k.name) = lower(l.name) and k.environment = 'live' ${ownChecks(actor, 'k')})`
}

/** Whether this person may load reports for a run: analysts for their own runs, reviewers for all. */
export const mayLoadReports = (actor: Actor, createdById: string): boolean =>
  hasRole(actor, 'reviewer') || (hasRole(actor, 'analyst') && createdById === actor.id)

/** A run to which a report can be joined. */
export type JoinableRun = { id: string; createdById: string }

/**
 * The run to which a person wants to join a report.
 * @throws Refusal 404 for a run that is unknown or that this person may not report on, 409 run_reading | run_unreadable
 */
export async function readJoinableRun(id: string, actor: Actor): Promise<JoinableRun> {
  const run = await db().paymentRun.findUnique({
    where: { uploadId: id },
    select: { state: true, purgedAt: true, upload: { select: { createdById: true } } },
  })
  if (!run || !mayLoadReports(actor, run.upload.createdById)) throw notFound()
  if (run.state === 'reading')
    throw new Refusal(
      409,
      'run_reading',
      'The lines of this run are still being read. Try again in a moment.',
    )
  if (run.state === 'unreadable' || run.purgedAt)
    throw new Refusal(
      409,
      'run_unreadable',
      'This run has no lines that a report could be joined to. Choose another run.',
    )
  return { id, createdById: run.upload.createdById }
}
