import 'server-only'
import { ask, type Db, db, PREPARED, Prisma, type Tx, WITHOUT_WAITING } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/logger.server'
import {
  type Admission,
  LAST_CALLS,
  MOST_RETRIES,
  OPEN_AGAIN_SECONDS,
  OPEN_SECONDS,
  type Opened,
  PROBE_SECONDS,
  type Refused,
  shouldOpen,
  WITHIN_SECONDS,
} from '@/lib/upstream/breaker'
import { giveBack } from '@/lib/upstream/budget.server'

/** What a request is for: `paid` costs credits, `read` does not. */
export type CallKind = 'paid' | 'read'

type Row = { kind: 'credits' | 'circuit'; code: string | null; waitMs: number | null; ready: boolean }

/** Without taking the probe: would a request be let through now? */
export async function admissionNow(connectionId: string, kind: CallKind, on: Db = db()): Promise<Admission> {
  return verdictOf(await openBreakers(on, connectionId, kind))
}

/**
 * Lets the request of this call through, or refuses it here. While a breaker is open only one request at a time may try:
 * who is admitted then carries the probe and must send.
 */
export async function admit(
  call: bigint,
  connectionId: string,
  kind: CallKind,
  on: Db = db(),
): Promise<Admission> {
  const open = await openBreakers(on, connectionId, kind)
  const verdict = verdictOf(open)
  if (!verdict.admitted || open.length === 0) return verdict
  const taken = await on.$executeRaw`
    update breakers set probe_at = clock_timestamp()
     where connection_id = ${connectionId}::uuid and open_since is not null and probe_from <= clock_timestamp()
       and (kind = 'circuit' or ${kind === 'paid'})
       and (probe_at is null or probe_at < clock_timestamp() - make_interval(secs => ${PROBE_SECONDS}))`
  if (taken < open.length) return refusal(open[0], 1_000)
  // what ends after a probe began is its result only when it began after it
  await on.$executeRaw`update upstream_calls set at = clock_timestamp() where id = ${call}`
  return verdict
}

const openBreakers = (on: Db, connectionId: string, kind: CallKind): Promise<Row[]> =>
  on.$queryRaw<Row[]>`
    select kind::text as kind, code,
           ceil(1000 * extract(epoch from greatest(probe_from, probe_at + make_interval(secs => ${PROBE_SECONDS})) - clock_timestamp()))::float as "waitMs",
           probe_from is not null and probe_from <= clock_timestamp()
             and (probe_at is null or probe_at < clock_timestamp() - make_interval(secs => ${PROBE_SECONDS})) as ready
      from breakers
     where connection_id = ${connectionId}::uuid and open_since is not null and (kind = 'circuit' or ${kind === 'paid'})
     order by kind`

function verdictOf(open: Row[]): Admission {
  const closed = open.find((row) => !row.ready)
  return closed ? refusal(closed, closed.waitMs) : { admitted: true }
}

/** While a credit probe is on its way, or none may go: a person must act, not a clock. */
function refusal(row: Row | undefined, waitMs: number | null): Refused {
  if (row?.kind === 'credits')
    return { admitted: false, code: (row.code ?? 'credits_exhausted') as Opened, retryInMs: null }
  return { admitted: false, code: 'upstream_unavailable', retryInMs: Math.max(1, waitMs ?? 1_000) }
}

/** What a request said about paying: the provider took it, or neither that nor the opposite can be said. */
export type Payment = 'taken' | 'neither'

/**
 * A request ended. An answer closes the circuit when it is the probe's; a failure opens it when half of the last ones
 * failed. Every ten good answers allow one automatic repeat.
 * @param payment of a paid request: it ends the probe of the credits
 */
export async function endCall(call: bigint, failed: boolean, payment?: Payment): Promise<void> {
  if (failed) return endFailed(call, payment)
  await ask(Prisma.sql`${PREPARED} with ${endCallSql(call, payment)} select where ${WITHOUT_WAITING}`)
}

