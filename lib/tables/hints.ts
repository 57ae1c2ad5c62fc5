import { cleanIban } from '@/lib/iban/clean'
import { checkIban } from '@/lib/iban/validate'
import { looksLikeBic, looksLikeName } from './looks'

/** More about a cell that is wrong, for the words and the repair that are shown. */
export type RowHint =
  | 'iban_placeholder'
  | 'iban_scientific_notation'
  | 'iban_and_bic'
  | 'columns_swapped'
  | 'total_row'
  // what the format of the file says of the cell
  | 'formula_empty'
  | 'digits_lost'
  | 'merged'
  | 'other_account'

const PLACEHOLDER =
  /^(?:#n\/?[av]!?|#(?:ref|value|name|null|num|div\/0)!?\??|#(?:nv|wert|bezug)!?|null|nil|none|n\/?a|n\.a\.|-+|\?+|0+|x+)$/i
const SCIENTIFIC = /^[A-Z]{0,2}\d(?:[.,]\d+)?E\+?\d{1,3}$/i
const TOTAL = /^(?:grand )?(?:sub)?(?:total|totaal|totale|summe|somme|suma|soma|gesamt)\b/i

/**
 * Recognises usual reasons for a wrong row: a placeholder (`#N/A`, `NULL`, `-`), a number that lost its digits in a
 * spreadsheet, IBAN and BIC in one cell, name and IBAN in each other's column, a line of totals.
 */
export function hintFor(iban: string, name: string): RowHint | undefined {
  const cell = iban.trim()
  if (PLACEHOLDER.test(cell)) return 'iban_placeholder'
  if (SCIENTIFIC.test(cell.replace(/\s/g, ''))) return 'iban_scientific_notation'
  if (looksLikeName(cell) && checkIban(name).ok) return 'columns_swapped'
  if (holdsIbanAndBic(cell)) return 'iban_and_bic'
  return TOTAL.test(name.trim()) || TOTAL.test(cell) ? 'total_row' : undefined
}

function holdsIbanAndBic(cell: string): boolean {
  const [bic, ...rest] = cell.split(/[\s/;,|]+/).reverse()
  return (
    bic !== undefined &&
    rest.length > 0 &&
    looksLikeBic(bic) &&
    checkIban(cleanIban(rest.reverse().join(''))).ok
  )
}

/** Signs of UTF-8 that was read as windows-1252: `MÃ¼ller`, `FranÃ§ois`, or the replacement sign. */
const GARBLED = /[ÃÂÅÄ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ]|â€|\uFFFD/

/** True for a text that was decoded with the wrong encoding somewhere on its way. */
export function soundsGarbled(text: string): boolean {
  return GARBLED.test(text)
}
