import { countryOf } from '@/lib/iban/anatomy'
import { type Institution, outcomeOf, type Question } from '../banks/institution'
import type { Outcome } from './record'

/** Between banks names travel in Latin letters: letters of another script and pictures cannot be sent. */
const UNSUPPORTED = /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])\p{L}|\p{Emoji_Presentation}/u

/**
 * Answers one valid pair. An account outside SEPA is `institution_out_of_scope`, a name that cannot be sent is
 * `unsupported_characters`; neither is put to a bank. Rejects only when the service itself is broken.
 */
export async function answer(question: Question, institution: Institution): Promise<Outcome> {
  if (!countryOf(question.iban.slice(0, 2))?.sepa)
    return { status: 'failed', status_reason: 'institution_out_of_scope' }
  if (UNSUPPORTED.test(question.name)) return { status: 'failed', status_reason: 'unsupported_characters' }
  return outcomeOf(await institution.ask(question))
}

/** The same for an item of a bulk, where section 7.4 does not know `unsupported_characters`. */
export async function answerItem(question: Question, institution: Institution): Promise<Outcome> {
  const outcome = await answer(question, institution)
  if (outcome.status === 'failed' && outcome.status_reason === 'unsupported_characters')
    return { status: 'failed', status_reason: 'verification_not_possible' }
  return outcome
}
