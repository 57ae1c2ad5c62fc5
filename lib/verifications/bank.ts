import type { Enrichment, EnrichmentStatus } from '@/lib/verifications/answer'
import type { VerificationView } from '@/lib/verifications/view'

export type BankFact = {
  name: string | null
  bic: string | null
  /** state of the provider's bank details; null where it gives none (it does for French IBANs only, and within a day) */
  state: EnrichmentStatus | null
  /** what comes from our own directory, not from the provider */
  ours: 'both' | 'name' | 'bic' | null
}

/** For how many hours after an answer its pending bank details are requested again. */
export const BANK_AWAITED_HOURS = 24

/**
 * Name and BIC of the bank: the provider's where it gave them, else those of our own directory. While the provider is
 * still looking one up, our directory isn't used for it: the two may differ.
 */
export function bankOf(
  { enrichment, bank, answeredAt }: Pick<VerificationView, 'enrichment' | 'bank' | 'answeredAt'>,
  now: number,
): BankFact {
  const awaited = answeredAt === null || now - Date.parse(answeredAt) < BANK_AWAITED_HOURS * 3_600_000
  const stateOf = (value: Enrichment['bankName'] | undefined): BankFact['state'] => {
    const state = value?.status ?? enrichment?.status ?? null
    return state === 'pending' && !awaited ? null : state
  }
  const given = { name: enrichment?.bankName?.value ?? null, bic: enrichment?.bicCode?.value ?? null }
  const state = stateOf(enrichment?.bankName)
  const ownName = state === 'pending' ? null : bank?.name
  const ownBic = stateOf(enrichment?.bicCode) === 'pending' ? null : bank?.bic
  const name = given.name ?? ownName ?? null
  const bic = given.bic ?? ownBic ?? null
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
