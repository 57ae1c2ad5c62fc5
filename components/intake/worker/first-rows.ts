import { withCheckDigits } from '@/lib/iban/checksum'
import { EXAMPLES } from '@/lib/iban/examples'
import { structureOf } from '@/lib/iban/structures'
import { guessColumns } from '@/lib/tables/columns/columns'
import { formatOf, readFile } from '@/lib/tables/read/read-file'
import { checkRow } from '@/lib/tables/rows/rows'
import type { FirstRows } from '../protocol'
import { startSession } from './session'
import { tableView } from './table-view'

/** Enough for a preview, parsed in a few milliseconds. */
export const HEAD_BYTES = 16 * 1024
const ROWS = 50

/**
 * The first rows of a text file, checked, from its first bytes: shown while the rest is still being parsed. Null for
 * other formats, small files, and when the first bytes are no table.
 */
export function firstRows(head: Uint8Array, fileName: string, size: number): FirstRows | null {
  if (size <= HEAD_BYTES || formatOf(head) !== 'text') return null
  const whole = wholeLines(head)
  const table = readFile(whole, {})
  if ('problem' in table) return null
  const map = guessColumns(table)
  const checked = table.records.slice(0, ROWS).map((record) => checkRow(record, map, table.headers.length))
  const names = { fileName, title: '', hash: '', completes: null }
  return { opened: tableView(table, { guess: map, map }, names), rows: checked }
}

function wholeLines(bytes: Uint8Array): Uint8Array {
  const end = Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13))
  return end > 0 ? bytes.subarray(0, end + 1) : bytes
}

/**
 * Parses and checks made-up rows, so that the engine has compiled the code before the first file arrives. It yields
 * regularly: `goOn` stops it when a file arrives.
 */
export async function warmUp(goOn: () => Promise<boolean>): Promise<void> {
  const bytes = new TextEncoder().encode(madeUp())
  for (let i = 0; i < 4 && (await goOn()); i++) {
    firstRows(bytes.subarray(0, HEAD_BYTES), 'x.csv', bytes.length)
  }
  const nothing = { title: '', options: {}, map: null, skipped: [], edits: [] }
  for (let i = 0; i < ROUNDS && (await goOn()); i++) {
    const session = await startSession(bytes, { fileName: 'x.csv', ...nothing })
    if ('problem' in session || !(await session.check(goOn))) return
  }
}

/** More rounds don't make the code faster. */
const ROUNDS = 6

const MADE_UP_ROWS = 12_000
const NAMES = [
  'Zoë Müller',
  '"Payee ""B"" Ltd"',
  'Nord & Fils SARL',
  'Anna Rossi',
  'Νίκος Ιωάννου',
  'Dr Uwe Bauer',
]

/** Accounts of countries with no check beyond the IBAN itself, and examples of all the others. */
const BEGINNINGS = [
  'DE37040044',
  'AT19043002',
  'DK00400440',
  'SE50000000',
  'CH00762011',
  'LU00194006',
  'NLABNA0417',
]

/** Names and IBANs with warnings, repeated: the first use of each code path is slow. */
const ODD_ROWS = [
  'Anna Weiß,FR76 3000 6000 0112 3456 7890 189',
  'ANNA WEISS,FR7630006000011234567890189',
  'Nord SA,FR7630006000011234567890189',
  'Nord SA,DE89370400440532013000',
  'Jean et Marie Dupont,FR7630006000011234567890188',
  'Łukasz Nowak,FR76300060000112345678901O9',
  'Uwe Bauer,DE8937040044053201300',
  '12345,ES7921000813610123456780',
  '"Two\nlines","be71 0961-2345 6769"',
  '"Smith, John; Mary",\'IBAN: GB29NWBK60161331926819',
  'Anna Rossi,',
  ',ZZ00',
  '#N/A,#N/A',
  'MÃ¼ller,"7,63E+25"',
  'DE89370400440532013000,Uwe Bauer',
]

function madeUp(): string {
  const examples = Object.values(EXAMPLES)
  const lines = Array.from({ length: MADE_UP_ROWS }, (_, i) => {
    if (i % 5 === 1) return `${i},${ODD_ROWS[((i - 1) / 5) % ODD_ROWS.length]},R-${i}`
    const iban =
      i % 5 === 2 ? examples[i % examples.length] : account(BEGINNINGS[i % BEGINNINGS.length] ?? '', i)
    return `${i},${NAMES[i % NAMES.length]} ${i},${iban},R-${i}`
  })
  return `Number,Name,IBAN,Reference\r\n${lines.join('\r\n')}`
}

/** A valid IBAN with this prefix, a different one for every number. */
function account(beginning: string, number: number): string {
  const country = beginning.slice(0, 2)
  const length = (structureOf(country)?.length ?? 0) - 4
  const bban = beginning.slice(2) + String(number).padStart(length - beginning.length + 2, '0')
  return withCheckDigits(country, bban)
}
