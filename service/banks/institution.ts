import type { VerificationOutcome } from '../verifications/record'
import type { IbanNamePair } from '../verifications/schema'

/**
 * A bank's answer in the codes of the European scheme (EPC103-24): MTCH match, CMTC close match, NMTC no match, NOAP
 * not applicable. `problem` is anything else: a timeout, an unreachable bank, or an error.
 */
export type InstitutionAnswer =
  | { partyNameMatch: 'MTCH' | 'NMTC' | 'NOAP' }
  | { partyNameMatch: 'CMTC'; matchedName?: string }
  | { problem: 'timeout' | 'unreachable' | 'refused' }

/**
 * The connection to the banks. The only implementation simulates them; a real network needs the same method: it finds
 * the bank of the IBAN, sends the question and returns the answer. It never throws for what a bank does, and never
 * takes longer than the scheme allows (5 seconds).
 */
export interface Institution {
  ask(question: IbanNamePair): Promise<InstitutionAnswer>
}

/** Maps a bank's answer to an outcome (sections 2.2 and 7.4). */
export function outcomeOfAnswer(answer: InstitutionAnswer): VerificationOutcome {
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
