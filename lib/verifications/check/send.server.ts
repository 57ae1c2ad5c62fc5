import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditActor } from '@/lib/audit/record.server'
import { isActive } from '@/lib/connections/active.server'
import type { Tx } from '@/lib/platform/db.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { enqueue } from '@/lib/platform/queue/queue.server'
import { claimAttempt, sendBy } from '@/lib/upstream/attempts.server'
import { abandonCall } from '@/lib/upstream/breaker.server'
import { type Budgets, readBudgets } from '@/lib/upstream/budget.server'
import { postSandbox, postSingle } from '@/lib/upstream/client.server'
import { checkPayload, type SandboxResult } from '@/lib/upstream/contract'
import type { OutgoingCheck, ProviderReply } from '@/lib/verifications/check/check'
import {
  type ClaimedCheck,
  type OwnAttempt,
  retryUntilSlot,
  takeCheckSlot,
} from '@/lib/verifications/check/claim.server'
import { recordReply } from '@/lib/verifications/check/record.server'

/**
 * Sends a claimed check and records how it ended. A request that was definitely not executed is retried as a new
 * attempt: here after a short backoff, by the worker after a long one.
 */
export async function sendClaimed(
  check: OutgoingCheck,
  { connection, attempt }: ClaimedCheck,
  auditActor: AuditActor,
): Promise<void> {
  for (let mine: OwnAttempt | null = attempt; mine; ) {
    failpoint('after_claim_commit')
    const reply = await post(check, { connection, attempt: mine })
    failpoint('after_answer')
    const next = await recordReply(check, mine, reply, auditActor)
    failpoint('after_record_commit')
    if (!next || next.queued) return
    await sleep(next.inMs)
    mine = await claimRepeat(check, next.attemptId)
  }
}

/** Posts to one of the provider's two endpoints for a check. The live one has no field for a wanted outcome. */
function post(check: OutgoingCheck, { connection, attempt }: ClaimedCheck): Promise<ProviderReply> {
  const payload = checkPayload(check.iban, check.name)
  if (check.environment === 'live') return postSingle(connection, payload, attempt)
  const forced = check.sandboxResult as SandboxResult | null
  return postSandbox(connection, { ...payload, ...(forced && { sandbox_result: forced }) }, attempt)
}

/**
 * Claims the retry of a request that was not executed, with a slot of its own; without a slot, or when another connection
 * was made active meanwhile, the worker sends it.
 * @returns null when this process has nothing more to send
 */
async function claimRepeat(check: OutgoingCheck, attemptId: string): Promise<OwnAttempt | null> {
  const budgets = await readBudgets()
  const claim = await retryUntilSlot(async (tx, waitMs) => {
    const place = (await isActive(tx, check.connectionId)) ? await placeFor(tx, check, budgets) : null
    if (place?.kind === 'go') return { call: place.call, attempt: await claimAttempt(attemptId, tx) }
    if (place?.kind === 'wait' && place.inMs <= waitMs) return place
    await enqueue(tx, 'check.send', { attemptId })
    return null
  })
  if (!claim) return null
  if (claim.attempt) return { ...claim.attempt, call: claim.call, sendBy: sendBy() }
  if (claim.call !== undefined) await abandonCall(claim.call)
  return null
}

/** A check of the sandbox needs no slot. */
const placeFor = async (tx: Tx, check: OutgoingCheck, budgets: Budgets) =>
  check.environment === 'sandbox'
    ? { kind: 'go' as const, call: undefined }
    : takeCheckSlot(tx, check, budgets)
