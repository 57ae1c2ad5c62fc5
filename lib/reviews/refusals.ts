import { Refusal, refusedField } from '@/lib/platform/refusal'
import { type CallBack, callTimeProblem, MAX_CALL_AGE_DAYS } from '@/lib/reviews/call'
import type { BlockReason } from '@/lib/reviews/policy'

const REFUSALS: Record<BlockReason, () => Refusal> = {
  already_decided: () => new Refusal(409, 'already_decided', 'This item was decided while you were reading.'),
  claimed_by_other: () => new Refusal(409, 'claimed_by_other', 'Another reviewer has claimed this item.'),
  four_eyes_requester: () =>
    new Refusal(
      403,
      'four_eyes',
      'You ran this check, or the one that it repeats. Another reviewer must decide.',
    ),
  four_eyes_loader: () =>
    new Refusal(
      403,
      'four_eyes',
      'You loaded the bank report with this answer. Another reviewer must decide.',
    ),
  four_eyes_first: () =>
    new Refusal(403, 'four_eyes', 'You already decided this item. A second reviewer must confirm it.'),
}

/** The refusal of somebody who may not decide a review now. */
export const blockedRefusal = (blocked: BlockReason): Refusal => REFUSALS[blocked]()

/** After names and texts of a check were deleted, nothing is added to its review: no later deletion would find it. */
export function assertKept({ verification }: { verification: { purgedAt: Date | null } }): void {
  if (verification.purgedAt)
    throw new Refusal(
      409,
      'verification_purged',
      'The names and the IBAN of this item were deleted. It can no longer be changed.',
    )
}

export const evidenceChanged = () =>
  new Refusal(409, 'evidence_changed', 'The answer changed while you were reading. Review it again.')

const CALL_TIMES = {
  call_in_future: 'A call can’t be in the future. Correct its time.',
  call_too_old: `The call was more than ${MAX_CALL_AGE_DAYS} days ago. Call the payee again, and record that call.`,
}

/** @param now by the database's clock @throws Refusal 422 call_in_future | call_too_old */
export function assertCallTime(call: CallBack | undefined, now: Date): void {
  const problem = call && callTimeProblem(Date.parse(call.calledAt), now.getTime())
  if (problem) throw refusedField(problem, 'callBack.calledAt', CALL_TIMES[problem])
}

export const callBackRequired = () =>
  refusedField(
    'call_back_required',
    'callBack',
    'Confirm with the payee first. Record who was called, when, the number, and where the number came from.',
  )
