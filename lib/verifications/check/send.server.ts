import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Doer, readHead } from '@/lib/audit/record.server'
import { connectionById } from '@/lib/connections/active.server'
import { db } from '@/lib/platform/db.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { type ClaimedAttempt, claimAttempt } from '@/lib/upstream/attempts.server'
import { abandonCall } from '@/lib/upstream/breaker.server'
import { postSandbox, postSingle, type Sending } from '@/lib/upstream/client.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { checkPayload, type SandboxResult } from '@/lib/upstream/contract'
import { bearer } from '@/lib/upstream/token.server'
import type { OutgoingCheck, ProviderReply } from '@/lib/verifications/check/check'
import { settleCheck } from '@/lib/verifications/check/settle.server'
import { placeAgain, queueSending, takeSendTurn } from '@/lib/verifications/check/turns.server'
import type { ViewRow } from '@/lib/verifications/record/queries.server'

/** Short enough for a worker that is told to stop. */
const WAIT_FOR_TURN_MS = 20_000
const NO_TOKEN_WAIT_MS = 2_000
const LOOK_AGAIN_S = 5
const SYSTEM: Doer = { kind: 'system' }

/** The provider's two endpoints for one check. The live one has no way to say which outcome is wanted. */
function post(
  check: OutgoingCheck,
  connection: UpstreamConnection,
  sending: Sending,
): Promise<ProviderReply> {
  const payload = checkPayload(check.iban, check.name)
  if (check.environment === 'live') return postSingle(connection, payload, sending)
  const forced = check.sandboxResult as SandboxResult | null
  const { account, account_holder } = payload
  return postSandbox(
    connection,
    { account, account_holder, ...(forced && { sandbox_result: forced }) },
    { sendBy: sending.sendBy, token: sending.token },
  )
}

/** `row`: the record as it is now, when it was at hand. `queued`: the worker will go on. */
export type SentOff = { kind: 'ended'; row: ViewRow | null } | { kind: 'queued' }

/**
 * Sends a claimed check and writes how it ended. What was definitely not executed is tried again with a new attempt:
 * here after a short wait, by the worker after a long one.
 * @param first with its place in the shared minute, which the sandbox has not, and the token when it is at hand
 */
export async function sendClaimed(
  check: OutgoingCheck,
  connection: UpstreamConnection,
  first: ClaimedAttempt & Omit<Sending, 'sendBy'>,
  doer: Doer,
): Promise<SentOff> {
  let claim: (ClaimedAttempt & Omit<Sending, 'sendBy'>) | null = first
  while (claim) {
    failpoint('after_claim_commit')
    let note = async () => {}
    const meanwhile = (given: typeof note) => {
      note = given
    }
    const sending = post(check, connection, { ...claim, meanwhile })
    // the request leaves first
    const early = sleep(1)
      .then(readHead)
      .catch(() => null)
    const sent = await sending
    failpoint('after_answer')
    const settled = await settleCheck(check, claim, sent, doer, { early, note })
    failpoint('after_record_commit')
    if (settled.kind === 'done') return { kind: 'ended', row: settled.row }
    if (settled.queued) return { kind: 'queued' }
    await sleep(settled.inMs)
    const place = await placeOf(check, connection)
    if (place.kind !== 'go') {
      await db().$transaction((tx) => queueSending(tx, settled.attemptId))
      return { kind: 'queued' }
    }
    const next = await claimAttempt(settled.attemptId)
    if (next === null && place.call !== undefined) await abandonCall(place.call)
    claim = next && { ...next, call: place.call }
  }
  return { kind: 'ended', row: null }
}

/** The sandbox states no limit; live checks share one. */
const placeOf = (
  check: OutgoingCheck,
  connection: UpstreamConnection,
): Promise<{ kind: string; call?: bigint }> =>
  check.environment === 'sandbox'
    ? Promise.resolve({ kind: 'go' })
    : placeAgain(check.requestedById, connection.id, 2_000)

