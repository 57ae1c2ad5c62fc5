import Papa from 'papaparse'
import { ibanWithin, isIbanAlone } from '@/lib/tables/iban-within'
import { isBlank } from '@/lib/tables/table'
import { guessDelimiter } from '@/lib/tables/text/delimiter'
import { cellsOf, scan } from '@/lib/tables/text/scan'

/**
 * Converts rows pasted from a spreadsheet, an email or a PDF to a tab-separated file in UTF-8. Cells are split as those
 * of a file; where that isolates no IBAN, at the IBAN at the start or end of the line. Empty when nothing was pasted.
 */
export function pastedFile(text: string): Uint8Array {
  const lines = text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
  const data = cellsIn(lines)
  if (data.every(({ length }) => length === 1) && QUOTED_LINES.test(lines)) return pastedFile(data.join('\n'))
  const isTable = data.some((cells) => cells.some(isIbanAlone))
  const cut = isTable
    ? []
    : lines
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(splitAtIban)
  const rows = cut.some((cells) => cells.length > 1) ? cut : data
  return new TextEncoder().encode(Papa.unparse(rows, { delimiter: '\t', newline: '\r\n' }))
}

/** The cells of every line that is not blank. Without a closing quote, quotes are ordinary characters. */
function cellsIn(lines: string): string[][] {
  const delimiter = guessDelimiter(lines)
  const quoted = scan(lines, delimiter, true)
  const quotes = quoted.brokenQuote === null
  const { starts, ends } = quotes ? quoted : scan(lines, delimiter, false)
  return starts
    .map((start, i) => cellsOf(lines, start, ends[i] ?? start, delimiter, quotes))
    .filter((cells) => !isBlank(cells))
}

/** Every line is one quoted cell, as spreadsheets save a list that was pasted into one column. */
const QUOTED_LINES = /^(?:"[^\n]*" *(?:\n|$))+$/

/** List markers and numbers before a name, and "IBAN:" after it. */
const AROUND = /^(?:[-–—•*·]|\d{1,4}[.)])\s+|[\s,;:(–—-]*(?:\bIBAN\b[\s:.]*)?$/gi
const nameIn = (text: string) => text.replace(AROUND, '')

const LAST = /^(.*?\S)[\s:,;-]+([A-Z]{2}\d{2}(?:[ .-]?[A-Z0-9]{2,4}){3,8})$/i
const FIRST = /^([A-Z]{2}\d{2}(?: ?\d[A-Z0-9]{1,3}){2,8}(?: ?\d{1,4})?)[\s:,;-]+(.*\S)$/i

/** The maximum length of a line with one name and one IBAN. */
const MAX_LINE = 500

/** `Jean Dupont FR76 3000 …` → name and IBAN, and the rest. */
function splitAtIban(line: string): string[] {
  if (line.length > MAX_LINE) return [line]
  const within = ibanWithin(line.trim())
  if (within) {
    const [before, after] = [nameIn(within.before), nameIn(within.after)]
    return before === '' ? [after, within.iban] : [before, within.iban, ...(after === '' ? [] : [after])]
  }
  const [, name, iban] = LAST.exec(line.trim()) ?? []
  if (name !== undefined && iban !== undefined) return [nameIn(name), iban]
  const [, first, rest] = FIRST.exec(line.trim()) ?? []
  return first !== undefined && rest !== undefined ? [rest, first] : [line]
}
