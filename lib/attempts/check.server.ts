import 'server-only'
import {
  assertDeclarable,
  audit,
  changeAttemptState,
  confirm,
  proposeResolution,
  readUnknownAttempt,
  recordDecision,
  TWO_PEOPLE,
  type UnknownAttempt,
  withdrawProposal,
} from '@/lib/attempts/resolution.server'
import type { ConfirmInput, ResolveInput } from '@/lib/attempts/schema'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import type { EnvironmentName } from '@/lib/http/paths'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { enqueue } from '@/lib/platform/queue/queue.server'
import { Refusal } from '@/lib/platform/refusal'
import { createAttempt } from '@/lib/upstream/attempts.server'
import { DATA_ERASED, RUN_AGAIN } from '@/lib/verifications/check/problems'
import { markNotSent, requeueCheck } from '@/lib/verifications/check/record.server'
import { isRepeated } from '@/lib/verifications/check/repeated.server'

const ENTRIES = TWO_PEOPLE.not_billed

/**
 * Resolves one check whose response was lost: written off (it stays unknown), or declared not billed (a second
 * person confirms). It can't be attached: a single response contains nothing that could be compared.
 * @throws Refusal 401 session_required; 422 attach_invalid; 409 attempt_settled, already_proposed, too_early, accepted_by_provider
 */
export async function resolveCheck(id: string, input: ResolveInput, by: RequestedBy): Promise<void> {
  if (input.as === 'attached')
    throw new Refusal(
      422,
      'attach_invalid',
      'Only a batch can be attached. A single check can’t be compared.',
    )
  await withCheckLocked(id, by.actor, async (tx, attempt, check) => {
    if (input.as === 'not_billed') assertDeclarable(attempt)
    await proposeResolution(tx, attempt, input, by.actor)
    if (input.as === 'written_off') {
      await changeAttemptState(tx, id, 'written_off')
      // what the provider accepted stays booked
      if (attempt.upstreamId === null) await book(tx, id, check, 'written_off')
    }
    await audit(tx, by, id, input.as === 'written_off' ? input.as : ENTRIES.proposed, attempt)
  })
}

/**
 * Confirms or rejects the declaration that a check was not billed. Once confirmed, the check is queued and sent
 * again, unless somebody has run it again in the meantime. A check whose data was erased isn't sent.
 * @throws Refusal 401 session_required; 409 attempt_settled, nothing_proposed, too_early; 403 four_eyes
 */
export async function confirmCheck(id: string, input: ConfirmInput, by: RequestedBy): Promise<void> {
  const { agree, proposedAt } = input
  await withCheckLocked(id, by.actor, async (tx, attempt, check) => {
    if (agree) {
      assertDeclarable(attempt)
      await confirm(tx, attempt, proposedAt, by.actor)
      await changeAttemptState(tx, id, 'not_billed')
      await book(tx, id, check, 'not_billed')
      await resend(tx, check.id, attempt)
    } else await withdrawProposal(tx, attempt, proposedAt, by.actor)
    await audit(tx, by, id, agree ? ENTRIES.confirmed : ENTRIES.withdrawn, attempt)
  })
}

type LostCheck = { id: string; environment: EnvironmentName; requestedById: string }

/** Lock order: the person before the request. The person who ran the check is notified. */
async function withCheckLocked(
  id: string,
  actor: Actor,
  decide: (tx: Tx, attempt: UnknownAttempt, check: LostCheck) => Promise<void>,
): Promise<void> {
  await db().$transaction(async (tx) => {
    const attempt = await lockAccess(tx, actor, () => readUnknownAttempt(id, { on: tx, lock: true }))
    const check = await tx.verification.findUniqueOrThrow({
      where: { id: attempt.verificationId ?? '' },
      select: { id: true, environment: true, requestedById: true },
    })
    await decide(tx, attempt, check)
    await notify(tx, { topic: 'verification', id: check.id, userId: check.requestedById })
  })
}

/** The retry sends the same payload, so it keeps the hash. A check whose data was erased has nothing to send. */
async function resend(
  tx: Tx,
  id: string,
  { connectionId, payloadSha256 }: Pick<UnknownAttempt, 'connectionId' | 'payloadSha256'>,
): Promise<void> {
  if (await isRepeated(tx, id)) {
    await markNotSent(tx, id, RUN_AGAIN)
    return
  }
  if (!(await requeueCheck(tx, id))) {
    await markNotSent(tx, id, DATA_ERASED)
    return
  }
  const next = await createAttempt(tx, { verificationId: id }, { connectionId, payloadSha256 })
  await enqueue(tx, 'check.send', { attemptId: next.id })
}

async function book(
  tx: Tx,
  attemptId: string,
  { environment, requestedById }: LostCheck,
  decided: 'not_billed' | 'written_off',
): Promise<void> {
  if (environment === 'sandbox') return
  await recordDecision(tx, { kind: 'check', attemptId, userId: requestedById }, decided)
}
