import 'server-only'
import type { Doer } from '@/lib/audit/record.server'
import { connectionById } from '@/lib/connections/active.server'
import { db } from '@/lib/platform/db.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { takeSlot } from '@/lib/upstream/budget.server'
import { postSandbox, postSingle } from '@/lib/upstream/client.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { checkPayload, type SandboxResult } from '@/lib/upstream/contract'
import { bearer } from '@/lib/upstream/token.server'
import { type Claim, claimAttempt } from '@/lib/verifications/attempts.server'
import { type Check, queueSending, type Sent, settle } from '@/lib/verifications/settle.server'

const WAIT_FOR_SLOT_MS = 65_000
const LOOK_AGAIN_S = 5

/** The provider's two endpoints for one check. The live one has no way to say which outcome is wanted. */
export function post(check: Check, connection: UpstreamConnection, sendBy: number): Promise<Sent> {
  const payload = checkPayload(check.iban, check.name)
  if (check.environment === 'live') return postSingle(connection, payload, { sendBy })
  const forced = check.sandboxResult as SandboxResult | null
  const { account, account_holder } = payload
  return postSandbox(
    connection,
    { account, account_holder, ...(forced && { sandbox_result: forced }) },
    { sendBy },
  )
}

/**
 * Sends a claimed check and writes how it ended. What was definitely not executed is tried again with a new attempt:
 * here after a short wait, by the worker after a long one.
 * @returns `queued` when the worker will go on
 */
export async function sendClaimed(
  check: Check,
  connection: UpstreamConnection,
  first: Claim,
  doer: Doer,
): Promise<'ended' | 'queued'> {
  let claim: Claim | null = first
  while (claim) {
    failpoint('after_claim_commit')
    const sent = await post(check, connection, claim.sendBy)
    failpoint('after_answer')
    const settled = await settle(check, claim, sent, doer)
    failpoint('after_record_commit')
    if (settled.kind === 'done') return 'ended'
    if (settled.queued) return 'queued'
    await new Promise((resolve) => setTimeout(resolve, settled.inMs))
    if (!(await slotFor(check, connection, 2_000))) {
      await db().$transaction((tx) => queueSending(tx, settled.attemptId))
      return 'queued'
    }
    claim = await claimAttempt(settled.attemptId)
  }
  return 'ended'
}

/** The sandbox states no limit; live checks share one. */
async function slotFor(check: Check, connection: UpstreamConnection, waitMs: number): Promise<boolean> {
  if (check.environment === 'sandbox') return true
  return (await takeSlot(connection.id, 'single_post', { waitMs })).granted
}

/**
 * Sends one waiting check: the job `check.send`. Does nothing when the attempt is not waiting (any more), so that a job
 * may come twice, late or after a crash.
 */
export async function sendQueued(attemptId: string): Promise<void> {
  const check = await waitingCheck(attemptId)
  if (!check) return
  const connection = await connectionById(check.connectionId)
  if (!connection) throw new Error(`connection ${check.connectionId} is gone`)
  if (!(await slotFor(check, connection, WAIT_FOR_SLOT_MS))) {
    await db().$transaction((tx) => queueSending(tx, attemptId, { startAfter: LOOK_AGAIN_S }))
    return
  }
  const token = await bearer(connection)
  const claim = await claimAttempt(attemptId)
  if (!claim) return
  const doer: Doer = { kind: 'system' }
  if (token.kind === 'none') await settle(check, claim, { kind: 'not_sent', code: token.code }, doer)
  else await sendClaimed(check, connection, claim, doer)
}

async function waitingCheck(attemptId: string): Promise<Check | null> {
  const [row] = await db().$queryRaw<Check[]>`
    select v.id, v.environment, v.iban, v.name, v.sandbox_result as "sandboxResult", v.requested_by_id as "requestedById",
           a.connection_id as "connectionId", a.payload_sha256 as "payloadSha256"
      from attempts a join verifications v on v.id = a.verification_id
     where a.id = ${attemptId}::uuid and a.state = 'ready' and v.status = 'pending'`
  return row ?? null
}
