import { guessColumns } from '@/lib/tables/columns/columns'
import { looksLikeName } from '@/lib/tables/looks-like'
import { decimalOf } from '@/lib/tables/money/decimal'
import { readFile } from '@/lib/tables/read/read-file'
import { type Headings, headingsOf, isHeading, isTotal } from '@/lib/tables/rows/hints'
import { holdsNumber, isBlank, MAX_RECORDS, type ParsedTable, type Rec, sampleOf } from '@/lib/tables/table'
import { inWords, normaliseHeader } from '@/lib/tables/words'
import {
  type BankReport,
  emptyDocument,
  emptyEntry,
  MAX_NOTES,
  REPORT_CODES,
  type ReportEntry,
  type ReportNote,
  type ReportProblem,
} from './report'
import { codeOf, currencyOf, ibanOf, idOf, REPORT_CODE } from './values'

/** The codes of bank portals, and the codes of pain.002 with the same meaning. */
const CODES: Record<string, string> = { MTCH: 'RCVC', CMTC: 'RVMC', NMTC: 'RVNM', NOAP: 'RVNA' }
const ALL_CODES = [...Object.keys(CODES), ...REPORT_CODES].join('|')
const CODE = new RegExp(`(?<![A-Z0-9])(?:${ALL_CODES})(?![A-Z0-9])`, 'g')
/** More IDs than this are not those of payment files. */
const MAX_FILES = 100

/** The headers of columns that can't be recognised by their content. */
const HEADERS = {
  suggested:
    /\b(?:suggested|proposed|registered|actual|matched|returned|vorgeschlagen\w*|namensvorschlag|suggere|propose|titulaire|sugerido|propuesto|suggerito|proposto|voorgesteld\w*)\b/,
  endToEndId:
    /\bend ?to ?end(?: ?id)?\b|\be2e(?: ?id)?\b|\bende zu ende\b|\bbout en bout\b|\bextremo a extremo\b/,
  instructionId: /\binstr(?:uction)?(?: ?id)?\b/,
  uetr: /\buetr\b/,
  messageId: /\b(?:msg|message) ?id\b|\bnachrichten id\b/,
  batchId: /\bp(?:ayment|mt) ?inf(?:o|ormation)? ?id\b/,
  amount: /\b(?:amount|betrag|montant|importe|importo|bedrag|kwota)\b/,
  currency: /\b(?:currency|ccy|wahrung|waehrung|devise|divisa|moneda|valuta|waluta)\b/,
}
const REASON = /\b(?:reason|grund|begrundung|motif|motivo|reden)\b/
type Columns = { codes: number[]; reasons: number[]; iban: number | null; name: number[] } & Record<
  keyof typeof HEADERS,
  number | null
>

/**
 * Reads a table of a bank's portal (CSV or XLSX) as a report. The columns of codes are found by their cells. That of the
 * names that the bank suggests is found by its header, or because it has names at close matches but none at matches.
 */
export function readReportTable(bytes: Uint8Array): BankReport | ReportProblem {
  const table = readFile(bytes)
  if ('problem' in table) return problemOf(table)
  if (table.format === 'payments') return { problem: 'report_not_found' }
  if (table.records.length > MAX_RECORDS) return { problem: 'too_many_rows' }
  // a record splits its cells on every access
  const rows = table.records.map(({ line, cells, numbers }) => ({ line, cells, ...(numbers && { numbers }) }))
  const columns = columnsOf(table, rows)
  if (columns === null) return { problem: 'table_codes_missing' }
  const notes: ReportNote[] = []
  const headings = headingsOf(table)
  const lines = rows
    .filter(({ cells }) => !isBlank(cells) && !isNoLine(cells, columns, headings))
    .map((row, index) => ({ ...entryOf(row, columns, notes), position: index + 1 }))
  if (!lines.some(tellsPayment)) return { problem: 'table_accounts_missing' }
  return {
    kind: 'table',
    about: 'vop',
    ...byFile(lines),
    legend: [],
    notes: notes.slice(0, MAX_NOTES),
  }
}

/** Puts the lines into a document for each MsgId that they name, as in a pain.002. */
function byFile(lines: ReportEntry[]): Pick<BankReport, 'documents' | 'lines'> {
  const found = [...new Set(lines.map(({ messageId }) => messageId))]
  const ids = found.length > MAX_FILES ? [null] : found
  return {
    documents: ids.map((originalMessageId) => ({ ...emptyDocument('vop'), originalMessageId })),
    lines: lines.map((line) => ({ ...line, document: Math.max(0, ids.indexOf(line.messageId)) })),
  }
}

