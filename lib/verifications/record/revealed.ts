import type { VerificationView } from '@/lib/verifications/view'

/** How long a page shows revealed values. */
export const REVEALED_MS = 5 * 60_000

/** The values that masking hides. */
export type RevealedFields = Pick<
  VerificationView,
  'iban' | 'name' | 'matchedName' | 'statusReason' | 'unrecognised' | 'note' | 'comparison'
>