/**
 * The end of a request that did not fail, as parts of a statement that does more.
 * @param only SQL that says when
 */
export const endCallSql = (call: bigint, payment?: Payment, only = Prisma.empty): Prisma.Sql => Prisma.sql`
    ended as (
      update upstream_calls set ended_at = clock_timestamp(), failed = false where id = ${call} ${only}
      returning connection_id, at),
    ${paying(payment)}
    closing as (
      update breakers b
         set retries = least(${MOST_RETRIES}::int, b.retries + 0.1),
             closed_at = case when b.open_since is not null and b.probe_at <= ended.at then clock_timestamp() else b.closed_at end,
             open_since = case when b.probe_at <= ended.at then null else b.open_since end
        from ended
       where b.connection_id = ended.connection_id and b.kind = 'circuit'
         and (b.retries < ${MOST_RETRIES}::int or b.open_since is not null))`

/** A part of these statements: the probe of the credits is over, and a payment that was taken closes their breaker. */
const paying = (payment: Payment | undefined) =>
  payment === undefined
    ? Prisma.empty
    : Prisma.sql`paying as (
      update breakers b set probe_at = null, open_since = case when ${payment === 'taken'} then null else b.open_since end,
             closed_at = case when ${payment === 'taken'} then clock_timestamp() else b.closed_at end
        from ended
       where b.connection_id = ended.connection_id and b.kind = 'credits'
         and b.open_since is not null and b.probe_at <= ended.at),`

async function endFailed(call: bigint, payment?: Payment): Promise<void> {
  const [ended] = await db().$queryRaw<{ connectionId: string; calls: number; failures: number }[]>`
    with ended as (
      update upstream_calls set ended_at = clock_timestamp(), failed = true where id = ${call} returning connection_id, at
    ), ${paying(payment)} probe as (
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
           1 + (select count(*)::int from before where failed) as failures from ended`
  if (!ended || !shouldOpen(ended.calls, ended.failures)) return
  const opened = await db().$executeRaw`
    insert into breakers as b (connection_id, kind, code, open_since, probe_from)
    values (${ended.connectionId}::uuid, 'circuit', 'upstream_unavailable', clock_timestamp(),
            clock_timestamp() + make_interval(secs => ${OPEN_SECONDS}))
    on conflict (connection_id, kind) do update
       set code = excluded.code, open_since = excluded.open_since, probe_from = excluded.probe_from, probe_at = null
     where b.open_since is null`
  if (opened === 1) logger.warn(ended, 'the provider does not answer: nothing is sent for a while')
}

/** Admitted, but not sent after all: the place is free again, and so is the probe. */
export async function abandonCall(call: bigint): Promise<void> {
  await db().$executeRaw`
    update breakers b set probe_at = null from upstream_calls c
     where c.id = ${call} and b.connection_id = c.connection_id and b.probe_at <= c.at`
  await giveBack(call)
}

/** Takes one of the automatic repeats: at most a tenth of the traffic (reliability B-26). */
export async function takeRetry(tx: Tx, connectionId: string): Promise<boolean> {
  const taken = await tx.$executeRaw`
    insert into breakers as b (connection_id, kind, retries) values (${connectionId}::uuid, 'circuit', ${MOST_RETRIES - 1})
    on conflict (connection_id, kind) do update set retries = b.retries - 1 where b.retries >= 1`
  return taken === 1
}

/** What stops this connection from being used, for people: null when nothing does. */
export async function readBreaker(
  connectionId: string,
): Promise<{ code: string; since: string; waitsForPerson: boolean } | null> {
  const [row] = await db().breaker.findMany({
    where: { connectionId, openSince: { not: null } },
    orderBy: { kind: 'asc' },
    take: 1,
  })
  if (!row?.openSince) return null
  return {
    code: row.code ?? 'upstream_unavailable',
    since: row.openSince.toISOString(),
    waitsForPerson: row.kind === 'credits' && row.probeFrom === null,
  }
}
