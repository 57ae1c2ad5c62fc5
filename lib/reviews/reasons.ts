import type { Difference, DifferenceType } from '@/lib/names/compare'

export const APPROVE_REASONS = [
  'same_person_incomplete_name',
  'spelling_or_accent',
  'word_order_or_initial',
  'legal_form_or_abbreviation',
  'trading_name_confirmed',
  'confirmed_with_payee',
] as const
export const REJECT_REASONS = [
  'different_person',
  'different_company',
  'payee_could_not_confirm',
  'suspected_fraud',
  'wrong_account_given',
  'other',
] as const
export const ESCALATE_REASONS = ['needs_second_opinion', 'needs_document', 'suspected_fraud'] as const

export type DecisionKind = 'approve' | 'reject' | 'escalate'
export type Reason =
  | (typeof APPROVE_REASONS)[number]
  | (typeof REJECT_REASONS)[number]
  | (typeof ESCALATE_REASONS)[number]

export const REASONS: Record<DecisionKind, readonly Reason[]> = {
  approve: APPROVE_REASONS,
  reject: REJECT_REASONS,
  escalate: ESCALATE_REASONS,
}

export const MAX_NOTE_LENGTH = 1000

/** These reasons are meaningless without a note: which call, which other reason. */
export const NEEDS_NOTE: ReadonlySet<Reason> = new Set<Reason>(['confirmed_with_payee', 'other'])

const PROPOSED: [Reason, DifferenceType[]][] = [
  ['trading_name_confirmed', ['trading_name']],
  ['same_person_incomplete_name', ['missing_name', 'extra_name', 'cut_off', 'joint_account', 'title']],
  ['spelling_or_accent', ['spelling', 'accent', 'capital_letters', 'punctuation']],
  ['word_order_or_initial', ['word_order', 'initial']],
  ['legal_form_or_abbreviation', ['legal_form_missing', 'abbreviation']],
]

/** Difference types that mean an incomplete name only for a person. */
const ONLY_PERSONS: DifferenceType[] = ['missing_name', 'extra_name', 'cut_off']

/**
 * The approval reason that fits the differences, preselected in the form. Null when none fits, or when a difference may
 * mean another person or company: only a person may call that harmless.
 */
export function proposedReason(differences: readonly Difference[]): Reason | null {
  if (differences.some(({ type, level }) => level === 'identity' && type !== 'trading_name')) return null
  const fitting = differences.filter(({ type, level }) => level === 'person' || !ONLY_PERSONS.includes(type))
  const found = PROPOSED.find(([, fits]) => fitting.some(({ type }) => fits.includes(type)))
  return found ? found[0] : null
}
