import 'server-only'
import { countOlder } from '@/lib/audit/cut.server'
import { type Db, db, Prisma } from '@/lib/platform/db.server'
import { int4, selectOne } from '@/lib/platform/sql/select.server'
import type { Cutoffs } from '@/lib/retention/cutoff.server'
import { type HeldScope, isHeld } from '@/lib/retention/scope.server'
import type { RecordCounts } from '@/lib/retention/view'
import { olderLines } from '@/lib/usage/aggregate.server'

/**
 * SQL condition: settled requests (alias `a`) older than the long period whose check or upload has lost its values, or
 * loses them in the same run. A request with a lost response stays until people have resolved it.
 */
export const dueRequests = ({ records, checks }: Cutoffs): Prisma.Sql => Prisma.sql`
  attempts a left join verifications v on v.id = a.verification_id
    left join bulks b on b.id = a.bulk_id left join uploads u on u.id = b.upload_id
   where a.created_at < ${records}::timestamptz and a.state not in ('ready', 'sending', 'unknown')
     and case when v.id is not null then v.purged_at is not null or v.status <> 'pending' and v.created_at < ${checks}::timestamptz
         else u.purged_at is not null or u.state in ('completed', 'stopped') and u.created_at < ${checks}::timestamptz end`

/** SQL condition: a legal hold covers the check or the upload of a request (alias `a`). */
export const requestHeld = (scope: HeldScope): Prisma.Sql =>
  Prisma.sql`case when v.id is not null then ${isHeld(scope)} else u.id = any(${scope.uploadIds}::uuid[]) end`

/** Counts the requests, ledger lines and audit entries that are due, and how many of them legal holds keep. */
export async function countRecords(
  before: Cutoffs,
  scope: HeldScope,
): Promise<{ due: RecordCounts; held: RecordCounts }> {
  const held = requestHeld(scope)
  const requests = await selectOne(
    db(),
    { due: int4, held: int4, credits: int4, heldCredits: int4 },
    Prisma.sql`
    select count(*) filter (where not held)::int as due, count(*) filter (where held)::int as held,
           count(*) filter (where booked and not held)::int as credits, count(*) filter (where booked and held)::int as "heldCredits"
      from (select ${held} as held, exists (select from credit_entries c where c.attempt_id = a.id) as booked
              from ${dueRequests(before)}) each`,
  )
  const lines = await selectOne(
    db(),
    { count: int4 },
    Prisma.sql`
    select count(*)::int as count from credit_entries where ${olderLines(before.records)}`,
  )
  const entries = await countOlder(before.records)
  const whole = await isAnythingHeld(db())
  const credits = requests.credits + lines.count
  return {
    due: { requests: requests.due, credits, entries: whole ? 0 : entries },
    held: { requests: requests.held, credits: requests.heldCredits, entries: whole ? entries : 0 },
  }
}

/** The audit log is cut at the front only, so it stays whole while anything is held. */
export const isAnythingHeld = async (on: Db): Promise<boolean> =>
  (await on.legalHold.count({ where: { releasedAt: null } })) > 0
