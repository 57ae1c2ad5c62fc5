import type { VerificationView } from '@/lib/verifications/view'

/** How long a page shows revealed values. */
export const REVEALED_MS = 5 * 60_000
/** The length of a reason, in characters after trimming. */
export const REVEAL_REASON = { shortest: 3, longest: 500 }

/** Is the reason long enough? */
export const isReason = (text: string): boolean => {
  const { length } = text.trim()
  return length >= REVEAL_REASON.shortest && length <= REVEAL_REASON.longest
}

/** The values that masking hides. */
export type RevealedFields = Pick<VerificationView, 'iban' | 'name' | 'matchedName' | 'note' | 'comparison'>
