import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import {
  CONTENTION_TIMEOUTS,
  db,
  type Lock,
  lockOf,
  PREPARED,
  Prisma,
  type Tx,
  takeLocks,
} from '@/lib/platform/db.server'
import { setting } from '@/lib/platform/settings.server'
import { bool, int4, int8, selectOne } from '@/lib/platform/sql/select.server'

export type RateBucket = 'single_post' | 'single_get' | 'bulk' | 'enrichment'
/**
 * `call` identifies the request: the sender reports its end (`endCall`). `stopped`: a breaker of the connection is
 * open, and only `admit` lets a request through.
 */
export type Slot = { granted: true; call: bigint; stopped: boolean } | { granted: false; retryInMs: number }
/** The person a request is sent for; `most`: slots one person may have in a window. */
export type PersonBudget = { id: string; most: number }

/** Requests a minute: below the provider's 60 and 120 (specification 8), our own choice where it states none. */
export const BUDGETS: Record<RateBucket, number> = {
  single_post: 54,
  single_get: 108,
  bulk: 600,
  enrichment: 27,
}
const most = z.int().min(1)
const budgetsSchema = z.object({
  single_post: most.default(BUDGETS.single_post),
  single_get: most.default(BUDGETS.single_get),
  bulk: most.default(BUDGETS.bulk),
  enrichment: most.default(BUDGETS.enrichment),
  /**
   * Checks a minute of one person. The default is all slots: a person working alone isn't slowed down, and several take
   * turns as soon as they wait. A smaller number always keeps slots free for others.
   */
  person: most.default(BUDGETS.single_post),
  /** the provider's rate limit window; specification 8 says a minute */
  seconds: z.number().positive().max(60).default(60),
})
export type Budgets = z.infer<typeof budgetsSchema>

/** The slots of each lane and the length of their window. */
export const budgetsSetting = setting('upstream.budgets', budgetsSchema, budgetsSchema.parse({}))
export const readBudgets = budgetsSetting.read

/** Higher than the limit of any lane. */
const NO_PERSON_LIMIT = 1_000_000

/**
 * Takes a slot for one request in the sliding window that all processes share. Waits up to `waitMs` for one.
 * @returns when a slot will be free, if there was none
 */
export async function takeSlot(connectionId: string, lane: RateBucket, { waitMs = 0 } = {}): Promise<Slot> {
  const until = performance.now() + waitMs
  const budgets = await readBudgets()
  for (;;) {
    const slot = await db().$transaction(async (tx) => {
      await takeLocks(tx, [rateBucketLock(connectionId, lane)])
      return takeSlotIn(tx, connectionId, lane, { budgets })
    }, CONTENTION_TIMEOUTS)
    if (slot.granted || slot.retryInMs > until - performance.now()) return slot
    await sleep(slot.retryInMs + Math.random() * 20)
  }
}

/**
 * The same in a transaction that holds the lane's lock: whatever the delays, no window of the provider contains more
 * requests.
 */
export async function takeSlotIn(
  tx: Tx,
  connectionId: string,
  lane: RateBucket,
  { budgets, person }: { budgets: Budgets; person?: PersonBudget },
): Promise<Slot> {
  const row = await selectOne(
    tx,
    { call: int8.or(null), waitMs: int4.or(null), stopped: bool },
    Prisma.sql`${PREPARED}
    select call, wait_ms as "waitMs", stopped
      from take_place(${connectionId}::uuid, ${lane}::upstream_lane, ${budgets[lane]}::int, ${budgets.seconds}::float,
                      ${person?.id ?? null}::uuid, ${person?.most ?? NO_PERSON_LIMIT}::int)`,
  )
  const { call, waitMs, stopped } = row
  return call === null ? { granted: false, retryInMs: waitMs ?? 0 } : { granted: true, call, stopped }
}

/** SQL condition: call `c` counts in the window of this many seconds, as in `take_place`. */
export const countsIn = (seconds: number): Prisma.Sql => Prisma.sql`
  coalesce(c.ended_at, c.at + interval '70 seconds') > clock_timestamp() - make_interval(secs => ${seconds})`

/** The lock under which a slot of the lane is taken. */
export const rateBucketLock = (connectionId: string, lane: RateBucket): Lock =>
  lockOf(`budget|${connectionId}|${lane}`)

/** Returns an unused slot: nothing was sent. */
export const returnSlot = (call: bigint, on: Tx = db()): Promise<number> =>
  on.$executeRaw`delete from upstream_calls where id = ${call} and ended_at is null`

/** Marks a slot that only counts towards a share: the request itself has another one. */
export const markShareOnly = (call: bigint): Promise<number> =>
  db().$executeRaw`update upstream_calls set ended_at = at where id = ${call}`

/**
 * Handles a 429: nothing more is sent in this lane for `retryInMs`. Without a Retry-After header, the lane's share is
 * halved for five minutes and then grows by a tenth a minute; several such responses within a minute halve it once.
 */
export async function reduceRate(
  call: bigint,
  { retryInMs, announced }: { retryInMs: number; announced: boolean },
): Promise<void> {
  await db().$executeRaw`
    insert into upstream_paces as p (connection_id, lane, factor, slowed_at, held_until)
    select connection_id, lane, case when ${announced} then 1 else 0.5 end,
           case when ${announced} then null else clock_timestamp() end,
           clock_timestamp() + make_interval(secs => ${retryInMs / 1000}) from upstream_calls where id = ${call}
    on conflict (connection_id, lane) do update
       set held_until = greatest(p.held_until, excluded.held_until),
           factor = case when ${announced} or p.slowed_at > clock_timestamp() - interval '60 seconds' then p.factor
                    else greatest(0.1, 0.5 * share_of(p.factor, p.slowed_at, clock_timestamp())) end,
           slowed_at = case when ${announced} or p.slowed_at > clock_timestamp() - interval '60 seconds' then p.slowed_at
                       else clock_timestamp() end`
}

/** Deletes calls that are older than any window. */
export const deleteOldCalls = (): Promise<number> =>
  db().$executeRaw`delete from upstream_calls where at < now() - interval '10 minutes'`
