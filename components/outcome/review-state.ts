import type { ReviewState as ChipState } from './review-chip'

const CHIPS: Record<string, ChipState> = {
  todo: 'todo',
  second_approval: 'second_approval',
  escalated: 'escalated',
  approved: 'approved',
  rejected: 'rejected',
}

/** The chip for the state of a review; none for a superseded one, which has a newer result. */
export const reviewChipOf = (state: string | null): ChipState | null => (state && CHIPS[state]) || null
