import type { NameComparison } from '@/lib/names/compare'
import type { Blocked, Policy, ReviewState } from '@/lib/reviews/policy'
import type { DecisionAct, Reason } from '@/lib/reviews/reasons'
import type { Tab } from '@/lib/reviews/schema'

export type Person = { id: string; name: string }

/** One line of the queue. Times are ISO 8601 UTC. */
export type QueueItem = {
  id: string
  verificationId: string
  name: string
  matchedName: string | null
  matchResult: 'close_match' | 'no_match' | 'account_not_verifiable' | 'match'
  comparison: NameComparison | null
  differenceTypes: string[]
  state: ReviewState
  createdAt: string
  decidedAt: string | null
  requestedBy: Person
  claimedBy: Person | null
  claimedUntil: string | null
}

export type QueuePage = {
  items: QueueItem[]
  counts: Record<Tab, number>
  decidedToday: number
  nextCursor: string | null
}

export type DecisionView = {
  id: string
  kind: DecisionAct | 'undo' | 'reopen'
  reason: Reason | null
  note: string | null
  by: Person
  at: string
  undone: boolean
}

export type TimelineEvent = {
  at: string
  kind: 'checked' | 'answered' | 'added' | 'claimed' | DecisionView['kind']
  by: Person | null
  reason?: string | null
  note?: string | null
}

export type EarlierCheck = {
  id: string
  name: string
  at: string
  status: string
  matchResult: string | null
  reviewState: ReviewState | null
}

/** Everything the item pane and the decision rail show. `blocked` is why the reader may not decide now. */
export type ReviewItem = QueueItem & {
  iban: string
  bankName: string | null
  bankCode: string | null
  bic: string | null
  reference: string | null
  note: string | null
  purpose: string | null
  statusReason: string | null
  upload: { id: string; fileName: string; row: number | null } | null
  evidenceHash: string
  proposedReason: Reason | null
  policy: Policy
  blocked: Blocked | 'role' | null
  decisions: DecisionView[]
  timeline: TimelineEvent[]
  earlier: EarlierCheck[]
  otherIbans: number
  undoableUntil: string | null
}