/** Whether a row has neither a code nor an account, and is a total, a heading again, or says nothing but numbers. */
function isNoLine(cells: string[], { codes, iban }: Columns, headings: Headings): boolean {
  if (codes.some((index) => codesIn(cells[index] ?? '').length > 0)) return false
  if (iban !== null && ibanOf(cells[iban] ?? '') !== null) return false
  return cells.some(isTotal) || isHeading(cells, headings) || !cells.some((cell) => /\p{L}/u.test(cell))
}

/** Whether a line has enough to be joined to a payment of a run that a person chose. */
const tellsPayment = ({ iban, uetr, endToEndId, amount }: ReportEntry): boolean =>
  iban !== null || uetr !== null || (endToEndId !== null && amount !== null)

const KNOWN = new Set<string>([
  'file_empty',
  'file_too_large',
  'encoding_undetermined',
  'too_many_rows',
  'file_unpacks_too_large',
])

const problemOf = ({ problem, line }: { problem: string; line?: number }): ReportProblem => ({
  problem: KNOWN.has(problem) ? (problem as ReportProblem['problem']) : 'report_not_found',
  // an empty table has the line of its header, where nothing is wrong
  ...(line !== undefined && problem !== 'file_empty' && { line }),
})

function entryOf(row: Row, columns: Columns, notes: ReportNote[]): ReportEntry {
  const { line, cells } = row
  const isExact = columns.amount !== null && holdsNumber(row, columns.amount)
  const cell = (index: number | null) => (index === null ? '' : (cells[index] ?? '').trim())
  const said = columns.codes.map(cell).filter(Boolean)
  const codes = new Set(said.flatMap(codesIn))
  const [first = codeOf(said.join(' '))] = codes
  const code = codes.size > 1 ? null : first // several contradict each other
  if (codes.size !== 1) notes.push({ code: 'row_unreadable', line })
  const suggested = cell(columns.suggested)
  const reasons = columns.reasons.map(cell)
  const reasonCode = reasons.find((reason) => REPORT_CODE.test(reason)) ?? null
  return {
    ...emptyEntry(),
    code,
    reasonCode,
    texts: [...said, suggested, ...reasons.filter((reason) => reason !== reasonCode)].filter(Boolean),
    bankName: code === 'RVMC' || code === 'RVNM' ? suggested || null : null,
    messageId: idOf(cell(columns.messageId)),
    batchId: idOf(cell(columns.batchId)),
    endToEndId: idOf(cell(columns.endToEndId)),
    instructionId: idOf(cell(columns.instructionId)),
    uetr: idOf(cell(columns.uetr))?.toLowerCase() ?? null,
    iban: ibanOf(cell(columns.iban)),
    name: columns.name.map(cell).filter(Boolean).join(' ') || null,
    amount: isExact ? decimalOf(cell(columns.amount).replace('-', '')) : amountOf(cell(columns.amount)),
    currency: currencyOf(cell(columns.currency)),
  }
}

/** What sets a code apart from the text before it. After a word alone, it may be denied. */
const APART = /[^\p{L}\p{N}\s]\s*$/u

/** The codes of a cell that begins with one, or the only one of another cell, as codes of pain.002. */
function codesIn(cell: string): string[] {
  const text = cell.toUpperCase()
  const found = [...text.matchAll(CODE)]
  const codes = new Set(found.map(([code]) => CODES[code] ?? code))
  const at = found[0]?.index ?? 0
  return at === 0 || (codes.size === 1 && APART.test(text.slice(0, at))) ? [...codes] : []
}

/** A currency and a minus around an amount: some portals list payments as debits. */
const AROUND_AMOUNT = /^[−-]?(?:[A-Z]{3}|\p{Sc})?[−-]?|[−-]?(?:[A-Z]{3}|\p{Sc}|zł)?[−-]?$/gu

