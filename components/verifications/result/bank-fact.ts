import type { VerificationView } from '@/lib/verifications/view'

export type BankFact = {
  name: string | null
  bic: string | null
  /** how the provider's own bank details stand; null where it gives none (everything but French IBANs) */
  state: 'pending' | 'completed' | 'unavailable' | 'not_applicable' | null
}

const STATES = ['pending', 'completed', 'unavailable', 'not_applicable'] as const

/** Name and BIC of the bank: the provider's where it gave them, else those of our own directory; never guessed. */
export function bankOf({ enrichment, bank }: Pick<VerificationView, 'enrichment' | 'bank'>): BankFact {
  const status = enrichment?.bankName?.status ?? enrichment?.status ?? null
  const state = STATES.find((known) => known === status) ?? null
  const own = enrichment?.bankName?.value ?? null
  return {
    // while the provider still looks, our directory does not fill its place: the two may differ
    name: own ?? (state === 'pending' ? null : (bank?.name ?? null)),
    bic: enrichment?.bicCode?.value ?? (state === 'pending' ? null : (bank?.bic ?? null)),
    state,
  }
}
