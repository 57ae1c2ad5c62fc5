import type {
  AnswerEvidence,
  GateReason,
  GateVerdict,
  LineEvidence,
  LineGate,
  PaymentPolicy,
} from '@/lib/payments/gate/gate'
import { DAY_MS } from '@/lib/platform/days/period'
import { isReviewOpen } from '@/lib/reviews/policy'
import { fitsVersion } from '@/lib/tables/payments/name-cap'

/** The gates with which a line can be released. */
export const RELEASABLE_GATES: readonly LineGate[] = ['clear', 'corrected', 'unchecked']

/** How many lines can be released. */
export const releasableLines = (gates: Record<LineGate, { lines: number }>): number =>
  RELEASABLE_GATES.reduce((sum, gate) => sum + gates[gate].lines, 0)

/**
 * The gate of a payment line, and the reason for it. Pure: it depends on nothing but its parameters. The rules of
 * `QUESTIONS` are tried in order, and the first that applies decides. Each rule looks at both answers, ours and that of
 * the payer's bank, so the worse one counts.
 * @param at the moment for which the line is judged; the age of answers is measured up to it
 */
export function gateOf(evidence: LineEvidence, policy: PaymentPolicy, at: Date): GateVerdict {
  const answers = [evidence.ours, evidence.bank].filter((answer) => answer !== null)
  for (const question of QUESTIONS) {
    const verdict = question(evidence, { answers, policy, at })
    if (verdict) return verdict
  }
  return held('unknown')
}

type Context = { answers: AnswerEvidence[]; policy: PaymentPolicy; at: Date }
type Question = (evidence: LineEvidence, context: Context) => GateVerdict | undefined

const held = (reason: GateReason): GateVerdict => ({ gate: 'held', reason })
const waiting = (reason: GateReason): GateVerdict => ({ gate: 'waiting', reason })

const NO_IBAN: Record<Exclude<LineEvidence['account'], 'iban'>, GateReason> = {
  other: 'other_account',
  none: 'no_account',
  cheque: 'cheque',
  equivalent: 'equivalent_amount',
}

const erased: Question = (evidence) => (evidence.erased ? held('erased') : undefined)
const edited: Question = (evidence) => (evidence.edited ? held('edited') : undefined)

/**
 * A line without any account is always held: it may be the row of a total, and no bank could pay it. So is one without a
 * readable amount: the sums of its file couldn't be proved.
 */
const uncheckable: Question = ({ account, amount }, { policy }) => {
  if (account === 'none') return held('no_account')
  if (amount === null) return held('amount_unreadable')
  if (account !== 'iban' && !policy.letUncheckedPass) return held(NO_IBAN[account])
}

/** Lines that no other answer can clear: never sent, failed, outcome unknown, or rejected. */
const inDoubt: Question = (evidence, { answers }) => {
  const { account, ours, notSentCode } = evidence
  if (notSentCode !== null && (ours === null || ours.status === 'not_sent')) {
    const reason = notSentReason(notSentCode)
    // a line without an IBAN is not sent because of that, which the policy allows
    if (account === 'iban' || reason !== 'invalid') return held(reason)
  }
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

/** Comes before the answers: a payment that may already have been made is held, even if the name matches. */
const paidTwice: Question = (evidence) => {
  if (evidence.duplicate && !evidence.duplicateCleared) return held('possible_duplicate')
  if (evidence.heldFileOut) return held('held_file_out')
}

const newIban: Question = (evidence) =>
  evidence.newIban && !evidence.newIbanConfirmed ? held('new_iban') : undefined

/** Comes after the answers: some of these lines name an IBAN too, and a bad answer about it counts. */
const unchecked: Question = ({ account }) =>
  account === 'iban' ? undefined : { gate: 'unchecked', reason: NO_IBAN[account] }

/** Only our answer can be renewed: the bank answers once. */
const tooOld: Question = ({ ours }, { policy, at }) => {
  const limit = at.getTime() - policy.maxAgeDays * DAY_MS
  return ours?.answeredAt && ours.answeredAt.getTime() < limit ? held('too_old') : undefined
}

const answerOpen: Question = ({ account, ours }, { answers }) =>
  (account === 'iban' && ours === null) ||
  answers.some(({ status, answeredAt }) => status === 'pending' || answeredAt === null)
    ? waiting('answer_open')
    : undefined

/** Four eyes: an approval by the person who uploaded the run clears none of its lines, even on a colleague's check. */
const ownApproval: Question = (_, { answers }) =>
  answers.some(({ review, byUploader }) => review === 'approved' && byUploader)
    ? held('approved_by_uploader')
    : undefined

/** A doubtful answer waits only while somebody can decide its review. Otherwise the line would wait forever. */
const decisionOpen: Question = (_, { answers, policy }) => {
  const undecided = answers.filter(({ result, review }) => result !== 'match' && review !== 'approved')
  if (undecided.some(({ review }) => review === null || !isReviewOpen(review))) return held('decision_open')
  const repeats = answers.some(({ repeated }) => repeated && !policy.decisionMemory)
  return undecided.length > 0 || repeats ? waiting('decision_open') : undefined
}

const clear: Question = ({ adoptedName, version }, { answers }) => {
  if (adoptedName !== null && !fitsVersion(adoptedName, version)) return held('name_letters')
  if (adoptedName !== null) return { gate: 'corrected', reason: 'bank_name_adopted' }
  if (answers.some(({ repeated }) => repeated)) return { gate: 'clear', reason: 'decided_before' }
  const matches = answers.every(({ result }) => result === 'match')
  return { gate: 'clear', reason: matches ? 'match' : 'approved' }
}

const QUESTIONS: readonly Question[] = [
  erased,
  edited,
  uncheckable,
  inDoubt,
  paidTwice,
  newIban,
  tooOld,
  answerOpen,
  ownApproval,
  decisionOpen,
  unchecked,
  clear,
]
