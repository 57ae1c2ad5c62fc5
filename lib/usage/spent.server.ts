import 'server-only'
import { readLimits } from '@/lib/limits/limits.server'
import { type Db, db, type Lock, lockOf, Prisma, type Tx, takeLocks } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { int4, selectOne, text } from '@/lib/platform/sql/select.server'

/** What a person spent alone today, and may. `day`: of TIME_ZONE. */
export type SpentToday = { day: string; spent: number; limit: number | null }

/** What a person spent alone today, beside the limit of it. */
export async function spentToday(personId: string): Promise<SpentToday> {
  const [spent, { credits }] = await Promise.all([readSpent(db(), personId), readLimits()])
  return { ...spent, limit: credits.personDay }
}

/**
 * Credits that a person asked for since the beginning of this day: what waits and what was lost counts, what was not sent or
 * not billed does not. Uploads that a second person was asked about are not spent alone.
 */
async function readSpent(on: Db, personId: string): Promise<Pick<SpentToday, 'day' | 'spent'>> {
  const zone = env().TIME_ZONE
  return selectOne(
    on,
    { day: text, spent: int4 },
    Prisma.sql`
    select to_char(now() at time zone ${zone}, 'YYYY-MM-DD') as day,
           (select count(*)::int from verifications v
             where v.requested_by_id = ${personId}::uuid and v.environment = 'live' and v.status not in ('not_sent', 'rejected')
               and v.created_at >= date_trunc('day', now() at time zone ${zone}) at time zone ${zone}
               and not exists (select 1 from upload_approvals p where p.upload_id = v.upload_id)) as spent`,
  )
}

/** Whoever spends for the same person meanwhile waits for its end: many at once are not more than one after the other. */
export const spendingLock = (personId: string): Lock => lockOf(`spend|${personId}`)

/** The same in the transaction that spends, under its lock. */
export async function lockSpending(tx: Tx, personId: string): Promise<number> {
  await takeLocks(tx, [spendingLock(personId)])
  return spentIn(tx, personId)
}

/** What the person spent, for who holds the lock already. */
export const spentIn = async (tx: Tx, personId: string): Promise<number> =>
  (await readSpent(tx, personId)).spent
