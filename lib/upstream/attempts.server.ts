import 'server-only'
import { type Db, db, PREPARED, Prisma, type Tx } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { int4, type RowOf, select, uuid } from '@/lib/platform/sql/select.server'

/** What a paid request is made for: one check or one bulk. */
export type AttemptTarget =
  | { verificationId: string; bulkId?: never }
  | { bulkId: string; verificationId?: never }

/** A claimed attempt. `sendBy`: this process's own clock; a request not begun by then is not sent at all. */
export type ClaimedAttempt = { id: string; number: number; sendBy: number }

export type Settlement = {
  state: 'accepted' | 'rejected' | 'not_sent' | 'unknown'
  httpStatus?: number | null
  upstreamCode?: string | null
  errorClass?: string | null
  upstreamId?: string | null
  latencyMs?: number | null
}

const SEND_WITHIN_MS = 2_000
const deadlineSeconds = () => env().SEND_DEADLINE_SECONDS
const OWNER = `${process.pid}-${Math.random().toString(36).slice(2, 10)}`

type Plan = {
  connectionId: string | null
  payloadSha256?: string | null
  /** `sending` claims it in the same transaction */
  state?: 'ready' | 'sending' | 'not_sent'
  /** a waiting one is not sent before */
  dueInMs?: number
}

/**
 * Plans one paid request. A repeat is a new attempt with the next number; the database allows one live attempt per
 * check and per bulk (ready, sending, accepted, unknown, attached) and refuses a second.
 */
export async function createAttempt(
  tx: Tx,
  subject: AttemptTarget,
  { connectionId, payloadSha256, state = 'ready', dueInMs }: Plan,
): Promise<{ id: string; number: number }> {
  const claimed = state === 'sending'
  const [row] = await select(
    tx,
    { id: uuid, number: int4 },
    Prisma.sql`${PREPARED}
    insert into attempts (id, verification_id, bulk_id, number, connection_id, payload_sha256, state, claimed_at,
                          send_deadline, owner, due_at)
    select gen_random_uuid(), ${subject.verificationId ?? null}::uuid, ${subject.bulkId ?? null}::uuid,
           1 + coalesce(max(number), 0), ${connectionId}::uuid, ${payloadSha256 ?? null}, ${state}::attempt_state,
           case when ${claimed} then now() end,
           case when ${claimed} then now() + make_interval(secs => ${deadlineSeconds()}) end,
           case when ${claimed} then ${OWNER} end,
           now() + make_interval(secs => ${dueInMs === undefined ? null : dueInMs / 1000}::float)
      from attempts
     where verification_id = ${subject.verificationId ?? null}::uuid or bulk_id = ${subject.bulkId ?? null}::uuid
    returning id, number`,
  )
  if (!row) throw new Error('attempt was not created')
  return row
}

/** Read right after the claim is committed: what is not on its way by then is dropped, before its deadline can pass. */
export const sendBy = (): number => performance.now() + SEND_WITHIN_MS

/**
 * Takes a waiting attempt, committed before the first byte leaves. Only one caller ever gets it. Inside a transaction the
 * caller reads `sendBy` anew after its commit.
 * @returns null when it is not waiting (any more): then there is nothing to do
 */
export async function claimAttempt(attemptId: string, on: Db = db()): Promise<ClaimedAttempt | null> {
  const [row] = await select(
    on,
    { id: uuid, number: int4 },
    Prisma.sql`
    update attempts
       set state = 'sending', claimed_at = now(), send_deadline = now() + make_interval(secs => ${deadlineSeconds()}),
           owner = ${OWNER}
     where id = ${attemptId}::uuid and state = 'ready' returning id, number`,
  )
  return row ? { ...row, sendBy: sendBy() } : null
}

/**
 * Writes how a request ended. Truth that arrives late is welcome: an attempt already unknown may still become accepted,
 * rejected or not sent. What a person resolved stays.
 * @returns false when nothing was written
 */
export async function settleAttempt(tx: Tx, attemptId: string, settlement: Settlement): Promise<boolean> {
  const { state, httpStatus, upstreamCode, errorClass, upstreamId, latencyMs } = settlement
  const settled = await tx.$executeRaw`${PREPARED}
    update attempts
       set state = ${state}::attempt_state, http_status = ${httpStatus ?? null}, upstream_code = ${upstreamCode ?? null},
           error_class = ${errorClass ?? null}, upstream_id = ${upstreamId ?? null}, latency_ms = ${latencyMs ?? null},
           ended_at = now()
     where id = ${attemptId}::uuid and (state = 'sending' or state = 'unknown' and ${state !== 'unknown'})`
  return settled === 1
}

const OVERDUE = { attemptId: uuid, verificationId: uuid.notNull() }
export type Overdue = RowOf<typeof OVERDUE>

/** Attempts of checks that were on their way when their process died, oldest first. */
export const overdueAttempts = (): Promise<Overdue[]> =>
  select(
    db(),
    OVERDUE,
    Prisma.sql`
    select id as "attemptId", verification_id as "verificationId" from attempts
     where state = 'sending' and send_deadline < now() and verification_id is not null
     order by send_deadline limit 200`,
  )

/** Gives one up: unknown from now on, never ready again. @returns false when it has ended meanwhile */
export async function expireAttempt(tx: Tx, attemptId: string): Promise<boolean> {
  const changed = await tx.$executeRaw`
    update attempts set state = 'unknown', error_class = 'sender_died', ended_at = now()
     where id = ${attemptId}::uuid and state = 'sending' and send_deadline < now()`
  return changed === 1
}
