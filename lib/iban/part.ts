import { cleanIban } from '@/lib/iban/clean'

/** Parses a text as part of an IBAN: 4 or more letters and digits, at least one digit. Null for anything else. */
export function ibanPart(text: string): string | null {
  const compact = cleanIban(text)
  return /^(?=.*\d)[A-Z0-9]{4,34}$/.test(compact) ? compact : null
}
