import { checkIban } from '@/lib/iban/validate'
import { ibanWithin } from '@/lib/tables/iban-within'
import { looksLikeBic, looksLikeIban, looksLikeName } from '@/lib/tables/looks-like'
import { type ColumnMap, isRule, type ParsedTable, type Rec } from '@/lib/tables/table'
import { cellOf } from '@/lib/tables/text/record'
import { wholeReadings } from '@/lib/tables/words'

/**
 * What a record is that is no row of a list: a total, a line of dashes, a heading over some rows or that of the list
 * again, as on each printed page, or the header of another list below.
 */
export const NO_ROWS = ['total_row', 'rule_row', 'heading_row', 'other_list'] as const
export type NoRow = (typeof NO_ROWS)[number]

/** More detail about a wrong cell, for its message and its fix. */
export type RowHint =
  | 'iban_placeholder'
  | 'iban_scientific_notation'
  | 'iban_and_bic'
  | 'iban_start'
  | 'columns_swapped'
  | NoRow
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
  '(?:(?:grand|net|control|hash) |sub-?|sous[- ]|hoved|del)?total(?:e|en|s|t)?|(?:eind|sub)?totaal',
  '(?:gesamt|end|zwischen|schluss|prüf)?summe|(?:gesamt|teil)ergebnis|(?:number of|nombre de)(?= \\p{L})',
  'gesamt(?:betrag)?|somme|somma|suma|soma|summa|sum|saldo|solde|razem|celkem|spolu|összesen|yhteensä|i alt',
  '(?:kokonais|loppu|total|del|kop)summa|(?:bendra |iš )?viso|bendra suma|kokku|üldkokkuvõte|kopā|totalsum',
  'celkový sou[cč]et|celkový súčet|suma (?:końcowa|całkowita)|ogółem|łącznie|végösszeg|skupna vsota|skupaj',
  '(?:sve)?ukupno|ukupni zbroj|(?:γενικό )?άθροισμα|общ сбор|σύνολο|общо|anzahl',
  '\\(?\\d+ (?:rows?|records?)(?: affected| selected)?',
  // amounts that a page takes over from the one before
  'übertrag|[àa] reporter|riporto|a riportare|suma (?:y )?sigue|a transportar|(?:z|do) przeniesieni[ae]',
  '(?:carried|brought) forward|átvitel',
].join('|')
const SAID_OF_SUMS = [
  '[\\s\\d.,:;=€$£()/-]|eur|euro|usd|gbp|chf|pln|gén[ée]ral|generale?|geral|total|brutto|netto|betrag|amount|montant',
  'complessivo|net|due',
  'importe|importo|kwota|à payer|a pagar|da pagare|payable|payments?|paiements?|virements|zahlungen|rows?|lignes?',
].join('|')

/** A word for a sum, alone or with its usual qualifiers: "Total général" is one, "Total France SA" is a company. */
const TOTAL = new RegExp(`^(?:${SUM_WORDS})(?:${SAID_OF_SUMS})*$`, 'iu')

/** Whether a cell says that its row is a total. */
export const isTotal = (cell: string): boolean => TOTAL.test(cell.trim())

/** A text that begins as a sum does: "Totale distinta" or "* 100001" in SAP, but also "Total France SA". */
const TOTAL_OF = new RegExp(`^(?:\\*+\\s|[\\s*]*(?:${SUM_WORDS})(?!\\p{L}))`, 'iu')

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

/**
 * Whether a row has no account, and says in any cell that it is a total, or says nothing but an amount. Without a name
 * either, a text that begins as a total does is one.
 */
export function isTotalRow(record: Rec, { iban, name, instead, amount, currency }: ColumnMap): boolean {
  // a merged account is that of a row above
  if (iban === null || cellOf(record, iban).trim() !== '' || record.traits?.[iban] === 'merged') return false
  const { cells } = record
  const named = [...name, ...instead].some((column) => /\p{L}/u.test(cells[column] ?? ''))
  return (
    cells.some((cell) => isTotal(cell) || (!named && TOTAL_OF.test(cell.trim()))) ||
    // SAP marks the levels of its totals with asterisks
    cells.every((cell, column) => column === amount || column === currency || /^[\s*]*$/.test(cell))
  )
}

/** The texts of a header and of the lines above it, without numbers: that of a page changes. */
export type Headings = ReadonlySet<string>
const NO_HEADINGS: Headings = new Set()

/** The headings of a table; none for a table without a header. */
export const headingsOf = ({ above = [] }: Pick<ParsedTable, 'above'>): Headings =>
  new Set(above.map(({ cells }) => headingText(cells)).filter((text) => /\p{L}{2}/u.test(text)))

const headingText = (cells: string[]): string =>
  cells
    .join(' ')
    .replace(/[\d\s]+/g, ' ')
    .trim()

/** Whether the cells are one of the headings again, but for its numbers. */
export const isHeading = (cells: string[], headings: Headings): boolean => headings.has(headingText(cells))

/** What the record is when it is no row of the list, although it is read as one; undefined for a row. */
export function noRowOf(record: Rec, map: ColumnMap, headings: Headings = NO_HEADINGS): NoRow | undefined {
  if (map.iban !== null && looksLikeIban(cellOf(record, map.iban))) return undefined
  if (isTotalRow(record, map)) return 'total_row'
  const { cells } = record
  if (isRule(cells)) return 'rule_row'
  if (isCaption(record, map)) return 'heading_row'
  if (headings.size === 0) return undefined
  if (isHeading(cells, headings)) return cells.some(looksLikeIban) ? undefined : 'heading_row'
  return isHeader(cells) ? 'other_list' : undefined
}

/** Whether the record has nothing but a text beside the names, such as "Kreditoren Inland" over their rows. */
function isCaption({ cells, traits }: Rec, { iban, name, instead, amount, currency }: ColumnMap): boolean {
  // a merged account is that of a row above
  if (iban === null || traits?.[iban] === 'merged') return false
  const filled = cells.flatMap((cell, column) => (cell.trim() === '' ? [] : column))
  const [only] = filled
  if (only === undefined || filled.length > 1) return false
  const isOfRow = [iban, ...name, ...instead, amount, currency].includes(only)
  const text = cells[only]?.trim() ?? ''
  // "Kostenstelle 100", but not the number "K100" of a payee who has nothing else
  return !isOfRow && looksLikeName(text) && (/\s/.test(text) || !/\d/.test(text))
}

/** Whether the cells name an account and a name, and hold no value. */
function isHeader(cells: string[]): boolean {
  const titles = cells.filter((cell) => cell.trim() !== '')
  if (titles.length < 2 || titles.some((cell) => cell.length > MAX_TITLE || /\d{2}/.test(cell))) return false
  const meanings = titles.map((title) => wholeReadings(title)[0])
  const says = (...all: string[]) =>
    meanings.some((reading) => all.some((each) => reading?.meaning.startsWith(each)))
  return says('iban', 'payee_account', 'account') && says('name_', 'first_name', 'last_name')
}
const MAX_TITLE = 60

function holdsIbanAndBic(cell: string): boolean {
  const { before = '', after = '' } = ibanWithin(cell) ?? {}
  return looksLikeBic(`${before} ${after}`.replace(/\b(?:BIC|SWIFT|IBAN)\b|[^A-Z0-9]/gi, ''))
}
