import { DAY_MS } from '@/lib/platform/days/period'
import type { CellTrait } from '@/lib/tables/table'
import type { NumberFormat } from './parts'

/** Digits that a spreadsheet keeps of a number (IEEE 754: of 2^53's sixteen digits the last is already rounded). */
const KEPT_DIGITS = 15

/** `number`: the text is that of a number, with a decimal point. */
export type CellText = { text: string; trait?: CellTrait; number?: true }

/** A number as its cell shows it; integers with more than fifteen digits have lost some. */
export function numberText(stored: string, format: NumberFormat, days1904: boolean): CellText {
  const value = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(value)) return { text: stored.trim() }
  if (format === 'date') return { text: dateText(value, days1904) }
  if (Math.abs(value) >= 10 ** KEPT_DIGITS) {
    const shown = value.toExponential().toUpperCase()
    return { text: shown, trait: 'digits_lost', number: true }
  }
  if (Number.isInteger(value)) {
    const digits = String(Math.abs(value)).padStart(typeof format === 'number' ? format : 0, '0')
    return { text: value < 0 ? `-${digits}` : digits, number: true }
  }
  return { text: String(Number(value.toPrecision(KEPT_DIGITS))), number: true }
}

/**
 * Days since 1899-12-31 (since 1904-01-01 in some workbooks) as an ISO date, with the time where there is one. Day 60
 * is shown as 29 February 1900, which never was, so the days after it are one less.
 */
function dateText(days: number, days1904: boolean): string {
  const start = days1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const at = new Date(start + Math.round(days * DAY_MS))
  if (Number.isNaN(at.getTime())) return String(days)
  const leap = !days1904 && Math.floor(days) === 60
  const text = leap ? at.toISOString().replace('02-28', '02-29') : at.toISOString()
  if (days < 1 && days >= 0) return text.slice(11, 19)
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

/** The last cell of any sheet is XFD1048576. */
export const LAST_ROW = 1_048_576
export const LAST_COLUMN = 16_383

export type Place = { column: number; row: number }

/** `B7` → column 1, row 7; null when it isn't an address. */
export function placeOf(address: string): Place | null {
  let column = 0
  let i = 0
  for (; i < address.length; i++) {
    const code = address.charCodeAt(i) & ~32
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  const row = Number(address.slice(i))
  return column > 0 && Number.isInteger(row) && row > 0 ? { column: column - 1, row } : null
}

/** Column 1, row 7 → `B7`. */
export function cellAddress(column: number, row: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters + row
}
