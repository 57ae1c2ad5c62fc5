/** one reviewer · two reviewers · two to approve and one to reject */
export const POLICIES = ['one', 'two', 'two_to_approve'] as const

export type Policy = (typeof POLICIES)[number]
export const DEFAULT_POLICY: Policy = 'two_to_approve'
/** How long people can undo a decision of their own. */
export const UNDO_MS = 5 * 60_000
/** How long a claim lasts. */
export const CLAIM_MS = 10 * 60_000

/** The states in which a review awaits a decision. */
export const OPEN_REVIEW_STATES = ['todo', 'second_approval', 'escalated'] as const
export const STORED_REVIEW_STATES = [...OPEN_REVIEW_STATES, 'approved', 'rejected', 'superseded'] as const
export type StoredReviewState = (typeof STORED_REVIEW_STATES)[number]
/** A decision that was not undone. `decidedById` is null for a rule's decision. */
export type StandingDecision = { kind: 'approve' | 'reject' | 'escalate'; decidedById: string | null }

/**
 * The state of a review after its active decisions, oldest first. Under the policy "two", two that disagree need a
 * third person: escalated.
 */
export function stateAfter(
  decisions: readonly StandingDecision[],
  policy: Policy,
): Exclude<StoredReviewState, 'superseded'> {
  let state: Exclude<StoredReviewState, 'superseded'> = 'todo'
  let first: StandingDecision | null = null
  for (const decision of decisions) {
    if (decision.kind === 'escalate') {
      state = 'escalated'
      first = null
    } else if (decidesAlone(decision, policy)) {
      state = closedState(decision.kind)
      first = null
    } else if (first) {
      state = first.kind === decision.kind ? closedState(decision.kind) : 'escalated'
      first = null
    } else {
      state = 'second_approval'
      first = decision
    }
  }
  return state
}

const closedState = (kind: 'approve' | 'reject') =>
  kind === 'approve' ? ('approved' as const) : ('rejected' as const)
const decidesAlone = ({ kind, decidedById }: StandingDecision, policy: Policy) =>
  decidedById === null || policy === 'one' || (policy === 'two_to_approve' && kind === 'reject')

/** Whether a review still waits for a decision. */
export const isReviewOpen = (state: StoredReviewState): boolean =>
  (OPEN_REVIEW_STATES as readonly StoredReviewState[]).includes(state)

/** The people who neither decide nor reopen a review. */
export type Involved = {
  /** who ran the check, or one that it repeats */
  requesterIds: readonly string[]
  /** who loaded the bank's report with this answer, or joined it to its run */
  loadedByIds: readonly string[]
}
export type Involvement = 'four_eyes_requester' | 'four_eyes_loader'
export type BlockReason = 'already_decided' | Involvement | 'four_eyes_first' | 'claimed_by_other'

/** Why four eyes keep this person out of a review, or null. A trigger enforces the same. */
export function involvementOf({ requesterIds, loadedByIds }: Involved, personId: string): Involvement | null {
  if (requesterIds.includes(personId)) return 'four_eyes_requester'
  return loadedByIds.includes(personId) ? 'four_eyes_loader' : null
}

type Claim = { claimedById: string | null; claimedUntil: Date | null }

/** The person who has claimed a review, or null when nobody has or the claim has expired. */
export const claimHolder = ({ claimedById, claimedUntil }: Claim, now: Date): string | null =>
  claimedUntil && claimedUntil > now ? claimedById : null

/** Why this person may not decide this review now, or null. Both the disabled button and the Refusal use it. */
export function blockReasonOf(
  review: Involved & Claim & { state: StoredReviewState; decisions: readonly StandingDecision[] },
  personId: string,
  now: Date,
): BlockReason | null {
  if (!isReviewOpen(review.state)) return 'already_decided'
  const involvement = involvementOf(review, personId)
  if (involvement) return involvement
  if (review.decisions.some((decision) => decision.decidedById === personId)) return 'four_eyes_first'
  const holder = claimHolder(review, now)
  return holder !== null && holder !== personId ? 'claimed_by_other' : null
}

/** How a check was submitted: form, file or API; `bank_report`: the payer's bank answered it in a report. */
export const SOURCES = ['single', 'bulk', 'api', 'bank_report'] as const
export type CheckSource = (typeof SOURCES)[number]

/** The results that need a decision; a match doesn't. */
export const REVIEW_RESULTS = ['close_match', 'no_match', 'account_not_verifiable'] as const
export type ReviewResult = (typeof REVIEW_RESULTS)[number]
