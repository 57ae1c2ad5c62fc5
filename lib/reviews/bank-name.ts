import { readName } from '@/lib/names/read'

/**
 * The bank's name as it may replace the submitted one in exports and payments; null when it isn't a name, or has a
 * character that couldn't be read (U+FFFD): the bank has another one there.
 */
export function usableBankName(matchedName: string | null): string | null {
  const bank = readName(matchedName ?? '')
  return bank.ok && !bank.name.includes('\ufffd') ? bank.name : null
}
