import type { ReviewState as ChipState } from '@/components/outcome/review-chip'
import type { ReviewState } from '@/lib/verifications/view'

/** The chip of a review's state; a superseded one has none. */
export const chipOf = (state: Exclude<ReviewState, 'superseded'>): ChipState =>
  state === 'todo' ? 'to_review' : state
