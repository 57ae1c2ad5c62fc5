import { withCheckDigits } from './checksum'
import { nationalCheckFits } from './national'
import { checkIban } from './validate'

/** Countries whose account numbers are still written in domestic form and have check digits of their own. */
const COMPLETED = ['ES', 'FR', 'PT']

/**
 * Converts a domestic account number into an IBAN: a Polish NRB (the IBAN without PL), a Spanish CCC, a French
 * RIB, a Portuguese NIB. The number must be cleaned. Null unless its own check digits are correct for exactly one
 * country.
 */
export function fromDomestic(number: string): string | null {
  if (!/^\d{20,26}$/.test(number)) return null
  const all = [`PL${number}`, ...COMPLETED.map((country) => withCheckDigits(country, number))]
  const valid = all.filter((iban) => checkIban(iban).ok && nationalCheckFits(iban))
  return valid.length === 1 ? (valid[0] as string) : null
}
