import { isPayable } from '@/lib/tables/money/decimal'

/** Why a cell holds no amount to pay. */
export type AmountProblem =
  | 'empty'
  | 'negative'
  | 'positive'
  | 'zero'
  | 'two_readings'
  | 'unreadable'
  | 'currency'
  | 'decimals'
  | 'total'
  | 'no_row'

/** The decimal separator of a column. `both`: both are possible and a person decides; null: no cell has a fraction. */
export type FoundDecimal = '.' | ',' | 'both' | null

/** `amount`: an exact decimal with a point; `currency`: named in the cell, as a code. */
type ReadCell = { amount: string; currency: string | null } | { problem: AmountProblem }

/** The currencies that a person can choose, those of payments in Europe first. */
export const CURRENCIES = [
  ...['EUR', 'BGN', 'CHF', 'CZK', 'DKK', 'GBP', 'GIP', 'HUF', 'ISK', 'NOK', 'PLN', 'RON', 'SEK', 'USD'],
  ...['AED', 'AUD', 'BAM', 'CAD', 'CNY', 'HKD', 'ILS', 'INR', 'JPY', 'KRW', 'MAD', 'MDL', 'MKD', 'MXN'],
  ...['NZD', 'RSD', 'SAR', 'SGD', 'THB', 'TND', 'TRY', 'UAH', 'ZAR'],
]

/** Symbols and words that mean exactly one currency; "$" and "kr" mean several. */
const SIGNS: Record<string, string> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  лв: 'BGN',
  lei: 'RON',
  '₺': 'TRY',
  '¥': 'JPY',
}

/** The currency that a text names by code or symbol; null when it names none, or one of several. */
export function currencyIn(text: string): string | null {
  const word = text.trim().replace(/\.$/, '')
  if (/^[A-Za-z]{3}$/.test(word)) {
    const code = word.toUpperCase()
    if (word === code || CURRENCIES.includes(code)) return code
  }
  return SIGNS[word.toLowerCase()] ?? null
}

/** The currency in a header such as "Amount EUR", "Betrag (€)" or "Montant en euros". */
export function currencyOfHeader(header: string): string | null {
  for (const word of header.split(/[\s()[\]/_.,:;-]+/)) {
    const found = currencyIn(word)
    if (found && (CURRENCIES.includes(found) || SIGNS[word.toLowerCase()])) return found
  }
  return null
}

/** The longest cell that is read as an amount. */
const MAX_AMOUNT = 50
const MAX_DIGITS = 18
const SPACES = /[\u00a0\u2007\u2009\u202f\s]+/g

const DASHES = /[−–—‑‐]/g
/** "12,-" or "12.—" for a sum without cents */
const NO_CENTS = /(?<=\d)([.,])--?(?!\d)/

const numbers = (decimal: '.' | ',', group: '.' | ',') =>
  [
    new RegExp(`^\\d+(?:\\${decimal}\\d{1,5})?$`),
    new RegExp(`^[1-9]\\d{0,2}([\\${group}'’ ])\\d{3}(?:\\1\\d{3})*(?:\\${decimal}\\d{1,5})?$`),
  ] as const
const FORMS = { '.': numbers('.', ','), ',': numbers(',', '.') }

/** The number with this decimal separator as an exact decimal; null when it can't be read so. */
function readWith(number: string, decimal: '.' | ','): string | null {
  if (!FORMS[decimal].some((form) => form.test(number))) return null
  const [whole = '', fraction] = number.split(decimal)
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (digits.length + (fraction?.length ?? 0) > MAX_DIGITS) return null
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

type Parts = { number: string; negative: boolean; currency: string | null }

/** A cell without its currency and its sign; null when it holds anything else. */
function partsOf(cell: string): Parts | null {
  if (cell.length > MAX_AMOUNT) return null
  const text = cell.replace(SPACES, ' ').trim().replace(DASHES, '-').replace(NO_CENTS, '$100')
  const [, before = '', middle = '', after = ''] = /^([^\d.,+\-()]*)(.*?)([^\d.,+\-()]*)$/.exec(text) ?? []
  const words = [before, after].map((word) => word.trim()).filter((word) => word !== '')
  if (words.length > 1) return null
  const [word] = words
  const currency = word === undefined ? null : currencyIn(word)
  if (word !== undefined && currency === null) return null
  const bare = middle.trim()
  const negative = /^[-(]|[-)]$/.test(bare)
  return { number: bare.replace(/^[-(+] ?| ?[-)]$/g, ''), negative, currency }
}

/**
 * Reads an amount to pay. `decimal`: the decimal separator of the column. If it is unknown, a cell with a separator is
 * not read, because it might be another number. `paysNegative`: −12.50 is 12.50 to pay, and 12.50 is nothing to pay.
 */
export function readAmount(cell: string, decimal: '.' | ',' | null, paysNegative = false): ReadCell {
  if (cell.trim() === '') return { problem: 'empty' }
  const parts = partsOf(cell)
  if (!parts) return { problem: 'unreadable' }
  const { number, negative, currency } = parts
  const [point, comma] = [readWith(number, '.'), readWith(number, ',')]
  if (decimal === null && point !== comma) return { problem: 'two_readings' }
  const amount = decimal === ',' ? comma : point
  if (amount === null) return { problem: 'unreadable' }
  if (/^[0.]*$/.test(amount)) return { problem: 'zero' }
  if (negative !== paysNegative) return { problem: negative ? 'negative' : 'positive' }
  return { amount, currency }
}

/** Whether the cell is written like an amount, with either decimal separator. */
export function looksLikeAmount(cell: string): boolean {
  const number = partsOf(cell)?.number
  return number !== undefined && (readWith(number, '.') !== null || readWith(number, ',') !== null)
}

/** The decimal separator of a column, detected from all of its text cells. */
export function decimalSignOf(cells: Iterable<string>): FoundDecimal {
  let point = false
  let comma = false
  let open = false
  for (const cell of cells) {
    const number = cell === '' ? undefined : partsOf(cell)?.number
    if (number === undefined) continue
    const [asPoint, asComma] = [readWith(number, '.'), readWith(number, ',')]
    if (asPoint === asComma) continue
    if (asComma === null) point = true
    else if (asPoint === null) comma = true
    else open = true
  }
  if (point !== comma) return point ? '.' : ','
  return point || open ? 'both' : null
}

/**
 * The amount of a row with its currency: from the cell of the currency, else from the amount's own cell, else the code
 * for all rows. Two cells that name two currencies, or none, make an amount unreadable. No bank pays more decimals than
 * a currency has.
 */
export function paidAmount(
  cells: { amount: string; currency: string },
  decimal: '.' | ',' | null,
  code: string | undefined,
  paysNegative = false,
): { amount: string; currency: string } | { problem: AmountProblem } {
  const read = readAmount(cells.amount, decimal, paysNegative)
  if ('problem' in read) return read
  const said = cells.currency.trim() === '' ? undefined : currencyIn(cells.currency)
  if (said === null || (said && read.currency && said !== read.currency)) return { problem: 'currency' }
  const currency = said ?? read.currency ?? code
  if (currency === undefined) return { problem: 'currency' }
  return isPayable(read.amount, currency) ? { amount: read.amount, currency } : { problem: 'decimals' }
}
