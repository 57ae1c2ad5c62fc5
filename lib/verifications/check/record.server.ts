import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import {
  CONTENTION_TIMEOUTS,
  db,
  lockOf,
  PREPARED,
  Prisma,
  type Tx,
  takeLocks,
} from '@/lib/platform/db.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { enqueue } from '@/lib/platform/queue/queue.server'
import { bool, selectOne } from '@/lib/platform/sql/select.server'
import { storePaidResponse } from '@/lib/platform/storage.server'
import { createAttempt, settleAttempt } from '@/lib/upstream/attempts.server'
import { takeRetry } from '@/lib/upstream/breaker.server'
import { recordSpending, recordUnknown } from '@/lib/usage/ledger.server'
import { readAnswer } from '@/lib/verifications/answer'
import { recordAnswers } from '@/lib/verifications/answers.server'
import type { OutgoingCheck, ProviderReply } from '@/lib/verifications/check/check'
import { notSentCode } from '@/lib/verifications/check/problems'
import { isRepeated } from '@/lib/verifications/check/repeated.server'
import type { Outcome } from '@/lib/verifications/outcome'

/** A retry after a request that was definitely not executed; `queued` when the worker will send it. */
export type NextAttempt = { attemptId: string; inMs: number; queued: boolean }

const WAIT_HERE_MS = 6_000
const NETWORK_RETRIES_MS = [1_000, 5_000]
/** Then the worker retries, so that nobody waits for as long as the provider refuses. The sandbox has no more. */
const RETRIES_HERE = 3
/** A new token can be revoked at once; a provider that refuses several in a row refuses us. */
const TOKEN_TRIES = 3
/** A limit against endless retries. */
const MAX_ATTEMPTS = 100

/**
 * Records how a request ended, in one transaction: attempt, credit, answer, comparison, review, notification and audit
 * entry. Retries while the database is unavailable.
 * @returns the next attempt when nothing was executed; null when the check is done or the attempt had ended already
 */
export const recordReply = (
  check: OutgoingCheck,
  attempt: { id: string; number: number },
  reply: ProviderReply,
  auditActor: AuditActor,
): Promise<NextAttempt | null> =>
  storePaidResponse(attempt.id, reply, () =>
    db().$transaction((tx) => recordIn(tx, check, attempt, reply, auditActor), CONTENTION_TIMEOUTS),
  )

async function recordIn(
  tx: Tx,
  check: OutgoingCheck,
  attempt: { id: string; number: number },
  received: ProviderReply,
  by: AuditActor,
): Promise<NextAttempt | null> {
  const reply = await replyTo(tx, check, received)
  if (!(await settleAttempt(tx, attempt.id, reply))) return null
  const next = reply.kind === 'not_sent' ? await planNext(tx, check, attempt.number, reply) : null
  if (next) return next
  await recordCredit(tx, check, attempt.id, reply)
  const outcome = await recordOutcome(tx, check, reply)
  await notify(tx, { topic: 'verification', id: check.id, userId: check.requestedById })
  const { environment, requestedById } = check
  const isNotSent = reply.kind === 'not_sent' || reply.kind === 'rejected'
  const code = isNotSent ? { code: notSentCode(reply.code) } : {}
  const details = { environment, outcome, ...code, attemptId: attempt.id, requestedById }
  await record(
    { by, action: 'verification.checked', object: { type: 'verification', id: check.id }, details },
    tx,
  )
  failpoint('before_record_commit')
  return null
}

/** An answer with the ID of a check of another IBAN or name is not about this check: its outcome is unknown. */
async function replyTo(tx: Tx, check: OutgoingCheck, reply: ProviderReply): Promise<ProviderReply> {
  if (reply.kind !== 'accepted') return reply
  const { body, httpStatus, latencyMs } = reply
  const upstreamId = body.id.toLowerCase()
  await takeLocks(tx, [lockOf(`answer|${upstreamId}`)])
  const { id, environment, iban, name } = check
  const { ofAnother } = await selectOne(
    tx,
    { ofAnother: bool },
    Prisma.sql`${PREPARED}
    select exists (
      select from verifications other
       where other.upstream_id = ${upstreamId} and other.id <> ${id}::uuid
         and (other.environment::text, other.iban, other.name) <> (${environment}, ${iban}, ${name})) as "ofAnother"`,
  )
  return ofAnother ? { kind: 'unknown', code: 'upstream_bad_response', httpStatus, latencyMs } : reply
}

