import { db } from '@/lib/platform/db.server'

/** How many transactions of this database wait for another one. */
export async function countLockWaits(): Promise<number> {
  const [row] = await db().$queryRaw<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return row?.n ?? 0
}
