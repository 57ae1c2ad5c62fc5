import 'server-only'
import { coolingOffRefusal } from '@/lib/auth/second-person.server'
import { refuseOn } from '@/lib/platform/db.server'
import { blockedRefusal, callBackRequired, evidenceChanged } from '@/lib/reviews/refusals'

/** For `.catch` of a decision: what a trigger refused becomes the refusal of the command. */
export const refuseDecision = refuseOn({
  decisions_four_eyes: () => blockedRefusal('four_eyes_requester'),
  decisions_four_eyes_loader: () => blockedRefusal('four_eyes_loader'),
  decisions_one_per_person: () => blockedRefusal('four_eyes_first'),
  second_person_waits: coolingOffRefusal,
  decisions_call_back: callBackRequired,
  decisions_same_evidence: evidenceChanged,
})
