import { STATUS_REASONS } from '@/lib/history/filters'
import { KNOWN_MATCH, NOT_SENT_PROBLEMS, type NotSentCode } from '@/lib/verifications/check/problems'
import type { Outcome } from '@/lib/verifications/outcome'
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

/** How a record is presented: a key under `result.case`, and the available actions. */
export type ResultCase = { key: CaseKey; actions: CardAction[]; raw: string }
type CaseWithoutRaw = Omit<ResultCase, 'raw'>

type Reason = (typeof STATUS_REASONS)[number]
export type CaseKey =
  | keyof typeof OF_RESULT
  | Reason
  | 'reason_other'
  | `not_sent.${(typeof NOT_SENT)[number]}`

const OF_RESULT: Record<
  Exclude<Outcome, 'not_sent' | 'failed' | 'rejected'> | 'close_match_withheld',
  CaseWithoutRaw
> = {
  match: { key: 'match', actions: ['another'] },
  close_match: { key: 'close_match', actions: ['review', 'bankName'] },
  close_match_withheld: { key: 'close_match_withheld', actions: ['review', 'edit'] },
  no_match: { key: 'no_match', actions: ['review', 'edit'] },
  account_not_verifiable: { key: 'account_not_verifiable', actions: ['review', 'again'] },
  unknown: { key: 'unknown', actions: ['again', 'copyReference'] },
  waiting: { key: 'waiting', actions: ['cancel', 'another'] },
}

const OF_REASON: Record<Reason, CaseWithoutRaw> = {
  institution_timeout: { key: 'institution_timeout', actions: ['again'] },
  institution_out_of_scope: { key: 'institution_out_of_scope', actions: ['review'] },
  unsupported_characters: { key: 'unsupported_characters', actions: ['editName'] },
  verification_not_possible: { key: 'verification_not_possible', actions: ['review', 'again'] },
  invalid_iban_format: { key: 'invalid_iban_format', actions: ['editIban'] },
}

/**
 * The messages and actions of a record. An unknown reason, status or result is shown as received and never as a result.
 */
export function caseOf(check: VerificationView): ResultCase {
  const { actions, ...found } = caseOfAnswer(check)
  return { ...found, actions: check.source === 'bank_report' ? actions.filter(isFree) : actions }
}

/** A paid check doesn't replace what the payer's bank reported, and there is no request to cancel. */
const isFree = (action: CardAction) => action !== 'again' && action !== 'cancel'

function caseOfAnswer(check: VerificationView): ResultCase {
  const { outcome, unrecognised, statusReason } = check
  const raw = unrecognised ?? statusReason ?? ''
  if (outcome === 'not_sent') return { ...notSent(notSentCodeOf(check)), raw }
  if (outcome === 'failed' || outcome === 'rejected') {
    const reason = unrecognised === null ? STATUS_REASONS.find((each) => each === raw) : undefined
    if (reason) return { ...OF_REASON[reason], raw }
    return { key: 'reason_other', actions: ['again'], raw }
  }
  const withheld = outcome === 'close_match' && check.matchedName === null
  return { ...OF_RESULT[withheld ? 'close_match_withheld' : outcome], raw }
}

/** The last three: rows of an upload that were not sent for no fault of theirs, or perhaps of another row. */
const NOT_SENT = [
  ...(Object.keys(NOT_SENT_PROBLEMS) as NotSentCode[]),
  ...([KNOWN_MATCH, 'stopped', 'batch_refused'] as const),
] as const

const ACTIONS_OF: Record<string, CardAction[]> = {
  upstream_rejected_input: ['edit'],
  batch_refused: ['again', 'edit'],
  data_erased: [],
}

/** The provider refuses a batch as a whole, and doesn't say for which of its rows. */
const notSentCodeOf = ({ problemCode, upload }: VerificationView): string | null =>
  problemCode === 'upstream_rejected_input' && upload !== null ? 'batch_refused' : problemCode

function notSent(code: string | null): CaseWithoutRaw {
  const known = NOT_SENT.find((each) => each === code)
  const key = !known || known === 'upstream_auth_unavailable' ? 'upstream_unavailable' : known
  return {
    key: `not_sent.${key}`,
    actions: ACTIONS_OF[key] ?? ['again'],
  }
}

/** "Close match, check 7b2c": never a name, because titles end up in the browser's history. */
export const checkTitle = (result: string, check: string, id: string): string =>
  `${result}, ${check} ${id.slice(0, 4)}`
