import { guessColumns } from '@/lib/tables/columns'
import type { TableOptions } from '@/lib/tables/read'
import { formatOf, readFile } from '@/lib/tables/readFile'
import { relateRows } from '@/lib/tables/relations'
import { type CheckedRow, checkRow } from '@/lib/tables/rows'
import type { FirstRows } from '../protocol'
import { viewOf } from './table-view'

/** Enough for a first look, read in a few milliseconds. */
export const HEAD_BYTES = 64 * 1024
const ROWS = 50

/**
 * The first rows of a text file, checked, from its first bytes: shown while the rest is still being read. Null for
 * other formats, small files, and where the first bytes alone are no table.
 */
export function firstRows(head: Uint8Array, fileName: string, size: number): FirstRows | null {
  if (size <= HEAD_BYTES || formatOf(head) !== 'text') return null
  const whole = wholeLines(head)
  const table = readFile(whole, {})
  if ('problem' in table) return null
  const map = guessColumns(table)
  const checked = table.records.slice(0, ROWS).map((record) => checkRow(record, map, table.headers.length))
  const names = { fileName, title: '', hash: '', completes: null }
  return { opened: viewOf(table, { guess: map, map }, names), rows: checked.map(briefly) }
}

const briefly = ({ number, iban, name, problems, warnings }: CheckedRow) => ({
  number,
  iban,
  name,
  problems,
  warnings,
})

function wholeLines(bytes: Uint8Array): Uint8Array {
  const end = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13))
  return end > 0 ? bytes.subarray(0, end + 1) : bytes
}

/** Reads and checks a list of made-up rows, so that the engine has compiled the code before the first file comes. */
export function warmUp(options: TableOptions = {}): void {
  const lines = Array.from({ length: 3000 }, (_, i) => {
    const iban = i % 50 === 0 ? 'FR76300060000112345678901O9' : 'DE89370400440532013000'
    const name = ['Zoë Müller', '"Payee ""B"" Ltd"', 'Nord & Fils SARL', 'Anna Rossi'][i % 4]
    return `${name} ${i};${iban};R-${i}`
  })
  const table = readFile(new TextEncoder().encode(`Name;IBAN;Reference\r\n${lines.join('\r\n')}`), options)
  if ('problem' in table) return
  const map = guessColumns(table)
  const rows = table.records.map((record) => checkRow(record, map, table.headers.length))
  relateRows(rows, 0)
}
