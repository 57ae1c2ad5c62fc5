import type { VerificationView } from '@/lib/verifications/view'

export type BankFact = {
  name: string | null
  bic: string | null
  /** state of the provider's bank details; null where it gives none (it does for French IBANs only) */
  state: 'pending' | 'completed' | 'unavailable' | 'not_applicable' | null
  /** what comes from our own directory, not from the provider */
  ours: 'both' | 'name' | 'bic' | null
}

const STATES = ['pending', 'completed', 'unavailable', 'not_applicable'] as const

/** Name and BIC of the bank: the provider's where it gave them, else those of our own directory. */
export function bankOf({ enrichment, bank }: Pick<VerificationView, 'enrichment' | 'bank'>): BankFact {
  const status = enrichment?.bankName?.status ?? enrichment?.status ?? null
  const state = STATES.find((known) => known === status) ?? null
  const given = { name: enrichment?.bankName?.value ?? null, bic: enrichment?.bicCode?.value ?? null }
  // while the provider is still looking them up, our directory isn't used: the two may differ
  const own = state === 'pending' ? null : bank
  const name = given.name ?? own?.name ?? null
  const bic = given.bic ?? own?.bic ?? null
  const ours = { name: name !== null && given.name === null, bic: bic !== null && given.bic === null }
  return { name, bic, state, ours: oursOf(ours, { name, bic }) }
}

/** Which of the shown values come from our directory. */
function oursOf(
  ours: { name: boolean; bic: boolean },
  shown: { name: string | null; bic: string | null },
): BankFact['ours'] {
  if (ours.name) return ours.bic || shown.bic === null ? 'both' : 'name'
  if (!ours.bic) return null
  return shown.name === null ? 'both' : 'bic'
}
