import type { EnvironmentName } from '@/lib/http/paths'
import type { NameComparison } from '@/lib/names/compare'
import type { PersonView } from '@/lib/platform/person'
import type { CallBack } from '@/lib/reviews/call'
import type {
  BlockReason,
  CheckSource,
  Involvement,
  Policy,
  ReviewResult,
  StoredReviewState,
} from '@/lib/reviews/policy'
import type { Reason } from '@/lib/reviews/reasons'
import type { Tab } from '@/lib/reviews/tabs'

/** Counts of the queue stop at this number plus one. */
export const COUNT_CAP = 10_000

/** One item of the queue. Times are ISO 8601 in UTC. */
export type QueueItem = {
  id: string
  verificationId: string
  environment: EnvironmentName
  source: CheckSource
  /** a rule moved it to the top */
  priority: boolean
  name: string
  matchedName: string | null
  matchResult: ReviewResult | 'match'
  comparison: NameComparison | null
  differenceTypes: string[]
  /** identifies what was on screen when it is decided */
  evidenceHash: string
  state: StoredReviewState
  createdAt: string
  decidedAt: string | null
  requestedBy: PersonView
  claimedBy: PersonView | null
  claimedUntil: string | null
}

export type QueuePage = {
  items: QueueItem[]
  counts: Record<Tab, number>
  /** how many items of this tab match the filters */
  total: number
  decidedToday: number
  nextCursor: string | null
}

/** The ages in days that the queue's filter offers. */
export const AGES = ['1', '3', '7'] as const

/**
 * How many items each filter choice would show, without zeros. `capped`: only the first COUNT_CAP items were counted.
 */
export type QueueChoices = {
  results: Record<string, number>
  differences: Record<string, number>
  sources: Record<string, number>
  ages: Record<string, number>
  capped: boolean
}

export const DECISION_KINDS = ['approve', 'reject', 'escalate', 'undo', 'reopen'] as const

export type DecisionView = {
  id: string
  kind: (typeof DECISION_KINDS)[number]
  reason: Reason | null
  note: string | null
  /** the call that supports the decision */
  callBack: CallBack | null
  /** the name to use instead of the submitted one */
  correctedName: string | null
  /** null: a rule decided */
  by: PersonView | null
  rule: string | null
  at: string
  undone: boolean
}

/** The decisions in force, oldest first: neither undone, nor an undo or a reopening itself. */
export const standingDecisions = (decisions: readonly DecisionView[]): DecisionView[] =>
  decisions.filter(({ undone, kind }) => !undone && kind !== 'undo' && kind !== 'reopen')

/** The beginning of a review, what happened to it, and decisions. */
export const TIMELINE_KINDS = [
  'checked',
  'answered',
  'added',
  'claimed',
  'taken_over',
  'note',
  'document',
  ...DECISION_KINDS,
] as const

export type TimelineEvent = {
  at: string
  kind: (typeof TIMELINE_KINDS)[number]
  by: PersonView | null
  /** the name of the rule that queued or decided it */
  rule?: string | null
  reason?: string | null
  note?: string | null
  callBack?: CallBack | null
  correctedName?: string | null
}

/** What people decided before on the same IBAN, submitted name and bank's name. */
export type Memory = {
  id: string
  kind: 'approve' | 'reject'
  reason: Reason
  note: string | null
  correctedName: string | null
  at: string
  by: PersonView
}

/** ID and name are missing when the reader may not open the check. */
export type EarlierCheck = {
  id: string | null
  name: string | null
  at: string
  status: string
  matchResult: string | null
  reviewState: StoredReviewState | null
}

/** Everything the item pane and the decision panel show. `blocked`: why the reader may not decide now. */
export type ReviewItem = QueueItem & {
  iban: string
  bankName: string | null
  bankCode: string | null
  bic: string | null
  reference: string | null
  note: string | null
  purpose: string | null
  statusReason: string | null
  /** `payments`: it has a payment run */
  upload: { id: string; fileName: string; row: number | null; payments: boolean } | null
  proposedReason: Reason | null
  policy: Policy
  /** an approval requires its reason: A, then a number */
  askReason: boolean
  blocked: BlockReason | 'role' | 'decides_later' | null
  /** why the reader may not reopen it once it is decided */
  reopenBlocked: Involvement | 'role' | 'decides_later' | 'purged' | null
  decisions: DecisionView[]
  timeline: TimelineEvent[]
  earlier: EarlierCheck[]
  memory: Memory | null
  signals: SignalCounts
  documents: DocumentView[]
  undoableUntil: string | null
}

/** Signs of payment redirection, among the checks that the reader may see. */
export const SIGNAL_KINDS = ['otherIbans', 'otherNames', 'otherIbansOfReference'] as const
export type SignalKind = (typeof SIGNAL_KINDS)[number]
export type SignalCounts = Record<SignalKind, number>

/** Another check with the same name, IBAN or reference. */
export type SignalCheck = {
  id: string
  name: string
  iban: string
  reference: string | null
  at: string
  status: string
  matchResult: string | null
  reviewState: StoredReviewState | null
}
export type Signals = Record<SignalKind, SignalCheck[]>

export type DocumentView = {
  id: string
  fileName: string
  mediaType: string
  bytes: number
  by: PersonView
  at: string
}
