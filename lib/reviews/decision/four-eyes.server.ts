import 'server-only'
import { coolingOffRefusal } from '@/lib/auth/second-person.server'
import { violatedConstraint } from '@/lib/platform/db.server'
import { blockedRefusal, callBackRequired, evidenceChanged } from '@/lib/reviews/refusals'

/** Runs a command and turns a four-eyes violation from the database into the command's own Refusal. */
export async function withFourEyes<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'decisions_four_eyes') throw blockedRefusal('four_eyes_requester')
    if (constraint === 'decisions_four_eyes_loader') throw blockedRefusal('four_eyes_loader')
    if (constraint === 'decisions_one_per_person') throw blockedRefusal('four_eyes_first')
    if (constraint === 'second_person_waits') throw coolingOffRefusal()
    if (constraint === 'decisions_call_back') throw callBackRequired()
    if (constraint === 'decisions_same_evidence') throw evidenceChanged()
    throw error
  }
}
