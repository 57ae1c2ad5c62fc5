import type { VerificationView } from '@/lib/verifications/view'

/** True while the provider may still add something that can be read again: the answer, or the bank's name and BIC. */
export function mayChange({ outcome, enrichment }: VerificationView): boolean {
  return (
    outcome === 'waiting' ||
    [enrichment?.status, enrichment?.bicCode?.status, enrichment?.bankName?.status].includes('pending')
  )
}
