import { closeVariant } from '../banks/variants'
import type { Outcome } from './record'
import type { Question, SandboxResult } from './schema'

/** The outcome that the caller forces (section 3). Asks no bank. */
export function forcedOutcome(question: Question, wanted: SandboxResult = 'match'): Outcome {
  if (wanted === 'failed') return { status: 'failed', status_reason: 'institution_timeout' }
  if (wanted === 'close_match')
    return {
      status: 'completed',
      match_result: 'close_match',
      matched_name: closeVariant(question.name, question.iban),
    }
  return { status: 'completed', match_result: wanted }
}
