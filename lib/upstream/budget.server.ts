import 'server-only'
import { z } from 'zod'
import { db } from '@/lib/platform/db.server'
import { readSetting } from '@/lib/platform/settings.server'

export type Lane = 'single_post' | 'single_get' | 'bulk' | 'token'
export type Slot = { granted: true } | { granted: false; retryInMs: number }

/** Requests a minute: below the provider's 60 and 120 (specification 8), ours for what it does not state. */
export const BUDGETS: Record<Lane, number> = { single_post: 54, single_get: 108, bulk: 600, token: 6 }

const budgetsSetting = z.object({
  single_post: z.int().min(1),
  single_get: z.int().min(1),
  bulk: z.int().min(1),
  token: z.int().min(1),
})

/**
 * Takes one request out of the sliding minute that all processes share. Waits up to `waitMs` for a place.
 * @returns when a place will be free, if none was
 */
export async function takeSlot(
  connectionId: string,
  lane: Lane,
  { waitMs = 0 }: { waitMs?: number } = {},
): Promise<Slot> {
  const until = performance.now() + waitMs
  const limit = (await readSetting('upstream.budgets', budgetsSetting, BUDGETS))[lane]
  for (;;) {
    const retryInMs = await tryTake(connectionId, lane, limit)
    if (retryInMs === null) return { granted: true }
    const left = until - performance.now()
    if (retryInMs > left) return { granted: false, retryInMs }
    await new Promise((resolve) => setTimeout(resolve, retryInMs + Math.random() * 20))
  }
}

/** Counting and writing happen under one lock per lane: two processes never take the last place together. */
async function tryTake(connectionId: string, lane: Lane, limit: number): Promise<number | null> {
  const results = await db().$transaction([
    db().$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`budget|${connectionId}|${lane}`}, 0))`,
    db().$queryRaw<{ waitMs: number | null }[]>`
      with recent as (
        select at from upstream_calls
         where connection_id = ${connectionId}::uuid and lane = ${lane}::upstream_lane
           and at > clock_timestamp() - interval '60 seconds'
      ), taken as (
        insert into upstream_calls (connection_id, lane, at)
        select ${connectionId}::uuid, ${lane}::upstream_lane, clock_timestamp()
         where (select count(*) from recent) < ${limit} returning id
      )
      select case when exists (select from taken) then null else
        ceil(1000 * extract(epoch from (
          select at from recent order by at desc offset ${limit - 1} limit 1) + interval '60 seconds' - clock_timestamp()))::int
        end as "waitMs"`,
  ])
  const waitMs = results[1][0]?.waitMs ?? null
  return waitMs === null ? null : Math.max(1, waitMs)
}

/** Lines older than any window are of no use. */
export const forgetOldCalls = (): Promise<number> =>
  db().$executeRaw`delete from upstream_calls where at < now() - interval '10 minutes'`
