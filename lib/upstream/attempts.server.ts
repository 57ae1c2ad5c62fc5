import 'server-only'
import { record } from '@/lib/audit/record.server'
import { type Db, db, PREPARED, Prisma, type Tx } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { int4, type RowOf, select, uuid } from '@/lib/platform/sql/select.server'
import type { PaidOutcome } from '@/lib/upstream/classify'

/** What a paid request is for: one check or one bulk. */
export type AttemptTarget =
  | { verificationId: string; bulkId?: never }
  | { bulkId: string; verificationId?: never }

/**
 * A claimed attempt. `sendBy`: on this process's monotonic clock (performance.now()); a request that has not started by
 * then is not sent.
 */
export type ClaimedAttempt = { id: string; number: number; sendBy: number }

const SEND_WITHIN_MS = 2_000
const deadlineSeconds = () => env().SEND_DEADLINE_SECONDS
const OWNER = `${process.pid}-${Math.random().toString(36).slice(2, 10)}`

type Plan = {
  connectionId: string | null
  payloadSha256?: string | null
  /** `sending` claims it in the same transaction */
  state?: 'ready' | 'sending' | 'not_sent'
  /** delay before a waiting attempt may be sent */
  dueInMs?: number
}

/**
 * Plans one paid request. A retry is a new attempt with the next number. The database allows one live attempt per check
 * and per bulk (ready, sending, accepted, unknown, attached) and refuses a second. The deadline of a claim counts from
 * now, not from the start of the transaction, which may have waited for locks.
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
           case when ${claimed} then clock_timestamp() end,
           case when ${claimed} then clock_timestamp() + make_interval(secs => ${deadlineSeconds()}) end,
           case when ${claimed} then ${OWNER} end,
           now() + make_interval(secs => ${dueInMs === undefined ? null : dueInMs / 1000}::float)
      from attempts
     where verification_id = ${subject.verificationId ?? null}::uuid or bulk_id = ${subject.bulkId ?? null}::uuid
    returning id, number`,
  )
  if (!row) throw new Error('attempt was not created')
  return row
}

/**
 * Call right after the claim is committed: a request that is late is dropped well before its deadline in the database.
 */
export const sendBy = (): number => performance.now() + SEND_WITHIN_MS

/**
 * Claims a waiting attempt, committed before the first byte is sent. Only one caller can get it. Inside a transaction,
 * the caller computes `sendBy` again after its commit.
 * @returns null when the attempt isn't waiting (any more): nothing to send
 */
export async function claimAttempt(attemptId: string, on: Db = db()): Promise<ClaimedAttempt | null> {
  const [row] = await select(
    on,
    { id: uuid, number: int4 },
    Prisma.sql`
    update attempts
       set state = 'sending', claimed_at = clock_timestamp(),
           send_deadline = clock_timestamp() + make_interval(secs => ${deadlineSeconds()}), owner = ${OWNER}
     where id = ${attemptId}::uuid and state = 'ready' returning id, number`,
  )
  return row ? { ...row, sendBy: sendBy() } : null
}

/**
 * Records how a request ended. A late result is still recorded: an unknown attempt may become accepted, rejected or not
 * sent, and a written-off one accepted. Other decisions of people stay, and the audit log records the ID of the answer.
 * @returns false when nothing was written
 */
export async function settleAttempt(
  tx: Tx,
  attemptId: string,
  outcome: PaidOutcome<{ id: string }>,
): Promise<boolean> {
  const { kind: state, httpStatus } = outcome
  const upstreamId = outcome.kind === 'accepted' ? outcome.body.id : null
  const upstreamCode = outcome.kind === 'rejected' ? outcome.upstreamCode : null
  const errorClass = outcome.kind === 'accepted' ? null : outcome.code
  const latencyMs = outcome.kind === 'not_sent' ? null : outcome.latencyMs
  const settled = await tx.$executeRaw`${PREPARED}
    update attempts
       set state = ${state}::attempt_state, http_status = ${httpStatus ?? null}, upstream_code = ${upstreamCode},
           error_class = ${errorClass}, upstream_id = ${upstreamId}, latency_ms = ${latencyMs ?? null},
           ended_at = now()
     where id = ${attemptId}::uuid
       and (state = 'sending' or state = 'unknown' and ${state !== 'unknown'}
            or state = 'written_off' and ${state === 'accepted'})`
  if (settled === 0 && upstreamId !== null) await auditLateAnswer(tx, attemptId, upstreamId)
  return settled === 1
}

/** The answer contradicts people: they declared its request not billed, or attached another ID. */
async function auditLateAnswer(tx: Tx, attemptId: string, upstreamId: string): Promise<void> {
  const { state, verificationId, bulkId, ...known } = await tx.attempt.findUniqueOrThrow({
    where: { id: attemptId },
    select: { state: true, verificationId: true, bulkId: true, upstreamId: true },
  })
  if ((state !== 'not_billed' && state !== 'attached') || known.upstreamId === upstreamId) return
  const details = { ...(bulkId ? { bulkId } : { verificationId }), upstreamId, state }
  const object = { type: 'attempt', id: attemptId }
  await record({ by: { kind: 'system' }, action: 'attempt.answered_late', object, details }, tx)
}

/** An accepted request without a new answer for this many days counts as never answered. */
export const ANSWERED_WITHIN_DAYS = 7

/**
 * Marks an accepted request as unknown because its answer never came, so that people decide about it. Its credits stay
 * booked.
 */
export const expireAnswer = (tx: Tx, attemptId: string): Promise<number> =>
  tx.$executeRaw`
    update attempts set state = 'unknown', error_class = 'never_answered', ended_at = now()
     where id = ${attemptId}::uuid and state in ('accepted', 'attached')`

/** Marks an attempt as accepted whose answer arrived after all: it is neither undecided nor written off any more. */
export const reviveAnswer = (tx: Tx, verificationId: string): Promise<number> =>
  tx.$executeRaw`
    update attempts set state = 'accepted', error_class = null
     where verification_id = ${verificationId}::uuid and state in ('unknown', 'written_off') and upstream_id is not null`

/** Locks the requests of checks, which come before the checks themselves wherever both change. */
export const lockAttemptsOf = (tx: Tx, verificationIds: string[]): Promise<number> =>
  tx.$executeRaw`
    select from attempts where verification_id = any(${verificationIds}::uuid[]) order by id for no key update`

/** SQL condition: attempt `a` of a check waits to be sent and is due. */
export const READY_NOW = Prisma.sql`
  (a.state = 'ready' and a.verification_id is not null and (a.due_at is null or a.due_at <= clock_timestamp()))`

const OVERDUE = { attemptId: uuid, verificationId: uuid.notNull() }
export type Overdue = RowOf<typeof OVERDUE>

/** Attempts of checks that are past their send deadline because their process died, oldest first. */
export const overdueAttempts = (): Promise<Overdue[]> =>
  select(
    db(),
    OVERDUE,
    Prisma.sql`
    select id as "attemptId", verification_id as "verificationId" from attempts
     where state = 'sending' and send_deadline < now() and verification_id is not null
     order by send_deadline limit 200`,
  )

/** Marks an overdue attempt as unknown; it is never sent again. @returns false when it ended in the meantime */
export async function expireAttempt(tx: Tx, attemptId: string): Promise<boolean> {
  const changed = await tx.$executeRaw`
    update attempts set state = 'unknown', error_class = 'sender_died', ended_at = now()
     where id = ${attemptId}::uuid and state = 'sending' and send_deadline < now()`
  return changed === 1
}
