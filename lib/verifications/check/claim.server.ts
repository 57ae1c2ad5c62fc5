import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { isActive } from '@/lib/connections/active.server'
import { bankCode, findBank } from '@/lib/iban/banks'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import type { OfficeLimits } from '@/lib/limits/limits'
import { readLimits } from '@/lib/limits/limits.server'
import { foldName } from '@/lib/names/text/fold'
import {
  CONTENTION_TIMEOUTS,
  db,
  type Lock,
  PREPARED,
  Prisma,
  type Tx,
  takeLocks,
} from '@/lib/platform/db.server'
import { enqueue } from '@/lib/platform/queue/queue.server'
import { Refusal } from '@/lib/platform/refusal'
import { bool, selectOne } from '@/lib/platform/sql/select.server'
import { type AdmittedSlot, takeAdmittedSlot, type WaitForSlot } from '@/lib/upstream/admitted-slot.server'
import { type ClaimedAttempt, createAttempt, READY_NOW, sendBy } from '@/lib/upstream/attempts.server'
import type { Refused } from '@/lib/upstream/breaker'
import { admissionNow } from '@/lib/upstream/breaker.server'
import { type Budgets, countsIn, rateBucketLock, readBudgets } from '@/lib/upstream/budget.server'
import type { Sending } from '@/lib/upstream/client.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { getAccessToken, type Token } from '@/lib/upstream/token.server'
import { spendingLock, spentIn } from '@/lib/usage/daily-spending.server'
import type { CheckToStore, OutgoingCheck } from '@/lib/verifications/check/check'
import { type NotSentCode, notSentCode } from '@/lib/verifications/check/problems'
import { lockRepeatedCheck } from '@/lib/verifications/check/repeated.server'
import { needsSecondPerson, triedNameLocks } from '@/lib/verifications/tried/tried.server'

/** An attempt claimed by this process, with its slot in the shared rate limit. Sandbox attempts have no slot. */
export type OwnAttempt = ClaimedAttempt & Pick<Sending, 'call' | 'token'>
export type ClaimedCheck = { connection: UpstreamConnection; attempt: OwnAttempt }

/** Why a check can't be sent now: other checks are first in the queue, or requests are refused. */
type Obstacle = { kind: 'queue' } | { kind: 'refused'; code: string }

/** The longest wait for a slot in the shared rate limit. */
const WAIT_MS = 2_000
/** After this wait for a token or a slot, the requester must still have access. */
const LONG_WAIT_MS = 1_000
const MAX_WAITING = 1_000

/**
 * Stores a new check in one transaction: claimed with a slot in the shared rate limit, or queued for the worker, or not
 * sent with the reason. Waits up to 2 s for a slot.
 * @returns the claim, which the caller must send; null when nothing is sent now (the record says why)
 * @throws Refusal 429 local_rate_limited; 401 session_required | key_invalid
 */
export async function claimCheck(
  request: CheckToStore,
  connection: UpstreamConnection | null,
  auditActor: AuditActor,
): Promise<ClaimedCheck | null> {
  const askedAt = performance.now()
  const [clearance, budgets, limits] = await Promise.all([
    clearanceFor(request.check, connection),
    readBudgets(),
    readLimits(),
  ])
  const conditions = { clearance, budgets, limits }
  const claim = await retryUntilSlot(async (tx, waitMs) => {
    // access may have ended meanwhile
    if (performance.now() - askedAt > LONG_WAIT_MS) await lockAccess(tx, request.requester)
    return claimIn(tx, request, { ...conditions, waitMs }, auditActor)
  })
  if (!claim || !connection || clearance.kind !== 'token') return null
  return { connection, attempt: { ...claim, token: clearance, sendBy: sendBy() } }
}

