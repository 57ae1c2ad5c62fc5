import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { int8, selectOne } from '@/lib/platform/sql/select.server'

/** Credits by our own ledger. `of`: the total of all entries put in, the full bar of the meter. */
export type Balance = { left: number; of: number }

/** Our estimate of the credits left: recorded entries minus checks sent. Null until a top-up was recorded. */
export async function readBalance(): Promise<Balance | null> {
  const { left, of } = await selectOne(
    db(),
    { left: int8.or(null), of: int8.or(null) },
    Prisma.sql`
    select sum(amount)::bigint as left, (sum(amount) filter (where kind in ('top_up', 'correction')))::bigint as of from credit_entries`,
  )
  return of === null ? null : { left: Number(left), of: Number(of) }
}
