import { restoreCell } from '@/lib/tables/text/formula'
import { cellsOf, scan } from '@/lib/tables/text/scan'
import { sha256Of } from './crypto'
import type { Files } from './unzip'

/**
 * The result of comparing the rows of an upload with its source file. `read`: every checked row is the source's,
 * except edited ones and those of an upload from before rows were compared (`unexplained`). `office`: the source
 * is not delimited text; the installation compared it and lists the edited rows. `edited` and `unexplained` are
 * row numbers.
 */
export type RowsVerdict = { how: 'read' | 'office'; rows: number; edited: number[]; unexplained: number[] }
/** The first row that is neither the source's nor marked as edited, or a source that is not the upload's file. */
export type RowsMismatch = {
  kind: 'row_differs' | 'source_other' | 'edited_count'
  path: string
  row?: number
}

type Columns = { iban: number | null; name: number[]; instead: number[] }
type Table = { format?: string; encoding?: string; delimiter?: string; headerRow?: number | null }
type RecordFile = {
  upload?: { comparison?: { at: string | null; edited: number; problem?: string | null } | null }
  fileHash?: string
  reading?: { table?: Table; map?: Columns }
}
type Row = {
  row: number
  iban: string | null
  name: string | null
  result: string
  reason?: string | null
  edited?: boolean
}

const ROWS = 'rows.jsonl'

/**
 * Null for a pack without a source file, and for an upload that was not compared or is from before rows were
 * compared.
 */
export async function compareRows(files: Files): Promise<RowsVerdict | RowsMismatch | null> {
  const source = [...files].find(([path]) => path.startsWith('source/'))
  const record = parseJson<RecordFile>(textOf(files.get('record.json')))
  const rows = lines<Row>(files.get(ROWS))
  const comparison = record?.upload?.comparison
  const map = record?.reading?.map
  if (!source || !record?.reading?.table || !comparison || rows.some(({ edited }) => edited === undefined))
    return null
  const [path, bytes] = source
  if ((await sha256Of(bytes)) !== record.fileHash) return { kind: 'source_other', path }
  const checked = rows.filter((row) => isChecked(row) && row.iban && row.name)
  const edited = rows.filter((row) => row.edited).map(({ row }) => row)
  const verdict: RowsVerdict = { how: 'office', rows: checked.length, edited, unexplained: [] }
  const isCompared = comparison.at !== null
  // a comparison that stopped at a difference has no count of edited rows
  if (isCompared && !comparison.problem && edited.length !== comparison.edited)
    return { kind: 'edited_count', path: ROWS }
  const found = sourceRows(bytes, record.reading.table)
  if (!found) return verdict
  const differing = checked.filter((row) => !row.edited && rowDiffers(row, found[row.row - 1], map))
  const [first] = differing
  if (first && isCompared) return { kind: 'row_differs', path: ROWS, row: first.row }
  return { ...verdict, how: 'read', unexplained: differing.map(({ row }) => row) }
}

/** Sent, or answered with the result of an earlier check. */
const isChecked = ({ result, reason }: Row): boolean => result !== 'not_sent' || reason === 'known_match'

/** The rows of delimited text, parsed with the settings of the upload; null for other formats. */
function sourceRows(bytes: Uint8Array, { format = 'text', encoding, delimiter, headerRow }: Table) {
  if (format !== 'text' || !delimiter) return null
  const text = decodeText(bytes, encoding)
  if (text === null) return null
  const quoted = scan(text, delimiter, true)
  const quotes = quoted.brokenQuote === null
  const { starts, ends, lines: physical } = quotes ? quoted : scan(text, delimiter, false)
  const first = /^"?sep=[^"\r\n]"?(?=[\r\n]|$)/i.test(text) ? 1 : 0
  const header = headerRow == null ? -1 : physical.indexOf(headerRow)
  const rows: string[][] = []
  for (let i = Math.max(header + 1, first); i < starts.length; i++) {
    const cells = cellsOf(text, starts[i] ?? 0, ends[i] ?? 0, delimiter, quotes).map(restoreCell)
    if (cells.some((cell) => cell.trim() !== '' && cell !== '\u001a')) rows.push(cells)
  }
  return rows
}

/** Compares letters and digits only, which cleaning doesn't change. */
function rowDiffers({ iban, name }: Row, cells: string[] | undefined, map: Columns | undefined): boolean {
  if (!cells || !map) return true
  const cell = (column: number) => cells[column] ?? ''
  const instead = map.instead.map(cell).find((text) => text.trim() !== '')
  const named = instead ?? map.name.map(cell).join(' ')
  const account = map.iban === null ? '' : cell(map.iban)
  return bareIban(account) !== iban || bareName(named) !== bareName(name ?? '')
}

const bareIban = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .replace(/^(?:IBAN)+/, '')
const bareName = (text: string): string => text.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]/gu, '')

function decodeText(bytes: Uint8Array, encoding = 'utf-8'): string | null {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return null
  }
}

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes ?? new Uint8Array())

function parseJson<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}

const lines = <T>(bytes: Uint8Array | undefined): T[] =>
  textOf(bytes)
    .split('\n')
    .flatMap((line) => (line === '' ? [] : (parseJson<T>(line) ?? [])))
