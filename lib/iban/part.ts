import { cleanIban } from '@/lib/iban/clean'

/** A text as a part of an IBAN: 4 or more letters and digits, one of them a digit. Null for anything else. */
export function ibanPart(text: string): string | null {
  const compact = cleanIban(text)
  return /^(?=.*\d)[A-Z0-9]{4,34}$/.test(compact) ? compact : null
}
