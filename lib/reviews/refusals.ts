import { Refusal } from '@/lib/platform/refusal'
import type { Blocked } from '@/lib/reviews/policy'

const REFUSALS: Record<Blocked, () => Refusal> = {
  already_decided: () => new Refusal(409, 'already_decided', 'This item was decided while you were reading.'),
  claimed_by_other: () => new Refusal(409, 'claimed_by_other', 'Another reviewer is on this item.'),
  four_eyes_requester: () =>
    new Refusal(403, 'four_eyes', 'You ran this check. Another reviewer must decide.'),
  four_eyes_first: () =>
    new Refusal(403, 'four_eyes', 'You decided this item already. A second reviewer must confirm it.'),
}

export const blockedRefusal = (blocked: Blocked): Refusal => REFUSALS[blocked]()

export const evidenceChanged = () =>
  new Refusal(409, 'evidence_changed', 'The answer changed while you were reading. Look at it again.')