/** Books one credit for an accepted check, and 0 for one that may have been billed. */
async function recordCredit(
  tx: Tx,
  check: OutgoingCheck,
  attemptId: string,
  { kind }: ProviderReply,
): Promise<void> {
  if (check.environment === 'sandbox') return
  const request = { kind: 'check' as const, attemptId, userId: check.requestedById }
  if (kind === 'accepted') await recordSpending(tx, { ...request, credits: 1 })
  if (kind === 'unknown') await recordUnknown(tx, request)
}

/** @returns `unchanged` when the check already had a terminal answer */
async function recordOutcome(
  tx: Tx,
  { id }: OutgoingCheck,
  reply: ProviderReply,
): Promise<Outcome | 'unchanged' | 'not_sent'> {
  if (reply.kind === 'accepted') {
    const { body, latencyMs } = reply
    const answered = { verificationId: id, answer: readAnswer(body), raw: body, durationMs: latencyMs }
    const [changed] = await recordAnswers(tx, [answered])
    return changed?.outcome ?? 'unchanged'
  }
  if (reply.kind === 'unknown') {
    await markUnknown(tx, [id])
    return 'unknown'
  }
  await markNotSent(tx, id, notSentCode(reply.code))
  return 'not_sent'
}

type NotSent = Extract<ProviderReply, { kind: 'not_sent' }>

/**
 * Plans a retry of what was definitely not executed, as a new attempt: twice after a network failure, within the
 * fleet's retry budget; on 429 until it works, because a rate limit must not fail a check; and when no socket or no
 * token was available in time. There is no retry when somebody ran the check again while this reply seemed lost.
 */
async function planNext(
  tx: Tx,
  check: OutgoingCheck,
  number: number,
  sent: NotSent,
): Promise<NextAttempt | null> {
  const inMs = await retryDelayMs(tx, check, number, sent)
  if (inMs === undefined || (await isRepeated(tx, check.id)) || !(await requeueCheck(tx, check.id)))
    return null
  const { connectionId, payloadSha256 } = check
  const plan = { connectionId, payloadSha256, dueInMs: inMs }
  const next = await createAttempt(tx, { verificationId: check.id }, plan)
  const queued = inMs > WAIT_HERE_MS || inMs === 0 || number > RETRIES_HERE
  if (queued) await enqueue(tx, 'check.send', { attemptId: next.id }, { startAfter: Math.ceil(inMs / 1_000) })
  return { attemptId: next.id, inMs: inMs + Math.random() * 250, queued }
}

async function retryDelayMs(
  tx: Tx,
  { id, connectionId, environment }: OutgoingCheck,
  number: number,
  { code, retryInMs }: NotSent,
): Promise<number | undefined> {
  if (number > MAX_ATTEMPTS) return undefined
  if (code === 'claim_stale') return 0
  if (code === 'upstream_token_refused')
    return (await countRefusedTokens(tx, id)) < TOKEN_TRIES ? 0 : undefined
  // the sandbox has no shared rate limit to slow down
  if (code === 'upstream_rate_limited')
    return environment === 'live' || number <= RETRIES_HERE ? retryInMs : undefined
  const networkMs = code === 'upstream_unreachable' ? NETWORK_RETRIES_MS[number - 1] : undefined
  return networkMs !== undefined && (await takeRetry(tx, connectionId)) ? networkMs : undefined
}

const countRefusedTokens = (tx: Tx, verificationId: string): Promise<number> =>
  tx.attempt.count({ where: { verificationId, errorClass: 'upstream_token_refused' } })

/** Marks checks as unknown: sent, response lost. A late answer or a person can still resolve them. */
export const markUnknown = (tx: Tx, ids: string[]): Promise<number> =>
  tx.$executeRaw`update verifications set status = 'unknown' where id = any(${ids}::uuid[]) and status = 'pending'`

/**
 * Makes a check whose request was not executed wait for sending again.
 * @returns false when it has its answer or its data was erased; such a check is never sent again
 */
export const requeueCheck = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.$executeRaw`
    update verifications set status = 'pending'
     where id = ${id}::uuid and status in ('pending', 'unknown') and purged_at is null`) === 1

/** Stores that a check was not sent, with the code of the reason. */
export const markNotSent = (tx: Tx, id: string, code: string): Promise<number> =>
  tx.$executeRaw`
    update verifications set status = 'not_sent', problem_code = ${code}
     where id = ${id}::uuid and status in ('pending', 'unknown')`
