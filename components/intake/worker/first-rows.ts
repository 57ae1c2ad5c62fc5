import { mod97 } from '@/lib/iban/checksum'
import { allStructures, structureOf } from '@/lib/iban/structures'
import { guessColumns } from '@/lib/tables/columns'
import { formatOf, readFile } from '@/lib/tables/readFile'
import { type CheckedRow, checkRow } from '@/lib/tables/rows'
import type { FirstRows } from '../protocol'
import { startSession } from './session'
import { viewOf } from './table-view'

/** Enough for a first look, read in a few milliseconds. */
export const HEAD_BYTES = 16 * 1024
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

/**
 * Reads and checks a list of made-up rows, so that the engine has compiled the code before the first file comes. Done
 * in turns: a file that comes early waits for one of them at most.
 */
export async function warmUp(turn: () => Promise<void>): Promise<void> {
  const bytes = new TextEncoder().encode(madeUp())
  for (let i = 0; i < 4; i++) {
    firstRows(bytes.subarray(0, HEAD_BYTES), 'x.csv', bytes.length)
    await turn()
  }
  const nothing = { title: '', options: {}, map: null, skipped: [], edits: [] }
  const goOn = async () => {
    await turn()
    return true
  }
  for (let i = 0; i < 2; i++) {
    const session = startSession(bytes, { fileName: 'x.csv', ...nothing })
    if ('problem' in session) return
    await session.check(goOn)
    await turn()
  }
}

const MADE_UP_ROWS = 12_000
const NAMES = [
  'Zoë Müller',
  '"Payee ""B"" Ltd"',
  'Nord & Fils SARL',
  'Anna Rossi',
  'Νίκος Ιωάννου',
  'Dr Uwe Bauer',
]

/** Accounts of countries whose numbers hold nothing to check but the IBAN itself, and examples of all the others. */
const BEGINNINGS = [
  'DE37040044',
  'AT19043002',
  'DK00400440',
  'SE50000000',
  'CH00762011',
  'LU00194006',
  'NLABNA0417',
]

function madeUp(): string {
  const examples = allStructures().map(({ example }) => example)
  const lines = Array.from({ length: MADE_UP_ROWS }, (_, i) => {
    const some =
      i % 10 === 0 ? examples[i % examples.length] : account(BEGINNINGS[i % BEGINNINGS.length] ?? '', i)
    const iban = i % 50 === 1 ? 'FR76300060000112345678901O9' : some
    return `${i},${NAMES[i % NAMES.length]} ${i},${iban},R-${i}`
  })
  return `Number,Name,IBAN,Reference\r\n${lines.join('\r\n')}`
}

/** A right IBAN with this beginning, another for every number. */
function account(beginning: string, number: number): string {
  const country = beginning.slice(0, 2)
  const length = (structureOf(country)?.length ?? 0) - 4
  const bban = beginning.slice(2) + String(number).padStart(length - beginning.length + 2, '0')
  const rest = `${bban}${country}00`
  return `${country}${String(98 - mod97(rest, 0, rest.length)).padStart(2, '0')}${bban}`
}
