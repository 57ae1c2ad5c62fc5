import type { Outcome } from '../verifications/record'

/** What a bank is asked: does this account belong to this name? */
export type Question = { iban: string; name: string }

/**
 * A bank's answer in the words of the European scheme between banks (EPC103-24): MTCH match, CMTC close match,
 * NMTC no match, NOAP not applicable. `problem` is everything that is not an answer: nothing within the time
 * allowed, no way to reach the bank, or an error instead of an answer.
 */
export type Answer =
  | { partyNameMatch: 'MTCH' | 'NMTC' | 'NOAP' }
  | { partyNameMatch: 'CMTC'; matchedName?: string }
  | { problem: 'timeout' | 'unreachable' | 'refused' }

/**
 * The way to the banks. One implementation simulates them; a real network fits behind the same three lines:
 * it finds the bank of the IBAN, sends the question and returns the answer. It never throws for what a bank
 * does, and never takes longer than the scheme allows (5 seconds).
 */
export interface Institution {
  ask(question: Question): Promise<Answer>
}

/** The outcome a bank's answer stands for (sections 2.2 and 7.4). */
export function outcomeOf(answer: Answer): Outcome {
  if ('problem' in answer) {
    if (answer.problem === 'timeout') return { status: 'failed', status_reason: 'institution_timeout' }
    if (answer.problem === 'unreachable')
      return { status: 'failed', status_reason: 'institution_out_of_scope' }
    return { status: 'failed', status_reason: 'verification_not_possible' }
  }
  switch (answer.partyNameMatch) {
    case 'MTCH':
      return { status: 'completed', match_result: 'match' }
    case 'NMTC':
      return { status: 'completed', match_result: 'no_match' }
    case 'NOAP':
      return {
        status: 'completed',
        match_result: 'account_not_verifiable',
        status_reason: 'verification_not_possible',
      }
    case 'CMTC':
      return { status: 'completed', match_result: 'close_match', matched_name: answer.matchedName }
  }
}
