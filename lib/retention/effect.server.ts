import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { int4, selectOne } from '@/lib/platform/sql/select.server'
import { type Cutoffs, cutoffsOf, nightlySchedule } from '@/lib/retention/cutoff.server'
import { countRecords } from '@/lib/retention/due.server'
import { dueOriginal, dueReleaseFiles, dueReportFile, reportHeld } from '@/lib/retention/payments/due.server'
import type { Periods } from '@/lib/retention/periods'
import { type HeldScope, heldScope, isHeld } from '@/lib/retention/scope.server'
import { IS_ANSWERED } from '@/lib/retention/strip.server'
import type { DueCounts, Effect } from '@/lib/retention/view'

/** Counts what these periods would remove tonight, and by the run 30 days later. Changes nothing. */
export async function previewEffect(periods: Periods): Promise<Effect> {
  const { next } = await nightlySchedule()
  const [tonight, later, scope] = await Promise.all([
    cutoffsOf(periods, next),
    cutoffsOf(periods, next, 30),
    heldScope(db()),
  ])
  const [now, then] = await Promise.all([countDue(tonight, scope), countDue(later, scope)])
  return {
    day: next,
    tonight: now.due,
    later: then.due,
    held: now.held,
    checksBefore: tonight.checks.toISOString(),
    recordsBefore: tonight.records.toISOString(),
  }
}

/**
 * SQL condition: a check (alias `v`) that is old enough, has its answer, and isn't waiting for a decision to resend it.
 */
export const dueCheck = (before: Date): Prisma.Sql =>
  Prisma.sql`v.purged_at is null and ${IS_ANSWERED} and v.created_at < ${before}::timestamptz
    and (v.status <> 'unknown' or not exists (
      select from attempts a where a.state = 'unknown' and (a.verification_id = v.id or a.bulk_id = v.bulk_id)))`

/**
 * SQL condition: an upload (alias `u`) without progress for the whole period, unless people must resolve a lost
 * response.
 */
export const abandonedUpload = (before: Date): Prisma.Sql =>
  Prisma.sql`u.state in ('comparing', 'paused') and u.created_at < ${before}::timestamptz and not exists (
    select from attempts a join bulks k on k.id = a.bulk_id where k.upload_id = u.id and a.state = 'unknown')`

/** The run stops such an upload first, which makes its unsent checks due. */
const forgottenCheck = (before: Date): Prisma.Sql =>
  Prisma.sql`v.status = 'pending' and exists (
    select from bulks b join uploads u on u.id = b.upload_id
     where b.id = v.bulk_id and b.state = 'waiting' and ${abandonedUpload(before)})`

type DueAndHeld = { due: DueCounts; held: DueCounts }

async function countDue(before: Cutoffs, scope: HeldScope): Promise<DueAndHeld> {
  const checks = await selectOne(
    db(),
    { due: int4, held: int4 },
    Prisma.sql`
    select count(*) filter (where not ${isHeld(scope)})::int as due, count(*) filter (where ${isHeld(scope)})::int as held
      from verifications v where (${dueCheck(before.checks)}) or (${forgottenCheck(before.checks)})`,
  )
  const originals = await selectOne(
    db(),
    { due: int4, held: int4 },
    Prisma.sql`
    select count(*) filter (where not held)::int as due, count(*) filter (where held)::int as held from (
      select o.upload_id = any(${scope.uploadIds}::uuid[]) as held
        from upload_originals o join uploads u on u.id = o.upload_id where ${dueOriginal(before)}
      union all
      select p.upload_id = any(${scope.uploadIds}::uuid[])
        from payment_files f join payment_releases p on p.id = f.release_id join uploads u on u.id = p.upload_id
       where ${dueReleaseFiles(before)}
      union all
      select ${reportHeld(scope)} from payment_reports r where ${dueReportFile(before)}) files`,
  )
  const records = await countRecords(before, scope)
  return {
    due: { checks: checks.due, originals: originals.due, ...records.due },
    held: { checks: checks.held, originals: originals.held, ...records.held },
  }
}