/** A typed amount, if it can be read in one way only: one or two digits follow its last separator. */
function amountOf(text: string): string | null {
  const plain = text.replace(/[\s'’]/g, '').replace(AROUND_AMOUNT, '')
  const [, whole, part] = /^(\d{1,3}(?:[.,]\d{3})*|\d+)[.,](\d{1,2})$/.exec(plain) ?? []
  if (whole !== undefined) return decimalOf(`${whole.replace(/[.,]/g, '')}.${part}`)
  return decimalOf(/^\d+$/.test(plain) ? plain : '')
}

type Row = Pick<Rec, 'line' | 'cells' | 'numbers'>

/** A report has IDs of its own beside those of the payment file. */
const ORIGINAL = /^(?:orgnl|original)\b/

function columnsOf(table: ParsedTable, rows: Row[]): Columns | null {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), table.headers.length)
  const sample = sampleOf(rows)
  const indexes = Array.from({ length: width }, (_, index) => index)
  const codes = codeColumns(indexes, rows)
  if (codes.length === 0) return null
  const words = indexes.map((index) => normaliseHeader(inWords(table.headers[index] ?? '')))
  const free = indexes.filter((index) => !codes.includes(index))
  const byHeader = (key: keyof typeof HEADERS) => {
    const found = free.filter((index) => HEADERS[key].test(words[index] ?? ''))
    return found.find((index) => ORIGINAL.test(words[index] ?? '')) ?? found[0] ?? null
  }
  const guessWithout = (taken: (number | null)[]) =>
    guessColumns({
      ...table,
      records: rows.map((row) => withoutCells(row, taken)) as Rec[],
      headers: table.headers.map((header, index) => (taken.includes(index) ? '' : header)),
    })
  const hasPayeesBeside = (index: number) => guessWithout([...codes, index]).name.length > 0
  const suggested = suggestedColumn(free, sample, { codes, words, hasPayeesBeside })
  const { iban, name } = guessWithout([...codes, suggested])
  const rest = Object.fromEntries(
    (Object.keys(HEADERS) as (keyof typeof HEADERS)[]).map((key) => [key, byHeader(key)]),
  ) as Record<keyof typeof HEADERS, number | null>
  const reasons = free.filter((index) => REASON.test(words[index] ?? ''))
  return { ...rest, codes, reasons, iban, name, suggested }
}

const withoutCells = ({ cells, ...row }: Row, columns: (number | null)[]) => ({
  ...row,
  cells: cells.map((cell, index) => (columns.includes(index) ? '' : cell)),
})

/** The columns in which most filled cells have a code. Of all rows: a second one may have few. */
const codeColumns = (indexes: number[], rows: Row[]): number[] =>
  indexes.filter((index) => {
    const filled = rows.map(({ cells }) => (cells[index] ?? '').trim()).filter(Boolean)
    const coded = filled.filter((cell) => codesIn(cell).length > 0)
    return coded.length > 0 && coded.length * 2 >= filled.length
  })

type Known = { codes: number[]; words: string[]; hasPayeesBeside: (index: number) => boolean }

/**
 * The column of suggested names, by its header: the one with the fewest names. If it has names at other answers than close
 * matches too, such as "Titulaire", another column must have the payees. Without such a header: the column with names at
 * all close matches and at no match, or if the table lists no match, at no other answer.
 */
function suggestedColumn(
  others: number[],
  sample: Row[],
  { codes, words, hasPayeesBeside }: Known,
): number | null {
  const cellOf = ({ cells }: Row, index: number) => (cells[index] ?? '').trim()
  const namesIn = (rows: Row[], index: number) =>
    rows.filter((row) => looksLikeName(cellOf(row, index))).length
  const isOfNames = (index: number) => {
    const names = namesIn(sample, index)
    return names > 0 && names * 2 >= sample.filter((row) => cellOf(row, index) !== '').length
  }
  const hasCode = (code: string) => (row: Row) =>
    codes.some((index) => codesIn(cellOf(row, index)).includes(code))
  const isClose = hasCode('RVMC')
  const close = sample.filter(isClose)
  const rest = sample.filter((row) => !isClose(row))
  const byHeader = others
    .filter((index) => HEADERS.suggested.test(words[index] ?? '') && isOfNames(index))
    .sort((a, b) => namesIn(sample, a) - namesIn(sample, b))
    .find((index) => namesIn(rest, index) === 0 || hasPayeesBeside(index))
  if (byHeader !== undefined) return byHeader
  const matches = rest.filter(hasCode('RCVC'))
  const without = matches.length > 0 ? matches : rest
  if (close.length === 0 || without.length === 0) return null
  const isSuggested = (index: number) =>
    namesIn(close, index) === close.length && namesIn(without, index) === 0
  return others.find(isSuggested) ?? null
}
