import type { OutcomeKind } from '@/components/outcome/kinds'
import { NOT_SENT_PROBLEMS } from '@/lib/verifications/check/problems'
import type { VerificationView } from '@/lib/verifications/view'

export type CardAction =
  | 'review'
  | 'bankName'
  | 'edit'
  | 'editName'
  | 'editIban'
  | 'again'
  | 'another'
  | 'cancel'
  | 'copyReference'

/** How a record is told: a key under `result.case`, its next steps, what can be done. */
export type ResultCase = { key: string; steps: number; actions: CardAction[]; raw: string }

const OF_RESULT: Record<string, Omit<ResultCase, 'raw'>> = {
  match: { key: 'match', steps: 0, actions: ['another'] },
  close_match: { key: 'close_match', steps: 0, actions: ['review', 'bankName'] },
  close_match_withheld: { key: 'close_match_withheld', steps: 1, actions: ['review', 'edit'] },
  no_match: { key: 'no_match', steps: 2, actions: ['review', 'edit'] },
  account_not_verifiable: { key: 'account_not_verifiable', steps: 2, actions: ['review', 'again'] },
  unknown: { key: 'unknown', steps: 1, actions: ['again', 'copyReference'] },
  waiting: { key: 'waiting', steps: 0, actions: ['cancel', 'another'] },
}

const OF_REASON: Record<string, Omit<ResultCase, 'raw'>> = {
  institution_timeout: { key: 'institution_timeout', steps: 1, actions: ['again'] },
  institution_out_of_scope: { key: 'institution_out_of_scope', steps: 1, actions: ['review'] },
  unsupported_characters: { key: 'unsupported_characters', steps: 1, actions: ['editName'] },
  verification_not_possible: { key: 'verification_not_possible', steps: 1, actions: ['review', 'again'] },
  invalid_iban_format: { key: 'invalid_iban_format', steps: 1, actions: ['editIban'] },
}

const known = (table: Record<string, Omit<ResultCase, 'raw'>>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined

/**
 * Which words and actions belong to a record. A reason, status or result that is not in the specification is told
 * as received and never as a result.
 */
export function caseOf(check: VerificationView): ResultCase {
  const { outcome, unrecognised, statusReason } = check
  const raw = unrecognised ?? statusReason ?? ''
  if (outcome === 'not_sent') return { ...notSent(check.problemCode), raw }
  if (outcome === 'failed' || outcome === 'rejected') {
    if (raw === '') return { key: 'reason_absent', steps: 1, actions: ['again'], raw }
    const told = unrecognised === null ? known(OF_REASON, raw) : undefined
    return { ...(told ?? { key: 'reason_other', steps: 1, actions: ['again'] }), raw }
  }
  const withheld = outcome === 'close_match' && check.matchedName === null
  return { ...(OF_RESULT[withheld ? 'close_match_withheld' : outcome] as ResultCase), raw }
}

/** Of rows of an upload that were not sent for no fault of anybody. */
const OF_UPLOAD = ['known_match', 'stopped']

function notSent(code: string | null): Omit<ResultCase, 'raw'> {
  const isTold = code !== null && (Object.hasOwn(NOT_SENT_PROBLEMS, code) || OF_UPLOAD.includes(code))
  const key = isTold ? code : 'upstream_unavailable'
  return {
    key: `not_sent.${key}`,
    steps: 0,
    actions: key === 'upstream_rejected_input' ? ['edit'] : ['again'],
  }
}

/** The kind of a record for icon, colour and title. */
export const kindOfView = ({ outcome }: Pick<VerificationView, 'outcome'>): OutcomeKind => outcome
