import type { AccountKind } from '@/lib/tables/payments/line'

export const GATES = ['clear', 'corrected', 'waiting', 'held', 'unchecked'] as const
export type Gate = (typeof GATES)[number]
/** `released`: left in a release that was not withdrawn. */
export const LINE_GATES = [...GATES, 'released'] as const
export type LineGate = (typeof LINE_GATES)[number]

/** Why a line has its gate: stable codes, with a sentence each in messages/…/payments.json (`reasons`). */
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
  'rejected_by_provider',
  'possible_duplicate',
  'held_file_out',
  'new_iban',
  'too_old',
  'erased',
] as const
export type GateReason = (typeof GATE_REASONS)[number]

/** What is known about an answer, ours or the bank's. Times are in UTC. */
export type AnswerEvidence = {
  /** the specification's status, or `unknown` or `not_sent` */
  status: 'pending' | 'completed' | 'failed' | 'rejected' | 'unknown' | 'not_sent'
  result: 'match' | 'close_match' | 'no_match' | 'account_not_verifiable' | null
  answeredAt: Date | null
  /** null: no review was needed */
  review: 'todo' | 'second_approval' | 'escalated' | 'approved' | 'rejected' | 'superseded' | null
  /** the decision repeats an earlier one for the same names and IBAN */
  repeated: boolean
  /** the bank's name, adopted by the approval */
  adoptedName: string | null
}

export type LineEvidence = {
  account: AccountKind
  /** an exact decimal; null when unreadable */
  amount: string | null
  /** IBAN or name that were checked differ from the file's bytes */
  edited: boolean
  /** why its row was not sent: a code of the upload */
  notSentCode: string | null
  erased: boolean
  /** the newest answer for exactly this IBAN and name; null: none yet */
  ours: AnswerEvidence | null
  /** the newest answer of a bank report for this line */
  bank: AnswerEvidence | null
  /** equal to a payment, or in a file with the MsgId, of an earlier release, or equal to one in a held file that is out */
  duplicate: boolean
  /** a reviewer confirmed since then that it isn't a duplicate */
  duplicateCleared: boolean
  /** it is in a held file that was downloaded, and nobody recorded that it was not sent to a bank */
  heldFileOut: boolean
  /** its supplier is known, and not with this IBAN */
  newIban: boolean
  /** a reviewer confirmed the IBAN with a call-back record */
  newIbanConfirmed: boolean
}

/** The most days of a rule. */
export const MAX_POLICY_DAYS = 365

/** The admin's rules for payment runs. */
export type PaymentPolicy = {
  /** an older answer holds its line */
  maxAgeDays: number
  /** lines without an IBAN may leave */
  letUncheckedPass: boolean
  /** answers that repeat an earlier decision are clear */
  decisionMemory: boolean
  /** equal payments and MsgIds of so many days are possible duplicates */
  duplicateDays: number
}
export const DEFAULT_PAYMENT_POLICY: PaymentPolicy = {
  maxAgeDays: 30,
  letUncheckedPass: false,
  decisionMemory: true,
  duplicateDays: 90,
}

export type GateVerdict = { gate: Gate; reason: GateReason }
