import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { activeConnection } from '@/lib/connections/active.server'
import { canonicalJson } from '@/lib/platform/canonical'
import { sha256 } from '@/lib/platform/crypto.server'
import { Refusal } from '@/lib/platform/refusal'
import { checkPayload } from '@/lib/upstream/contract'
import { spentToday } from '@/lib/usage/daily-spending.server'
import type { CheckRequest, OutgoingCheck } from '@/lib/verifications/check/check'
import { claimCheck } from '@/lib/verifications/check/claim.server'
import { NOT_SENT_PROBLEMS, notSentCode } from '@/lib/verifications/check/problems'
import { sendClaimed } from '@/lib/verifications/check/send.server'
import { positionOf } from '@/lib/verifications/check/send-queue.server'
import { readCheckView } from '@/lib/verifications/record/queries.server'
import type { VerificationView, WaitingView } from '@/lib/verifications/view'

/** `waiting`: the shared rate limit is used up and the worker will send it. */
export type RequestResult = { waiting: false; view: VerificationView } | { waiting: true; view: WaitingView }

/**
 * Requests one check: claim (committed) → send (no open transaction) → record (docs/decisions/0002-at-most-once.md).
 * Returns the record, also when its outcome is unknown. At most one paid request leaves, whatever fails.
 * @throws Refusal with the record's ID when it was not sent: 402, 409, 422, 429, 502, 503 (see problems.ts); those of
 * `claimCheck`
 */
export async function requestVerification(
  request: CheckRequest,
  { actor, auditActor }: RequestedBy,
): Promise<RequestResult> {
  const connection = await activeConnection()
  const check = newCheck(request, actor, connection?.id ?? '')
  const claimed = await claimCheck({ input: request, check, requester: actor }, connection, auditActor)
  if (claimed) await sendClaimed(check, claimed, auditActor)
  return resultOf(check)
}

function newCheck(request: CheckRequest, actor: Actor, connectionId: string): OutgoingCheck {
  const { iban, name, environment, sandboxResult } = request
  return {
    id: randomUUID(),
    environment,
    iban,
    name,
    sandboxResult: sandboxResult ?? null,
    requestedById: actor.id,
    connectionId,
    payloadSha256: sha256(canonicalJson({ environment, ...checkPayload(iban, name), sandboxResult })),
  }
}

/** The result as stored in the record. */
async function resultOf({ id, requestedById }: OutgoingCheck): Promise<RequestResult> {
  const view = await readCheckView(id)
  if (view.status === 'not_sent') throw await notSentRefusal(id, view.problemCode ?? '', requestedById)
  const onItsWay = view.attempt?.state === 'ready' || view.attempt?.state === 'sending'
  if (view.status !== 'pending' || !onItsWay) return { waiting: false, view }
  return { waiting: true, view: { ...view, position: await positionOf(id) } }
}

async function notSentRefusal(verificationId: string, reason: string, personId: string): Promise<Refusal> {
  const code = notSentCode(reason)
  const { status, message } = NOT_SENT_PROBLEMS[code]
  const headers = status === 429 || status === 503 ? { 'retry-after': '60' } : undefined
  const spending = code === 'spend_limit_reached' ? await spentToday(personId) : {}
  return new Refusal(status, code, message, { headers, extra: { verificationId, ...spending } })
}
