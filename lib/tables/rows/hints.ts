import { checkIban } from '@/lib/iban/validate'
import { ibanWithin } from '@/lib/tables/iban-within'
import { looksLikeBic, looksLikeName } from '@/lib/tables/looks-like'
import type { ColumnMap, Rec } from '@/lib/tables/table'
import { cellOf } from '@/lib/tables/text/record'

/** More detail about a wrong cell, for its message and its fix. */
export type RowHint =
  | 'iban_placeholder'
  | 'iban_scientific_notation'
  | 'iban_and_bic'
  | 'iban_start'
  | 'columns_swapped'
  | 'total_row'
  // from the format of the file
  | 'formula_empty'
  | 'digits_lost'
  | 'merged'
  | 'other_account'

/** Spreadsheet errors in any language (`#N/A`, `#¡REF!`, `#WERT!`, `####`) and usual markers for an empty value. */
const PLACEHOLDER =
  /^(?:#[\p{L}¡/0 ]{2,24}[!?]?|#+|null|nil|none|n\/?a|n\.a\.|k\.?a\.?|s\/o|tb[cd]|true|false|-+|\?+|0+|x+)$/iu
const SCIENTIFIC = /^[A-Z]{0,2}\d(?:[.,]\d+)?E\+?\d{1,3}$/i

const SUM_WORDS = [
  '(?:grand |sub-?|sous[- ])?total(?:e|en|s)?|(?:eind|sub)?totaal|(?:gesamt|end|zwischen|schluss)?summe',
  'gesamt(?:betrag)?|somme|somma|suma|soma|summa|sum|saldo|solde|razem|celkem|spolu|összesen|yhteensä|i alt',
  'ukupno|σύνολο|общо',
].join('|')
const SAID_OF_SUMS = [
  '[\\s\\d.,:;=€$£()/-]|eur|euro|usd|gbp|chf|pln|gén[ée]ral|generale?|geral|total|brutto|netto|betrag|amount|montant',
  'importe|importo|kwota|à payer|a pagar|da pagare|payable|payments?|paiements?|virements|zahlungen|rows?|lignes?',
].join('|')

/** A word for a sum, alone or with its usual qualifiers: "Total général" is one, "Total France SA" is a company. */
const TOTAL = new RegExp(`^(?:${SUM_WORDS})(?:${SAID_OF_SUMS})*$`, 'iu')

export const isTotal = (cell: string): boolean => TOTAL.test(cell.trim())

/**
 * Recognises common reasons for a wrong row: a placeholder (`#N/A`, `NULL`, `-`), a number that lost digits in a
 * spreadsheet, IBAN and BIC in one cell, the first of several cells with one IBAN, swapped name and IBAN, a line of totals.
 */
export function hintFor(iban: string, name: string): RowHint | undefined {
  const cell = iban.trim()
  if (PLACEHOLDER.test(cell)) return 'iban_placeholder'
  if (SCIENTIFIC.test(cell.replace(/\s/g, ''))) return 'iban_scientific_notation'
  if (looksLikeName(cell) && checkIban(name).ok) return 'columns_swapped'
  if (holdsIbanAndBic(cell)) return 'iban_and_bic'
  if (/^[A-Z]{2}\d{2}$/i.test(cell)) return 'iban_start'
  return isTotal(name) || isTotal(cell) ? 'total_row' : undefined
}

/** Whether a row has no account, and says in any cell that it is a total, or says nothing but an amount. */
export function isTotalRow(record: Rec, { iban, amount, currency }: ColumnMap): boolean {
  // a merged account is that of a row above
  if (iban === null || cellOf(record, iban).trim() !== '' || record.traits?.[iban] === 'merged') return false
  const { cells } = record
  return (
    cells.some(isTotal) ||
    cells.every((cell, column) => column === amount || column === currency || cell.trim() === '')
  )
}

function holdsIbanAndBic(cell: string): boolean {
  const { before = '', after = '' } = ibanWithin(cell) ?? {}
  return looksLikeBic(`${before} ${after}`.replace(/\b(?:BIC|SWIFT|IBAN)\b|[^A-Z0-9]/gi, ''))
}