/** The token to send the check with, or the reason why it can't be sent now. */
async function clearanceFor(
  check: OutgoingCheck,
  connection: UpstreamConnection | null,
): Promise<Token | Obstacle> {
  if (!connection) return { kind: 'refused', code: 'upstream_unavailable' }
  const obstacle = check.environment === 'live' ? await obstacleFor(check) : null
  if (obstacle) return obstacle
  const token = await getAccessToken(connection)
  return token.kind === 'token' ? token : { kind: 'refused', code: token.code }
}

/** The reason is an open breaker, or waiting checks that come first. */
async function obstacleFor({ requestedById, connectionId }: OutgoingCheck): Promise<Obstacle | null> {
  const [waiting, now] = await Promise.all([
    db().attempt.count({ where: { state: 'ready', verificationId: { not: null } } }),
    admissionNow(connectionId, 1),
  ])
  const own = { state: 'ready', verification: { requestedById } } as const
  // a person who has filled the queue must not keep others out
  if (waiting >= MAX_WAITING && (await db().attempt.count({ where: own })) > 0)
    throw new Refusal(429, 'local_rate_limited', 'Too many checks are waiting. Try again in a minute.', {
      headers: { 'retry-after': '60' },
    })
  if (!now.admitted) return obstacleOfRefusal(now)
  return waiting > 0 && (await othersGoFirst(requestedById, await readBudgets())) ? { kind: 'queue' } : null
}

/** The check waits while a payment probe is in progress. Outages and missing credits are reported immediately. */
const obstacleOfRefusal = ({ code, retryInMs }: Pick<Refused, 'code' | 'retryInMs'>): Obstacle =>
  code !== 'upstream_unavailable' && retryInMs !== null ? { kind: 'queue' } : { kind: 'refused', code }

/** Whether checks that could be sent are waiting: this person's own, or those of people below their share. */
async function othersGoFirst(personId: string, { person: most, seconds }: Budgets): Promise<boolean> {
  const { wait } = await selectOne(
    db(),
    { wait: bool },
    Prisma.sql`
    select exists (
      select 1 from attempts a join verifications v on v.id = a.verification_id
       where ${READY_NOW} and v.environment = 'live'
         and (v.requested_by_id = ${personId}::uuid or ${most}::int > (
               select count(*) from upstream_calls c
                where c.user_id = v.requested_by_id and c.connection_id = a.connection_id and c.lane = 'single_post'
                  and ${countsIn(seconds)}))
    ) as wait`,
  )
  return wait
}

/** The conditions under which a new check is claimed. */
type ClaimConditions = { clearance: Token | Obstacle; budgets: Budgets; limits: OfficeLimits; waitMs: number }
type Claim = { id: string; number: number; call?: bigint }

/**
 * Lock order: the connection, the check that is run again, tried names, spending, slots. A check that a limit holds back
 * takes no slot.
 * @throws Refusal 409 those of `lockRepeatedCheck`
 */
async function claimIn(
  tx: Tx,
  request: CheckToStore,
  { clearance, budgets, limits, waitMs }: ClaimConditions,
  auditActor: AuditActor,
): Promise<Claim | WaitForSlot | null> {
  const { check } = request
  // another connection was made active while this one gave its token
  const replaced = clearance.kind === 'token' && !(await isActive(tx, check.connectionId))
  if (request.input.previousId) await lockRepeatedCheck(tx, request.input.previousId, request.requester)
  if (clearance.kind === 'refused') return storeNotSent(tx, request, clearance.code, auditActor)
  if (check.environment === 'sandbox')
    return replaced ? storeWaiting(tx, request) : storeCheck(tx, request, 'sending')
  await takeLocks(tx, limitLocks(check, limits))
  const exceeded = await exceededLimit(tx, request, limits)
  if (exceeded) return storeNotSent(tx, request, exceeded, auditActor)
  if (replaced || clearance.kind === 'queue') return storeWaiting(tx, request)
  const slot = await takeCheckSlot(tx, check, budgets)
  if (slot.kind === 'go') return { ...(await storeCheck(tx, request, 'sending')), call: slot.call }
  if (slot.kind === 'wait' && slot.inMs <= waitMs) return slot
  const obstacle = slot.kind === 'refused' ? obstacleOfRefusal(slot) : slot
  return obstacle.kind === 'refused'
    ? storeNotSent(tx, request, obstacle.code, auditActor)
    : storeWaiting(tx, request)
}

