import type { StoredReviewState } from '@/lib/reviews/policy'
import type { AccountKind } from '@/lib/tables/payments/line'
import type { MatchResult, Status } from '@/lib/verifications/outcome'

export const GATES = ['clear', 'corrected', 'waiting', 'held', 'unchecked'] as const
export type Gate = (typeof GATES)[number]
/** What a page shows: the gate, or `released` for a line of a release that was not withdrawn. */
export const LINE_GATES = [...GATES, 'released'] as const
export type LineGate = (typeof LINE_GATES)[number]

/** Why a line has its gate. The codes are stable, and `reasons` of messages/…/payments.json explains each. */
export const GATE_REASONS = [
  // clear
  'match',
  'approved',
  'decided_before',
  // corrected
  'bank_name_adopted',
  // waiting
  'answer_open',
  'decision_open',
  // held
  'edited',
  'other_account',
  'no_account',
  'cheque',
  'equivalent_amount',
  'amount_unreadable',
  'invalid',
  'left_out',
  'failed',
  'unknown',
  'not_sent',
  'stopped',
  'rejected_in_review',
  'approved_by_uploader',
  'rejected_by_provider',
  'possible_duplicate',
  'held_file_out',
  'new_iban',
  'too_old',
  'name_letters',
  'erased',
] as const
export type GateReason = (typeof GATE_REASONS)[number]

/** What a reviewer can confirm of held lines, each with the reason that it clears. */
export const CONFIRMATION_KINDS = ['new_iban', 'not_duplicate'] as const
export type ConfirmationKind = (typeof CONFIRMATION_KINDS)[number]
export const CLEARED_REASON: Record<ConfirmationKind, GateReason> = {
  new_iban: 'new_iban',
  not_duplicate: 'possible_duplicate',
}

/** What is known about one answer: that to our own check, or one in a bank report. */
export type AnswerEvidence = {
  status: Status
  result: MatchResult | null
  answeredAt: Date | null
  /** null: no review was needed */
  review: StoredReviewState | null
  /** a rule approved it, because a reviewer approved the same names and IBAN before */
  repeated: boolean
  /** the uploader of the run approved it, or a rule that repeats what they approved */
  byUploader: boolean
}

/** Everything that the gate of a line depends on, apart from the policy and the time. */
export type LineEvidence = {
  account: AccountKind
  /** an exact decimal; null if it can't be read */
  amount: string | null
  /** the IBAN or name that was checked isn't the one in the stored file */
  edited: boolean
  /** why the row was not sent to be checked: a code of the upload */
  notSentCode: string | null
  /** the version of pain.001 of the file; null for a table */
  version: string | null
  /** retention or an erasure deleted the name and the IBAN */
  erased: boolean
  /** the newest answer for exactly this IBAN and name; null: none yet */
  ours: AnswerEvidence | null
  /** the newest answer of a bank report for this line */
  bank: AnswerEvidence | null
  /** the bank's name that an approval of one of these answers adopted */
  adoptedName: string | null
  /**
   * an equal payment was released before or is in another run's downloaded held file, or the same file or one
   * with the same MsgId was released
   */
  duplicate: boolean
  /** a reviewer has confirmed since then that it isn't a duplicate */
  duplicateCleared: boolean
  /** it is in a downloaded held file, and nobody has recorded that this file wasn't sent to a bank */
  heldFileOut: boolean
  /** its supplier was paid before, but never to this IBAN */
  newIban: boolean
  /** a reviewer confirmed the IBAN by a call to the payee */
  newIbanConfirmed: boolean
}

/** The longest period, in days, that a rule of the policy can have. */
export const MAX_POLICY_DAYS = 365

/** The rules for payment runs, set by an admin. */
export type PaymentPolicy = {
  /** a line is held if an answer is older than this many days */
  maxAgeDays: number
  /** lines without an IBAN can be released unchecked */
  letUncheckedPass: boolean
  /** an answer that a rule approved, because the same was approved before, counts as approved */
  decisionMemory: boolean
  /** equal payments and MsgIds released within this many days are possible duplicates */
  duplicateDays: number
}
export const DEFAULT_PAYMENT_POLICY: PaymentPolicy = {
  maxAgeDays: 30,
  letUncheckedPass: false,
  decisionMemory: true,
  duplicateDays: 90,
}

export type GateVerdict = { gate: Gate; reason: GateReason }
