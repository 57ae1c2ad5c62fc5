import type { VerificationView } from '@/lib/verifications/view'

/** How long a page shows what was revealed. */
export const REVEALED_MS = 5 * 60_000
const [SHORTEST, LONGEST] = [3, 500]

/** A reason that says something. */
export const isReason = (text: string): boolean => {
  const { length } = text.trim()
  return length >= SHORTEST && length <= LONGEST
}

/** What masking keeps from a reader. */
export type Revealed = Pick<VerificationView, 'iban' | 'name' | 'matchedName' | 'note' | 'comparison'>
