import { cleanIban } from '@/lib/iban/clean'
import { fromDomestic } from '@/lib/iban/domestic'
import { checkIban } from '@/lib/iban/validate'
import { looksLikeBank, looksLikeBic, looksLikeIban, looksLikeName } from '@/lib/tables/looks-like'
import { type Column, type ColumnMap, type ParsedTable, sampleCells } from '@/lib/tables/table'
import { isOutdatedHeader, type Reading, readingsOf } from '@/lib/tables/words'
import { guessAmounts, withAmounts } from './amount-columns'
import { nameColumns } from './name-columns'

/**
 * Detects the columns of a table: first by content (share of cells that are IBANs), then by header words, then by
 * header words with typing errors. Columns of one's own account, the bank's name and contact persons are avoided. What
 * can't be detected is null or empty, and the person chooses.
 */
export function guessColumns(table: ParsedTable): ColumnMap {
  if (table.map) return table.map
  const columns = describeColumns(table)
  const iban = ibanColumn(columns, table.headers.length)
  const others = columns.filter((column) => column.index !== iban && column.valid <= 0.5)
  const { name, instead } = nameColumns(others, table.headers)
  const taken = new Set([iban, ...name, ...instead])
  const rest = others.filter((column) => !taken.has(column.index))
  const map = {
    iban,
    name,
    instead,
    reference: columnByHeader(rest, 'reference'),
    note: columnByHeader(rest, 'note'),
  }
  return withAmounts(table, { ...map, ...guessAmounts(table, map) })
}

/** Describes every column, from a sample of rows. */
function describeColumns(table: ParsedTable): Column[] {
  const { records, headers } = table
  const sample = sampleCells(records)
  const width = sample.reduce((most, { length }) => Math.max(most, length), headers.length)
  return Array.from({ length: width }, (_, index) =>
    describeColumn(
      index,
      sample.map((row) => row[index]?.trim() ?? ''),
      headers[index] ?? '',
    ),
  )
}

function describeColumn(index: number, all: string[], header: string): Column {
  const cells = all.filter((cell) => cell !== '')
  const rows = new Set(all.flatMap((cell, row) => (cell === '' ? [] : row)))
  const distinct = new Set(cells).size
  const share = (fits: (cell: string) => boolean) => cells.filter(fits).length / (cells.length || 1)
  return {
    index,
    readings: readingsOf(header),
    filled: cells.length / (all.length || 1),
    rows,
    valid: share((cell) => cell.length >= 15 && checkIban(cell).ok),
    likeIban: share((cell) => looksLikeIban(cell) || fromDomestic(cleanIban(cell)) !== null),
    likeName: share(looksLikeName),
    letters: share((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell)),
    likeBank: share(looksLikeBank),
    likeBic: share(looksLikeBic),
    distinct: distinct / (cells.length || 1),
    constant: cells.length > 1 && distinct === 1,
    severalWords: share((cell) => /\S\s+\S/.test(cell)),
    old: isOutdatedHeader(header),
  }
}

/** `width`: how many columns have a header. */
function ibanColumn(columns: Column[], width: number): number | null {
  let best: { index: number; score: number } | null = null
  for (const column of columns) {
    const score = ibanScore(column)
    if (score > 0 && (best === null || score > best.score)) best = { index: column.index, score }
  }
  // names that contain the delimiter shift the cells after them: trust the header then
  const end = columns.length > width ? (best?.index ?? 0) : 0
  const left = columns.find((column) => column.index < end && saysIban(column) && column.likeName > 0.5)
  return left?.index ?? best?.index ?? null
}

function saysIban({ readings }: Column): boolean {
  return readings.some(({ meaning, how }) => meaning === 'iban' && how === 'exact')
}

function ibanScore(column: Column): number {
  const means = (...meanings: string[]) => column.readings.find(({ meaning }) => meanings.includes(meaning))
  if (means('own_account', 'own_name')) return 0
  const word = means('iban') ?? means('payee_account') ?? means('account')
  const worth = word ? { iban: 30, payee_account: 20, account: 10 }[word.meaning as 'iban'] : 0
  const said = word ? (word.how === 'exact' ? worth : worth * 0.8) : 0
  const content = column.valid >= 0.2 || column.likeIban >= 0.5
  if (!content) {
    const certain = word?.meaning === 'iban' && word.how === 'exact'
    return word && word.meaning !== 'account' && (certain || column.likeName < 0.5) ? said / 100 : 0
  }
  const constant = (column.constant || column.distinct < 0.02) && column.filled > 0.5 ? 40 : 0
  const old = column.old ? 30 : 0
  return 1 + column.valid * 60 + column.likeIban * 5 + column.filled * 20 + said - constant - old
}

function columnByHeader(columns: Column[], meaning: 'reference' | 'note'): number | null {
  const ranked = columns
    .map((column) => ({ column, reading: column.readings.find((reading) => reading.meaning === meaning) }))
    .filter(({ column, reading }) => reading && column.filled > 0)
    .sort((a, b) => rank(b.reading) - rank(a.reading))
  return ranked[0]?.column.index ?? null
}

function rank(reading: Reading | undefined): number {
  return reading?.how === 'exact' ? 2 : reading?.how === 'phrase' ? 1 : 0
}
