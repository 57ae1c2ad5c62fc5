import 'server-only'
import { type Doer, type Head, record } from '@/lib/audit/record.server'
import { db, PATIENT, type Tx } from '@/lib/platform/db.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { logger } from '@/lib/platform/logger.server'
import { notify } from '@/lib/platform/notify.server'
import { storeAnswer } from '@/lib/platform/storage.server'
import { createAttempt, settleAttempt } from '@/lib/upstream/attempts.server'
import { takeRetry } from '@/lib/upstream/breaker.server'
import { recordSpending, UNKNOWN_NOTE } from '@/lib/usage/ledger.server'
import {
  checkedEvent,
  type Recorded,
  recordAccepted,
  recordUsual,
} from '@/lib/verifications/check/accept.server'
import type { OutgoingCheck, ProviderReply } from '@/lib/verifications/check/check'
import { notSentCode } from '@/lib/verifications/check/problems'
import { queueSending } from '@/lib/verifications/check/turns.server'
import type { ViewRow } from '@/lib/verifications/record/queries.server'

/**
 * `done`: with the record as it is now, when it was at hand. `again`: nothing was executed and a next attempt is planned;
 * `queued` when the worker will send it.
 */
export type CheckSettlement =
  | { kind: 'done'; row: ViewRow | null }
  | { kind: 'again'; attemptId: string; inMs: number; queued: boolean }

const WAIT_HERE_MS = 6_000
const NETWORK_RETRIES_MS = [1_000, 5_000]
const SANDBOX_RETRIES = 3
/** A token can be revoked as soon as it was given; who refuses one after the other refuses us. */
const TOKEN_TRIES = 3
/** No check is carried along for ever. */
const MOST_ATTEMPTS = 100

/**
 * What stands ready when a request ends. `early`: where the audit chain ended while the provider worked, null when that could
 * not be read. `note`: writes down what the fleet learns from the request, and never fails; the record of the usual end says
 * it too.
 */
type Ready = { early: Promise<Head | null>; note: () => Promise<void> }

/**
 * Writes how one request of a check ended: attempt, answer, credits, review, audit and notice, all or nothing. Tried
 * again while the database is away.
 */
export async function settleCheck(
  check: OutgoingCheck,
  attempt: { id: string; number: number; call?: bigint },
  sent: ProviderReply,
  doer: Doer,
  ready?: Ready,
): Promise<CheckSettlement> {
  const byStep = (error: unknown) => {
    logger.warn({ error, attemptId: attempt.id }, 'an answer could not be stored in one step')
    return null
  }
  const row =
    sent.kind === 'accepted'
      ? await recordUsual(check, attempt, sent, doer, ready?.early).catch(byStep)
      : null
  if (row) return { kind: 'done', row }
  const step = () => db().$transaction((tx) => settleIn(tx, check, attempt, sent, doer), PATIENT)
  const [settled] = await Promise.all([storeAnswer(attempt.id, sent, step), ready?.note()])
  return settled
}

async function settleIn(
  tx: Tx,
  check: OutgoingCheck,
  attempt: { id: string; number: number },
  sent: ProviderReply,
  doer: Doer,
): Promise<CheckSettlement> {
  const ended =
    sent.kind === 'accepted'
      ? await recordAccepted(tx, check, attempt, sent)
      : await recordOther(tx, check, attempt, sent)
  if (ended === null) return { kind: 'done', row: null }
  if ('kind' in ended) return ended
  await record(checkedEvent(check, attempt, ended.outcome, doer), tx)
  failpoint('before_record_commit')
  return { kind: 'done', row: ended.row }
}

type Other = Exclude<ProviderReply, { kind: 'accepted' }>
type Again = Extract<CheckSettlement, { kind: 'again' }>
type End = Recorded | { outcome: 'unknown' | 'not_sent'; row: null }

