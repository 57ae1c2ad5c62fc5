import { countryOf } from '@/lib/iban/anatomy'
import { type Institution, outcomeOfAnswer } from '../banks/institution'
import type { VerificationOutcome } from './record'
import type { IbanNamePair } from './schema'

/** Names are sent between banks in Latin script: letters of other scripts and emoji are not supported. */
const UNSUPPORTED = /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])\p{L}|\p{Emoji_Presentation}/u

/**
 * Answers one valid pair. An account outside SEPA is `institution_out_of_scope`, an unsupported name is
 * `unsupported_characters`; neither is sent to a bank. Rejects only when the service itself fails.
 */
export async function verifyPair(
  question: IbanNamePair,
  institution: Institution,
): Promise<VerificationOutcome> {
  if (!countryOf(question.iban.slice(0, 2))?.sepa)
    return { status: 'failed', status_reason: 'institution_out_of_scope' }
  if (UNSUPPORTED.test(question.name)) return { status: 'failed', status_reason: 'unsupported_characters' }
  return outcomeOfAnswer(await institution.ask(question))
}

/** The same for an item of a bulk, for which section 7.4 has no `unsupported_characters`. */
export async function verifyItem(
  question: IbanNamePair,
  institution: Institution,
): Promise<VerificationOutcome> {
  const outcome = await verifyPair(question, institution)
  if (outcome.status === 'failed' && outcome.status_reason === 'unsupported_characters')
    return { status: 'failed', status_reason: 'verification_not_possible' }
  return outcome
}
