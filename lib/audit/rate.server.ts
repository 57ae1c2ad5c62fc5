import 'server-only'
import { lockOf, Prisma, type Tx, takeLocks } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { int4, select } from '@/lib/platform/sql/select.server'

/** How many of these actions one person may do in an hour, and how the next one is refused. */
export type HourlyRate = { actions: string[]; most: number; code: string; sentence: string }

/**
 * Rate limit per person and hour, counted from the audit log. Call it in the transaction that writes the entry. A
 * lock per person serialises concurrent requests, so they can't exceed the limit.
 * @throws Refusal 429 with the code and the sentence of the rate
 */
export async function enforceHourlyRate(
  tx: Tx,
  personId: string,
  { actions, most, code, sentence }: HourlyRate,
): Promise<void> {
  await takeLocks(tx, [lockOf(`${code}|${personId}`)])
  const [full] = await select(
    tx,
    { seconds: int4 },
    Prisma.sql`
    select ceil(extract(epoch from at + interval '1 hour' - clock_timestamp()))::int as seconds
      from audit_entries
     where actor_id = ${personId}::uuid and action = any(${actions}::text[]) and at > clock_timestamp() - interval '1 hour'
     order by at desc offset ${most - 1}::int limit 1`,
  )
  if (!full) return
  throw new Refusal(429, code, sentence, { headers: { 'retry-after': String(Math.max(full.seconds, 1)) } })
}