/**
 * The job `check.send`: sends one waiting check, whosever turn it is; `attemptId` only says that one waits. Does nothing
 * when none waits (any more), so that a job may come twice, late or after a crash.
 */
export async function sendQueued(attemptId: string): Promise<void> {
  const until = performance.now() + WAIT_FOR_TURN_MS
  for (;;) {
    const waitMs = (await sendSandbox(attemptId)) ? null : await sendNext()
    if (waitMs === null) return
    if (performance.now() + waitMs > until) break
    await sleep(waitMs + Math.random() * 20)
  }
  await db().$transaction((tx) => queueSending(tx, attemptId, { startAfter: LOOK_AGAIN_S }))
}

/** @returns how long to wait before looking again, or null when one check was sent or none waits */
async function sendNext(): Promise<number | null> {
  let waitMs: number | null = null
  for (const connection of await connectionsInUse()) {
    const token = await bearer(connection)
    if (token.kind === 'none' && token.code !== 'upstream_auth_failed') {
      waitMs = NO_TOKEN_WAIT_MS
      continue
    }
    const turn = await takeSendTurn(connection.id)
    if (turn.kind === 'nothing') continue
    if (turn.kind === 'wait') {
      waitMs = Math.min(waitMs ?? turn.inMs, turn.inMs)
      continue
    }
    if (turn.kind === 'refused') await refuseWaiting(turn.attemptId, turn.code)
    else await sendTurn(connection, { ...turn.claim, call: turn.call }, token)
    return null
  }
  return waitMs
}

async function sendTurn(
  connection: UpstreamConnection,
  claim: ClaimedAttempt & { call: bigint },
  token: Awaited<ReturnType<typeof bearer>>,
): Promise<void> {
  const check = await checkOf(claim.id)
  if (token.kind === 'token') return void (await sendClaimed(check, connection, claim, SYSTEM))
  await abandonCall(claim.call)
  await settleCheck(check, claim, { kind: 'not_sent', code: token.code }, SYSTEM)
}

/** Nothing leaves while the provider refuses to be paid: the check is kept with that reason. */
async function refuseWaiting(attemptId: string, code: string): Promise<void> {
  const claim = await claimAttempt(attemptId)
  if (claim) await settleCheck(await checkOf(attemptId), claim, { kind: 'not_sent', code }, SYSTEM)
}

/** A simulated check waits only for its own time: it takes nobody's place. @returns whether this attempt is one */
async function sendSandbox(attemptId: string): Promise<boolean> {
  const attempt = await db().attempt.findUnique({
    where: { id: attemptId },
    select: { connectionId: true, verification: { select: { environment: true } } },
  })
  if (attempt?.verification?.environment !== 'sandbox') return false
  const connection = await connectionById(attempt.connectionId ?? '')
  if (!connection) throw new Error(`connection ${attempt.connectionId} is gone`)
  await bearer(connection)
  const claim = await claimAttempt(attemptId)
  if (claim) await sendClaimed(await checkOf(attemptId), connection, claim, SYSTEM)
  return true
}

async function connectionsInUse(): Promise<UpstreamConnection[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    select distinct connection_id as id from attempts
     where state = 'ready' and verification_id is not null and connection_id is not null
       and (due_at is null or due_at <= clock_timestamp())`
  const found = await Promise.all(rows.map(({ id }) => connectionById(id)))
  return found.filter((connection) => connection !== null)
}

async function checkOf(attemptId: string): Promise<OutgoingCheck> {
  const [row] = await db().$queryRaw<OutgoingCheck[]>`
    select v.id, v.environment, v.iban, v.name, v.sandbox_result as "sandboxResult", v.requested_by_id as "requestedById",
           a.connection_id as "connectionId", a.payload_sha256 as "payloadSha256"
      from attempts a join verifications v on v.id = a.verification_id where a.id = ${attemptId}::uuid`
  if (!row) throw new Error(`attempt ${attemptId} has no check`)
  return row
}
