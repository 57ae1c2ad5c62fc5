import 'server-only'
import { readLimits } from '@/lib/limits/limits.server'
import { todaySql, todayStart } from '@/lib/platform/days/days.server'
import { type Db, db, type Lock, lockOf, Prisma, type Tx, takeLocks } from '@/lib/platform/db.server'
import { int4, selectOne, text } from '@/lib/platform/sql/select.server'

/** What a person has spent without approval today, and their limit. `day` is in TIME_ZONE. */
export type SpentToday = { day: string; spent: number; limit: number | null }

/** What a person spent alone today, beside the limit of it. */
export async function spentToday(personId: string): Promise<SpentToday> {
  const [spent, { credits }] = await Promise.all([readSpent(db(), personId), readLimits()])
  return { ...spent, limit: credits.personDay }
}

/**
 * Credits that a person has requested today: waiting and lost checks count; unsent and unbilled ones
 * and answers of bank reports don't. Uploads
 * with an approval request are left out.
 */
async function readSpent(on: Db, personId: string): Promise<Pick<SpentToday, 'day' | 'spent'>> {
  return selectOne(
    on,
    { day: text, spent: int4 },
    Prisma.sql`
    select ${todaySql()}::text as day,
           (select count(*)::int from verifications v
             where v.requested_by_id = ${personId}::uuid and v.environment = 'live' and v.source <> 'bank_report' and v.status not in ('not_sent', 'rejected')
               and v.created_at >= ${todayStart()}
               and not exists (select 1 from upload_approvals p where p.upload_id = v.upload_id)) as spent`,
  )
}

/** Serialises spending by one person, so that concurrent requests can't exceed the limit. */
export const spendingLock = (personId: string): Lock => lockOf(`spend|${personId}`)

/** The credits spent today, in the transaction that spends, under its lock. */
export async function lockSpending(tx: Tx, personId: string): Promise<number> {
  await takeLocks(tx, [spendingLock(personId)])
  return spentIn(tx, personId)
}

/** The credits spent today, for callers that hold the lock. */
export const spentIn = async (tx: Tx, personId: string): Promise<number> =>
  (await readSpent(tx, personId)).spent
