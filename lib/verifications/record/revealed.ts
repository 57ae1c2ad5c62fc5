import type { VerificationView } from '@/lib/verifications/view'

/** How long a page shows revealed values. */
export const REVEALED_MS = 5 * 60_000
const [SHORTEST, LONGEST] = [3, 500]

/** Is the reason long enough? */
export const isReason = (text: string): boolean => {
  const { length } = text.trim()
  return length >= SHORTEST && length <= LONGEST
}

/** The values that masking hides. */
export type RevealedFields = Pick<VerificationView, 'iban' | 'name' | 'matchedName' | 'note' | 'comparison'>
