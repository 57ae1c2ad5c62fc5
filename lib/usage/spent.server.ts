import 'server-only'
import { readLimits } from '@/lib/limits/limits.server'
import { type Db, db, type Tx } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'

/** What a person spent alone today, and may. `day`: of TIME_ZONE. */
export type SpentToday = { day: string; spent: number; limit: number | null }

/**
 * Credits that a person asked for since the beginning of this day: what waits and what was lost counts, what was not sent or
 * not billed does not. Uploads that a second person was asked about are not spent alone.
 */
export async function spentToday(personId: string, on: Db = db()): Promise<SpentToday> {
  const { credits } = await readLimits(on)
  const [row] = await on.$queryRaw<[{ day: string; spent: number }]>`
    select to_char(now() at time zone ${env().TIME_ZONE}, 'YYYY-MM-DD') as day, count(v.id)::int as spent
      from (select 1) one left join verifications v
        on v.requested_by_id = ${personId}::uuid and v.environment = 'live' and v.status not in ('not_sent', 'rejected')
       and v.created_at >= date_trunc('day', now() at time zone ${env().TIME_ZONE}) at time zone ${env().TIME_ZONE}
       and not exists (select 1 from upload_approvals p where p.upload_id = v.upload_id)
     group by 1`
  return { ...row, limit: credits.personDay }
}

/**
 * The same in the transaction that spends: whoever spends for the same person meanwhile waits for its end, so that many at
 * once are not more than one after the other.
 */
export async function lockSpending(tx: Tx, personId: string): Promise<SpentToday> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`spend|${personId}`}, 0))`
  return spentToday(personId, tx)
}
