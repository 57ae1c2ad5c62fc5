import type { VerificationView } from '@/lib/verifications/view'

export type BankFact = {
  name: string | null
  bic: string | null
  /** how the provider's own bank details stand; null where it gives none (everything but French IBANs) */
  state: 'pending' | 'completed' | 'unavailable' | 'not_applicable' | null
  /** what of it comes from our own directory, not from the provider */
  ours: 'both' | 'name' | 'bic' | null
}

const STATES = ['pending', 'completed', 'unavailable', 'not_applicable'] as const

/** Name and BIC of the bank: the provider's where it gave them, else those of our own directory; never guessed. */
export function bankOf({ enrichment, bank }: Pick<VerificationView, 'enrichment' | 'bank'>): BankFact {
  const status = enrichment?.bankName?.status ?? enrichment?.status ?? null
  const state = STATES.find((known) => known === status) ?? null
  const given = { name: enrichment?.bankName?.value ?? null, bic: enrichment?.bicCode?.value ?? null }
  // while the provider still looks, our directory does not fill its place: the two may differ
  const own = state === 'pending' ? null : bank
  const name = given.name ?? own?.name ?? null
  const bic = given.bic ?? own?.bic ?? null
  const ours = { name: name !== null && given.name === null, bic: bic !== null && given.bic === null }
  return { name, bic, state, ours: oursOf(ours, { name, bic }) }
}

/** All that is shown, or a part of it. */
function oursOf(
  ours: { name: boolean; bic: boolean },
  shown: { name: string | null; bic: string | null },
): BankFact['ours'] {
  if (ours.name) return ours.bic || shown.bic === null ? 'both' : 'name'
  if (!ours.bic) return null
  return shown.name === null ? 'both' : 'bic'
}
