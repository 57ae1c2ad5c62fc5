import type { Sql } from '../database'
import { ServiceRefusal } from '../http/refusal'

/** Requests per client in a sliding minute. The first two are from section 8, the token's is our own. */
export const RATE = { single: 60, read: 120, token: 60 }
export type Rates = typeof RATE

/**
 * Takes one slot of the client's sliding window for this kind of request. Exact under concurrency and across processes,
 * because the database counts. Refused requests don't count. An infinite rate is no limit. Throws 429 with
 * `Retry-After` in whole seconds, after which at least one slot is free.
 */
export async function takeRateSlot(
  sql: Sql,
  clientId: string,
  bucket: keyof typeof RATE,
  rates: Rates = RATE,
): Promise<void> {
  if (rates[bucket] === Number.POSITIVE_INFINITY) return
  const { rows } = await sql.query<{ wait: number }>(
    "SELECT service.take_place($1, $2, $3, interval '60 seconds') AS wait",
    [clientId, bucket, rates[bucket]],
  )
  const wait = rows[0]?.wait ?? 0
  if (wait === 0) return
  throw new ServiceRefusal(
    429,
    'rate_limit_exceeded',
    `At most ${rates[bucket]} of these requests a minute.`,
    {
      'Retry-After': String(Math.ceil(wait / 1000)),
    },
  )
}
