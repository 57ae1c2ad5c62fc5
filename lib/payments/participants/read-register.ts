import { bankOfBic } from '@/lib/iban/bic'
import { isDay } from '@/lib/platform/days/period'
import { looksLikeBic } from '@/lib/tables/looks-like'
import { readFile } from '@/lib/tables/read/read-file'
import type { ParsedTable } from '@/lib/tables/table'

/** About twenty times as many banks as the scheme's register has today. */
const MAX_PARTICIPANTS = 25_000
export const MAX_REGISTER_BYTES = 8 * 1024 * 1024

type RegisterBank = { bic: string; name: string; country: string }
/** `left`: rows of banks that have left or have not joined yet. `skipped`: rows without a BIC. */
export type ParticipantList = { banks: RegisterBank[]; left: number; skipped: number }
export type RegisterProblem = {
  problem: 'register_unreadable' | 'register_no_bic' | 'register_empty' | 'register_too_long'
}

/** A column holds BICs if at least this share of its filled cells are BICs. */
const MIN_BIC_SHARE = 0.6
const SAMPLE = 500

type Rows = { headings: string[]; rows: string[][] }

/**
 * Reads the scheme's public register of participants. The column of BICs is found by its content, and the others by
 * content and heading, in any order. Banks that have left or not joined yet are left out and counted. Branches count as
 * their head office. Never throws for the content of a file.
 * @param today today in `TIME_ZONE`, as `2026-03-31`: decides which banks have left or joined
 */
export function readParticipants(bytes: Uint8Array, today: string): ParticipantList | RegisterProblem {
  const read = readFile(bytes)
  if ('problem' in read)
    return { problem: read.problem === 'file_empty' ? 'register_empty' : 'register_unreadable' }
  const table = rowsOf(read)
  const bic = bicColumn(table)
  if (bic === null) return { problem: table.rows.length === 0 ? 'register_empty' : 'register_no_bic' }
  const name = nameColumn(table, bic)
  const dates = datesOf(table)
  const banks = new Map<string, RegisterBank>()
  const counted = { left: 0, skipped: 0 }
  for (const cells of table.rows) {
    const code = cellOf(cells, bic).toUpperCase()
    if (!looksLikeBic(code)) counted.skipped++
    else if (!takesPart(cells, dates, today)) counted.left++
    else {
      const short = bankOfBic(code)
      const known = banks.get(short)
      // the name of the head office replaces that of a branch
      if (!known || code.endsWith('XXX'))
        banks.set(short, {
          bic: short,
          country: short.slice(4, 6),
          name: cellOf(cells, name).slice(0, 140) || short,
        })
    }
  }
  if (banks.size > MAX_PARTICIPANTS) return { problem: 'register_too_long' }
  return { banks: [...banks.values()], ...counted }
}

const cellOf = (cells: readonly string[], column: number | null): string =>
  (column === null ? '' : (cells[column] ?? '')).trim()

/** Finds the headings if `readFile` didn't: it looks for IBANs, so it may take the headings of a register for a row. */
function rowsOf({ headerRow, headers, records }: ParsedTable): Rows {
  const rows = records.map(({ cells }) => cells)
  if (headerRow !== null) return { headings: headers, rows }
  const [first = [], ...rest] = rows
  const bic = bicColumn({ headings: first, rows })
  return looksLikeBic(cellOf(first, bic).toUpperCase())
    ? { headings: first.map(() => ''), rows }
    : { headings: first, rows: rest }
}

const sampleOf = ({ rows }: Rows): string[][] => rows.slice(0, SAMPLE)

/** The column with the most BICs. */
function bicColumn(table: Rows): number | null {
  const sample = sampleOf(table)
  const columns = table.headings.map((_, column) => {
    const filled = sample.map((cells) => cellOf(cells, column)).filter((cell) => cell !== '')
    const bics = filled.filter((cell) => looksLikeBic(cell.toUpperCase())).length
    return { column, bics, share: filled.length === 0 ? 0 : bics / filled.length }
  })
  const [best] = columns.filter(({ share }) => share >= MIN_BIC_SHARE).sort((a, b) => b.bics - a.bics)
  return best?.column ?? null
}

const NAMED = /\b(?:name|participant|institution|bank|psp)\b/i
const NO_NAME = /\b(?:id|code|bic|lei|country|date|city|address|street|website|url|e-?mail|status|scheme)\b/i

/** The column whose heading is most like that of a name, and of equal ones the one with the most distinct texts. */
function nameColumn(table: Rows, bic: number): number | null {
  const sample = sampleOf(table)
  const columns = table.headings.map((header, column) => {
    const texts = sample.map((cells) => cellOf(cells, column)).filter((cell) => /\p{L}{2}/u.test(cell))
    const heading = NO_NAME.test(header) ? 0 : NAMED.test(header) ? 2 : 1
    return { column, heading, distinct: new Set(texts).size }
  })
  const [best] = columns
    .filter(({ column, distinct }) => column !== bic && distinct > 0)
    .sort((a, b) => b.heading - a.heading || b.distinct - a.distinct)
  return best?.column ?? null
}

const LEAVES = /\b(?:leav\w*|withdraw\w*|terminat\w*|exit|end)\b/i
const JOINS = /\b(?:readiness|operational|start|join\w*|effective)\b/i

type Dates = { until: number | null; from: number | null; isMonthFirst: boolean }

function datesOf(table: Rows): Dates {
  const [until, from] = [dateColumn(table, LEAVES), dateColumn(table, JOINS)]
  const cells = table.rows.flatMap((row) => [cellOf(row, until), cellOf(row, from)])
  return { until, from, isMonthFirst: isMonthFirst(cells) }
}

function dateColumn(table: Rows, heading: RegExp): number | null {
  const found = table.headings.findIndex(
    (header, column) =>
      heading.test(header) &&
      sampleOf(table).some((cells) => ISO.test(cellOf(cells, column)) || WRITTEN.test(cellOf(cells, column))),
  )
  return found < 0 ? null : found
}

function takesPart(cells: readonly string[], { until, from, ...order }: Dates, today: string): boolean {
  const [left, joins] = [dayOf(cellOf(cells, until), order), dayOf(cellOf(cells, from), order)]
  return (left === null || left > today) && (joins === null || joins <= today)
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:\D|$)/
const WRITTEN = /^(\d\d?)[/.-](\d\d?)[/.-](\d{4})(?:\D|$)/

/** Whether one of the dates can only be read with the month first, such as 03/31/2026, and none only with the day. */
function isMonthFirst(cells: readonly string[]): boolean {
  const found = cells.map((cell) => WRITTEN.exec(cell) ?? [])
  return found.some(([, , second]) => Number(second) > 12) && !found.some(([, first]) => Number(first) > 12)
}

/**
 * `31/03/2026`, `31.03.2026` or `2026-03-31`, with or without a time, or `03/31/2026`. Null for a date that doesn't
 * exist.
 */
function dayOf(cell: string, { isMonthFirst }: Pick<Dates, 'isMonthFirst'>): string | null {
  const [, first = '', second = '', year] = WRITTEN.exec(cell) ?? []
  const [day, month] = isMonthFirst ? [second, first] : [first, second]
  const text = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : ISO.exec(cell)?.[1]
  return text !== undefined && isDay(text) ? text : null
}