/** Rejected, not sent or unknown. @returns how it ended, the next attempt, or null: ended already */
async function recordOther(
  tx: Tx,
  check: OutgoingCheck,
  attempt: { id: string; number: number },
  sent: Other,
): Promise<End | Again | null> {
  if (!(await settleAttempt(tx, attempt.id, settlementOf(sent)))) return null
  const next = sent.kind === 'not_sent' ? await planNext(tx, check, attempt.number, sent) : null
  if (next) return next
  const outcome = await writeEnd(tx, check, attempt.id, sent)
  await notify(tx, { topic: 'verification', id: check.id, userId: check.requestedById })
  return { outcome, row: null }
}

function settlementOf(sent: Other) {
  const { kind: state, code: errorClass } = sent
  const { httpStatus, latencyMs, upstreamCode } = sent as {
    httpStatus?: number
    latencyMs?: number
    upstreamCode?: string
  }
  return { state, errorClass, httpStatus, latencyMs, upstreamCode }
}

/**
 * What was definitely not executed is tried again, a new row each time: twice when the network failed, within the fleet's
 * stock of repeats; on 429 as often as it takes (it slows the line and fails nobody); and when no socket or no token was there in time.
 */
async function planNext(
  tx: Tx,
  check: OutgoingCheck,
  number: number,
  sent: Extract<ProviderReply, { kind: 'not_sent' }>,
) {
  const inMs = await againInMs(tx, check, number, sent)
  if (inMs === undefined) return null
  const { connectionId, payloadSha256 } = check
  const plan = { connectionId, payloadSha256, dueInMs: inMs }
  const next = await createAttempt(tx, { verificationId: check.id }, plan)
  const queued = inMs > WAIT_HERE_MS || inMs === 0
  if (queued) await queueSending(tx, next.id, { startAfter: Math.ceil(inMs / 1_000) })
  return { kind: 'again' as const, attemptId: next.id, inMs: inMs + Math.random() * 250, queued }
}

async function againInMs(
  tx: Tx,
  { id, connectionId, environment }: OutgoingCheck,
  number: number,
  { code, retryInMs }: Extract<ProviderReply, { kind: 'not_sent' }>,
): Promise<number | undefined> {
  if (number > MOST_ATTEMPTS) return undefined
  if (code === 'claim_stale') return 0
  if (code === 'upstream_token_refused') return (await tokensRefused(tx, id)) < TOKEN_TRIES ? 0 : undefined
  // the sandbox has no line that slows down
  if (code === 'upstream_rate_limited')
    return environment === 'live' || number <= SANDBOX_RETRIES ? retryInMs : undefined
  const networkMs = code === 'upstream_unreachable' ? NETWORK_RETRIES_MS[number - 1] : undefined
  return networkMs !== undefined && (await takeRetry(tx, connectionId)) ? networkMs : undefined
}

const tokensRefused = (tx: Tx, verificationId: string): Promise<number> =>
  tx.attempt.count({ where: { verificationId, errorClass: 'upstream_token_refused' } })

async function writeEnd(
  tx: Tx,
  check: OutgoingCheck,
  attemptId: string,
  sent: Other,
): Promise<'unknown' | 'not_sent'> {
  const spending = { kind: 'check' as const, attemptId, userId: check.requestedById }
  if (sent.kind === 'unknown') {
    if (check.environment === 'live')
      await recordSpending(tx, { ...spending, credits: 0, note: UNKNOWN_NOTE })
    await markUnknown(tx, [check.id])
    return 'unknown'
  }
  await markNotSent(tx, check.id, notSentCode(sent.code))
  return 'not_sent'
}

/** Sent, answer lost: the check stays open for a late answer and for a person. */
export const markUnknown = (tx: Tx, ids: string[]): Promise<number> =>
  tx.$executeRaw`update verifications set status = 'unknown' where id = any(${ids}::uuid[]) and status = 'pending'`

export const markNotSent = (tx: Tx, id: string, code: string): Promise<number> =>
  tx.$executeRaw`
    update verifications set status = 'not_sent', problem_code = ${code}
     where id = ${id}::uuid and status in ('pending', 'unknown')`