/** Takes a slot in the shared rate limit under a lock, so that two processes never both take the last one. */
export async function takeCheckSlot(
  tx: Tx,
  { requestedById, connectionId }: OutgoingCheck,
  budgets: Budgets,
): Promise<AdmittedSlot> {
  await takeLocks(tx, [rateBucketLock(connectionId, 'single_post')])
  const person = { id: requestedById, most: budgets.person }
  return takeAdmittedSlot(tx, connectionId, { budgets, person })
}

/** The locks under which the office's limits are checked. */
const limitLocks = ({ iban, requestedById }: OutgoingCheck, { names, credits }: OfficeLimits): Lock[] => [
  ...triedNameLocks(iban, names),
  ...(credits.personDay === null ? [] : [spendingLock(requestedById)]),
]

async function exceededLimit(
  tx: Tx,
  { check, requester }: CheckToStore,
  { names, credits }: OfficeLimits,
): Promise<NotSentCode | null> {
  if (await needsSecondPerson(tx, check, names, requester)) return 'second_person_required'
  if (credits.personDay === null || (await spentIn(tx, check.requestedById)) < credits.personDay) return null
  return 'spend_limit_reached'
}

/** Stores a check that was never sent, with its reason. */
async function storeNotSent(tx: Tx, request: CheckToStore, reason: string, by: AuditActor): Promise<null> {
  const code = notSentCode(reason)
  const { id, environment } = request.check
  await storeCheck(tx, request, 'not_sent', code)
  const details = { environment, outcome: 'not_sent', code }
  await record({ by, action: 'verification.checked', object: { type: 'verification', id }, details }, tx)
  return null
}

async function storeWaiting(tx: Tx, request: CheckToStore): Promise<null> {
  const attempt = await storeCheck(tx, request, 'ready')
  await enqueue(tx, 'check.send', { attemptId: attempt.id })
  return null
}

/** Stores a check and its first attempt. */
async function storeCheck(
  tx: Tx,
  { input, check, requester }: CheckToStore,
  state: 'ready' | 'sending' | 'not_sent',
  problemCode: NotSentCode | null = null,
): Promise<{ id: string; number: number }> {
  const { id, iban, name, payloadSha256 } = check
  const connectionId = check.connectionId || null
  const source = requester.key ? 'api' : 'single'
  const bank = await findBank(iban)
  await tx.$executeRaw`${PREPARED}
    insert into verifications (id, environment, source, iban, name, name_search, country, bank_code, bank_name, reference,
                               purpose, note, sandbox_result, status, problem_code, connection_id, requested_by_id, previous_id)
    values (${id}::uuid, ${check.environment}::environment, ${source}::verification_source, ${iban}, ${name},
            ${foldName(name)}, ${iban.slice(0, 2)}, ${bank?.code ?? bankCode(iban)}, ${bank?.name ?? null},
            ${input.reference ?? null}, ${input.purpose ?? null}, ${input.note ?? null}, ${check.sandboxResult},
            ${state === 'not_sent' ? state : 'pending'}::verification_status, ${problemCode}, ${connectionId}::uuid,
            ${check.requestedById}::uuid, ${input.previousId ?? null}::uuid)`
  return createAttempt(tx, { verificationId: id }, { connectionId, payloadSha256, state })
}

/** Retries until there is a slot, each time in a new transaction, within the time limit. */
export async function retryUntilSlot<T extends object>(
  claim: (tx: Tx, waitMs: number) => Promise<T | WaitForSlot | null>,
): Promise<T | null> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const claimed = await db().$transaction((tx) => claim(tx, until - performance.now()), CONTENTION_TIMEOUTS)
    if (claimed === null || !('inMs' in claimed)) return claimed
    await sleep(claimed.inMs + Math.random() * 20)
  }
}
