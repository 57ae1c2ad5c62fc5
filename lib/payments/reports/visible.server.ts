import 'server-only'
import { type Actor, hasRole, readsChecks, seesAll } from '@/lib/auth/roles'
import { type Db, Prisma } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { ownChecks } from '@/lib/verifications/record/queries.server'

type Person = Pick<Actor, 'id' | 'roles'>

/** The reports that this person may see. Analysts: those of their own runs, and unjoined ones that they loaded. */
export const visibleReports = (actor: Person): Prisma.PaymentReportWhereInput =>
  seesAll(actor)
    ? {}
    : { OR: [{ receivedById: actor.id, uploadId: null }, { run: { upload: { createdById: actor.id } } }] }

/** The same as `visibleReports`, as an SQL condition on `payment_reports r`. */
export const reportsSeenBy = (actor: Person): Prisma.Sql =>
  seesAll(actor)
    ? Prisma.sql`true`
    : Prisma.sql`(r.upload_id is null and r.received_by_id = ${actor.id}::uuid
        or exists (select from uploads u where u.id = r.upload_id and u.created_by_id = ${actor.id}::uuid))`

/** SQL: whether the IBAN and name of a report line `l` were checked before, in a check that this person may open. */
export const isKnownLine = (actor: Actor): Prisma.Sql => {
  if (!readsChecks(actor)) return Prisma.sql`false`
  return Prisma.sql`exists (
    select from verifications k
     where k.iban = l.iban and lower(k.name) = lower(l.name) and k.environment = 'live' ${ownChecks(actor, 'k')})`
}

/** Whether this person may load reports for a run: analysts for their own runs, reviewers for all. */
export const mayLoadReports = (actor: Person, createdById: string): boolean =>
  hasRole(actor, 'reviewer') || (hasRole(actor, 'analyst') && createdById === actor.id)

/** A run to which a report can be joined. */
export type JoinableRun = { id: string; createdById: string }

/**
 * The run to which a person wants to join a report.
 * @throws Refusal 404 for a run that is unknown or that this person may not report on, 409 run_reading | run_unreadable
 */
export async function readJoinableRun(on: Db, id: string, actor: Person): Promise<JoinableRun> {
  const run = await on.paymentRun.findUnique({
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
