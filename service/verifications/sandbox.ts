import { closeVariant } from '../banks/variants'
import type { VerificationOutcome } from './record'
import type { ForcedResult, IbanNamePair } from './schema'

/** The outcome that the caller forces (section 3). Asks no bank. */
export function forcedOutcome(question: IbanNamePair, wanted: ForcedResult = 'match'): VerificationOutcome {
  if (wanted === 'failed') return { status: 'failed', status_reason: 'institution_timeout' }
  if (wanted === 'close_match')
    return {
      status: 'completed',
      match_result: 'close_match',
      matched_name: closeVariant(question.name, question.iban),
    }
  return { status: 'completed', match_result: wanted }
}
