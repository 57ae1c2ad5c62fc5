import type {
  AnswerEvidence,
  Gate,
  GateReason,
  GateVerdict,
  LineEvidence,
  PaymentPolicy,
} from '@/lib/payments/gate/gate'

const DAY_MS = 86_400_000

/** Gates with which a line may leave in a release. */
export const LEAVING: readonly Gate[] = ['clear', 'corrected', 'unchecked']

/**
 * What a payment line is, from its evidence alone. The questions are asked in the order of the list, and the first one
 * that applies decides. Both answers are asked each question, so that the worse one counts: ours and that of the
 * payer's bank.
 * @param at the moment for which the age of answers counts
 */
export function gateOf(evidence: LineEvidence, policy: PaymentPolicy, at: Date): GateVerdict {
  const answers = [evidence.ours, evidence.bank].filter((answer) => answer !== null)
  for (const question of QUESTIONS) {
    const verdict = question(evidence, { answers, policy, at })
    if (verdict) return verdict
  }
  return held('unknown')
}

/** The name that leaves in a corrected line: that of the payer's bank, where both banks' names were adopted. */
export const adoptedNameOf = ({ ours, bank }: Pick<LineEvidence, 'ours' | 'bank'>): string | null =>
  bank?.adoptedName ?? ours?.adoptedName ?? null

type Asked = { answers: AnswerEvidence[]; policy: PaymentPolicy; at: Date }
type Question = (evidence: LineEvidence, asked: Asked) => GateVerdict | undefined

const held = (reason: GateReason): GateVerdict => ({ gate: 'held', reason })
const waiting = (reason: GateReason): GateVerdict => ({ gate: 'waiting', reason })

const NO_IBAN: Record<Exclude<LineEvidence['account'], 'iban'>, GateReason> = {
  other: 'other_account',
  none: 'no_account',
  cheque: 'cheque',
  equivalent: 'equivalent_amount',
}

const gone: Question = ({ erased }) => (erased ? held('erased') : undefined)
const edited: Question = (evidence) => (evidence.edited ? held('edited') : undefined)

/** An amount that can't be read never leaves: the sums of its file could not be proved. */
const uncheckable: Question = ({ account, amount }, { policy }) => {
  if (amount === null) return held('amount_unreadable')
  if (account !== 'iban' && !policy.letUncheckedPass) return held(NO_IBAN[account])
}

/** A line that no answer can clear: invalid, left out, failed, in doubt, refused. */
const inDoubt: Question = (evidence, { answers }) => {
  if (evidence.account !== 'iban') return
  const { ours, notSentCode } = evidence
  if (notSentCode !== null && (ours === null || ours.status === 'not_sent'))
    return held(notSentReason(notSentCode))
  for (const answer of answers) {
    const reason = doubtOf(answer)
    if (reason) return held(reason)
  }
}

const STOPS: readonly string[] = ['stopped', 'file_differs']
const INVALID = /^(iban_|name_|unicode_|columns$)/

function notSentReason(code: string): GateReason {
  if (code === 'left_out') return 'left_out'
  if (INVALID.test(code)) return 'invalid'
  return STOPS.includes(code) ? 'stopped' : 'not_sent'
}

function doubtOf({ status, result, review }: AnswerEvidence): GateReason | undefined {
  if (status === 'failed' || status === 'unknown' || status === 'not_sent') return status
  if (status === 'rejected') return 'rejected_by_provider'
  if (status === 'completed' && result === null) return 'failed'
  if (review === 'rejected') return 'rejected_in_review'
}

/** Another payment may be the same: whatever the bank answered, it would be paid twice. */
const paidTwice: Question = (evidence) => {
  if (evidence.duplicate && !evidence.duplicateCleared) return held('possible_duplicate')
  if (evidence.heldFileOut) return held('held_file_out')
}

const newIban: Question = (evidence) =>
  evidence.newIban && !evidence.newIbanConfirmed ? held('new_iban') : undefined

const unchecked: Question = ({ account }) =>
  account === 'iban' ? undefined : { gate: 'unchecked', reason: NO_IBAN[account] }

const tooOld: Question = (_, { answers, policy, at }) => {
  const limit = at.getTime() - policy.maxAgeDays * DAY_MS
  const old = answers.some(({ answeredAt }) => answeredAt !== null && answeredAt.getTime() < limit)
  return old ? held('too_old') : undefined
}

const answerOpen: Question = ({ ours }, { answers }) =>
  ours === null || answers.some(({ status, answeredAt }) => status === 'pending' || answeredAt === null)
    ? waiting('answer_open')
    : undefined

const OPEN_REVIEWS: readonly unknown[] = ['todo', 'second_approval', 'escalated']

/** Without a review that somebody can decide, an answer that is no match stays held. */
const decisionOpen: Question = (_, { answers, policy }) => {
  const undecided = answers.filter(({ result, review }) => result !== 'match' && review !== 'approved')
  if (undecided.some(({ review }) => !OPEN_REVIEWS.includes(review))) return held('decision_open')
  const repeats = answers.some(({ repeated }) => repeated && !policy.decisionMemory)
  return undecided.length > 0 || repeats ? waiting('decision_open') : undefined
}

const clear: Question = (evidence, { answers }) => {
  if (adoptedNameOf(evidence) !== null) return { gate: 'corrected', reason: 'bank_name_adopted' }
  if (answers.some(({ repeated }) => repeated)) return { gate: 'clear', reason: 'decided_before' }
  const matches = answers.every(({ result }) => result === 'match')
  return { gate: 'clear', reason: matches ? 'match' : 'approved' }
}

const QUESTIONS: readonly Question[] = [
  gone,
  edited,
  uncheckable,
  inDoubt,
  paidTwice,
  newIban,
  unchecked,
  tooOld,
  answerOpen,
  decisionOpen,
  clear,
]
