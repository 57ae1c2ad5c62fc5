import { findBank } from '@/lib/iban/banks'

type Field = { value?: string; status: 'completed' | 'unavailable' }

/** The enrichment object of section 2.3. */
export type EnrichmentResource = { status: 'completed'; bic_code: Field; bank_name: Field }

const field = (value: string | null | undefined): Field =>
  value ? { value, status: 'completed' } : { status: 'unavailable' }

/**
 * BIC and name of the bank of a French IBAN; undefined for any other country (section 1.6). A bank code that isn't in
 * the directory, or has no BIC there, gives `unavailable` without a value.
 */
export async function enrichmentOf(iban: string): Promise<EnrichmentResource | undefined> {
  if (!iban.startsWith('FR')) return undefined
  const bank = await findBank(iban)
  return { status: 'completed', bic_code: field(bank?.bic), bank_name: field(bank?.name) }
}
