import type { Sql } from '../database'
import { ServiceRefusal } from '../http/refusal'

/** Requests per sliding minute and client. The first two are section 8's; the token's is our own choice. */
export const RATE = { single: 60, read: 120, token: 60 } as const

/**
 * Takes one place of the client's sliding minute for this kind of request. Exact under concurrency and
 * across processes: the database counts. Refused requests do not count.
 * Throws 429 with `Retry-After`, in whole seconds, after which at least one place is free.
 */
export async function takePlace(sql: Sql, clientId: string, bucket: keyof typeof RATE): Promise<void> {
  const { rows } = await sql.query<{ wait: number }>(
    "SELECT service.take_place($1, $2, $3, interval '60 seconds') AS wait",
    [clientId, bucket, RATE[bucket]],
  )
  const wait = rows[0]?.wait ?? 0
  if (wait === 0) return
  throw new ServiceRefusal(
    429,
    'rate_limit_exceeded',
    `At most ${RATE[bucket]} of these requests a minute.`,
    {
      'Retry-After': String(Math.ceil(wait / 1000)),
    },
  )
}
