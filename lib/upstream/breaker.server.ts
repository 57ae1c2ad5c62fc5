import 'server-only'
import { ASYNC_COMMIT, type Db, db, PREPARED, Prisma, type Tx } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { bool, float8, int4, oneOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import {
  type Admission,
  type BreakerCode,
  LAST_CALLS,
  MAX_RETRIES,
  OPEN_AGAIN_SECONDS,
  OPEN_SECONDS,
  PROBE_SECONDS,
  type Refused,
  type SendingStop,
  shouldOpen,
  WITHIN_SECONDS,
} from '@/lib/upstream/breaker'
import { returnSlot } from '@/lib/upstream/budget.server'

/** How many checks a request pays for; 0 for a read. */
export type Cost = number

const ROW = { kind: oneOf(['credits', 'circuit']), code: text.or(null), waitMs: float8.or(null), ready: bool }
type Row = RowOf<typeof ROW>

/** Whether a request would be admitted now. Doesn't take the probe. */
export async function admissionNow(connectionId: string, cost: Cost): Promise<Admission> {
  return verdictOf(await openBreakers(db(), connectionId, cost))
}

/**
 * Admits the request of this call or refuses it. While a breaker is open, one request at a time may act as the probe:
 * the caller that is admitted must send it. Missing credits stop requests that cost at least as much as the refused
 * one; cheaper ones may probe, and requests up to a size paid since then are admitted freely.
 */
export async function admit(
  call: bigint,
  connectionId: string,
  cost: Cost,
  on: Db = db(),
): Promise<Admission> {
  const open = await openBreakers(on, connectionId, cost)
  const verdict = verdictOf(open)
  if (!verdict.admitted || open.length === 0) return verdict
  const taken = await on.$executeRaw`
    update breakers set probe_at = clock_timestamp(), probe_call = ${call}
     where connection_id = ${connectionId}::uuid and ${isOpenFor(cost)} and ${mayProbe(cost)} and not ${IS_PROBING}`
  if (taken < open.length) return refusal(open[0], RETRY_MS)
  // restarts the call's clock: a result counts for the probe only when its call began after it
  await on.$executeRaw`update upstream_calls set at = clock_timestamp() where id = ${call}`
  return verdict
}

const RETRY_MS = 1_000

const isOpenFor = (cost: Cost): Prisma.Sql => Prisma.sql`(open_since is not null and (
  kind = 'circuit' or ${cost}::int > 0 and not coalesce(taken_size >= ${cost}::int, false)))`

/** SQL condition: the open time is over, a person allowed it, or the refused request was more expensive. */
const mayProbe = (cost: Cost): Prisma.Sql => Prisma.sql`(
  coalesce(probe_from <= clock_timestamp(), false) or kind = 'credits' and coalesce(${cost}::int < refused_size, false))`

const IS_PROBING = Prisma.sql`
  coalesce(probe_at >= clock_timestamp() - make_interval(secs => ${PROBE_SECONDS}), false)`

const openBreakers = (on: Db, connectionId: string, cost: Cost): Promise<Row[]> =>
  select(
    on,
    ROW,
    Prisma.sql`${PREPARED}
    select kind::text as kind, code, ${mayProbe(cost)} and not ${IS_PROBING} as ready,
           case when kind = 'circuit' then ceil(1000 * extract(epoch from
                  greatest(probe_from, probe_at + make_interval(secs => ${PROBE_SECONDS})) - clock_timestamp()))::float
                when ${mayProbe(cost)} then ${RETRY_MS}::float end as "waitMs"
      from breakers where connection_id = ${connectionId}::uuid and ${isOpenFor(cost)}
     order by kind`,
  )

function verdictOf(open: Row[]): Admission {
  const closed = open.find((row) => !row.ready)
  return closed ? refusal(closed, closed.waitMs) : { admitted: true }
}

/** While a payment probe runs, callers wait for it. Otherwise a person must act, so there is no retry time. */
function refusal(row: Row | undefined, waitMs: number | null): Refused {
  if (row?.kind === 'credits')
    return { admitted: false, code: (row.code ?? 'credits_exhausted') as BreakerCode, retryInMs: waitMs }
  return { admitted: false, code: 'upstream_unavailable', retryInMs: Math.max(1, waitMs ?? RETRY_MS) }
}

/** What a paid request proved: this many checks were paid, or nothing about payment. */
export type Payment = { taken: number } | 'neither'

/**
 * Records the end of a request. A response closes the circuit when it is the probe's; a failure opens it when half of
 * the last requests failed. Every ten successful responses return one retry to the budget.
 * @param payment of a paid request: ends the credit probe
 */
export async function endCall(call: bigint, failed: boolean, payment?: Payment): Promise<void> {
  if (failed) return endFailed(call, payment)
  await db().$executeRaw`${PREPARED}
    with ended as (
      update upstream_calls set ended_at = clock_timestamp(), failed = false where id = ${call} and ${ASYNC_COMMIT}
      returning id, connection_id, at
    ), ${paymentCondition(payment)} closing as (
      update breakers b
         set retries = least(${MAX_RETRIES}::int, b.retries + 0.1),
             closed_at = case when b.open_since is not null and b.probe_at <= ended.at then clock_timestamp() else b.closed_at end,
             open_since = case when b.probe_at <= ended.at then null else b.open_since end
        from ended
       where b.connection_id = ended.connection_id and b.kind = 'circuit'
         and (b.retries < ${MAX_RETRIES}::int or b.open_since is not null))
    select`
}

/**
 * SQL fragments that end the credit probe. A paid request proves that as many checks can be paid; the breaker closes
 * when these are as many as were refused, or when a person had allowed the probe.
 */
function paymentCondition(payment: Payment | undefined): Prisma.Sql {
  if (payment === undefined) return Prisma.empty
  const taken = payment === 'neither' ? null : payment.taken
  const enough = Prisma.sql`(${taken !== null} and (b.probe_from is not null or coalesce(${taken}::int >= b.refused_size, true)))`
  return Prisma.sql`
    paying as (
      update breakers b set probe_at = null, probe_call = null, taken_size = greatest(b.taken_size, ${taken}::int),
             open_since = case when ${enough} then null else b.open_since end,
             closed_at = case when ${enough} then clock_timestamp() else b.closed_at end
        from ended
       where b.connection_id = ended.connection_id and b.kind = 'credits'
         and b.open_since is not null and b.probe_call = ended.id),`
}

async function endFailed(call: bigint, payment?: Payment): Promise<void> {
  const [ended] = await select(
    db(),
    { connectionId: uuid, calls: int4, failures: int4 },
    Prisma.sql`
    with ended as (
      update upstream_calls set ended_at = clock_timestamp(), failed = true where id = ${call} returning id, connection_id, at
    ), ${paymentCondition(payment)} probe as (
      update breakers b set probe_from = clock_timestamp() + make_interval(secs => ${OPEN_AGAIN_SECONDS}), probe_at = null
        from ended where b.connection_id = ended.connection_id and b.kind = 'circuit'
         and b.open_since is not null and b.probe_at <= ended.at
    ), before as (
      select c.failed from upstream_calls c join ended e on e.connection_id = c.connection_id
       where c.id <> ${call} and c.failed is not null
         and c.ended_at > clock_timestamp() - make_interval(secs => ${WITHIN_SECONDS})
         and c.ended_at > coalesce((select closed_at from breakers b
                                     where b.connection_id = e.connection_id and b.kind = 'circuit'), '-infinity')
       order by c.ended_at desc limit ${LAST_CALLS - 1}
    )
    select connection_id as "connectionId", 1 + (select count(*)::int from before) as calls,
           1 + (select count(*)::int from before where failed) as failures from ended`,
  )
  if (!ended || !shouldOpen(ended.calls, ended.failures)) return
  const opened = await db().$executeRaw`
    insert into breakers as b (connection_id, kind, code, open_since, probe_from)
    values (${ended.connectionId}::uuid, 'circuit', 'upstream_unavailable', clock_timestamp(),
            clock_timestamp() + make_interval(secs => ${OPEN_SECONDS}))
    on conflict (connection_id, kind) do update
       set code = excluded.code, open_since = excluded.open_since, probe_from = excluded.probe_from, probe_at = null
     where b.open_since is null`
  if (opened === 1) logger.warn(ended, 'the provider does not respond: sending is paused')
}

/** Cancels an admitted call that was not sent: frees its slot and the probe. */
export async function abandonCall(call: bigint): Promise<void> {
  await db().$executeRaw`
    update breakers b set probe_at = null, probe_call = null from upstream_calls c
     where c.id = ${call} and b.connection_id = c.connection_id
       and (b.probe_call = c.id or b.kind = 'circuit' and b.probe_at <= c.at)`
  await returnSlot(call)
}

/** Takes one automatic retry from the budget, which is a tenth of the traffic. */
export async function takeRetry(tx: Tx, connectionId: string): Promise<boolean> {
  const taken = await tx.$executeRaw`
    insert into breakers as b (connection_id, kind, retries) values (${connectionId}::uuid, 'circuit', ${MAX_RETRIES - 1})
    on conflict (connection_id, kind) do update set retries = b.retries - 1 where b.retries >= 1`
  return taken === 1
}

/** Why this connection is stopped, for the pages; null when it isn't. */
export async function readBreaker(connectionId: string): Promise<SendingStop | null> {
  const [row] = await db().breaker.findMany({
    where: { connectionId, openSince: { not: null } },
    orderBy: { kind: 'asc' },
    take: 1,
  })
  if (!row?.openSince) return null
  return {
    code: row.code ?? 'upstream_unavailable',
    since: row.openSince.toISOString(),
    size: row.code === 'credits_exhausted' ? row.refusedSize : null,
    waitsForPerson: row.kind === 'credits' && row.probeFrom === null,
  }
}
