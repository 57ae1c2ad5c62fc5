// 100,000 rows with the mix of a file in the corpus: its 20,000 rows, and four copies of them with other names and
// accounts.
import fs from 'node:fs'
import path from 'node:path'
import { withCheckDigits } from '@/lib/iban/checksum'
import { checkIban } from '@/lib/iban/validate'

const CORPUS = path.join(import.meta.dirname, '../../lib/tables/testing/corpus/26_rows_20000.csv')
const COPIES = 5
const IBAN = /\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g

/** The names of the corpus end in a number. */
const NUMBER = / \d+(?=,)/

/** 9,700 keeps check digits modulo 97 valid; for other national check digits the next step is tried. */
const STEP = 9_700n
const TRIES = 400

/** @returns another account with the same validity and warnings */
function otherAccount(iban: string, copy: number): string {
  const verdict = checkIban(iban)
  const tail = /\d{1,10}$/.exec(iban)?.[0] ?? ''
  const head = iban.slice(4, iban.length - tail.length)
  const modulus = 10n ** BigInt(tail.length)
  for (let step = copy * TRIES; step < (copy + 1) * TRIES; step++) {
    const bban = head + String((BigInt(tail || 0) + STEP * BigInt(step)) % modulus).padStart(tail.length, '0')
    if (!verdict.ok) return iban.slice(0, 4) + bban
    const candidate = withCheckDigits(iban.slice(0, 2), bban)
    const other = checkIban(candidate)
    if (other.ok && other.warnings.join() === verdict.warnings.join()) return candidate
  }
  return iban
}

/** A file of 100,000 rows. */
export function createFile(): Buffer {
  const lines = fs.readFileSync(CORPUS, 'utf8').split(/\r?\n/)
  const [header = '', ...rows] = lines.filter((line) => line !== '')
  const copies = Array.from({ length: COPIES }, (_, copy) =>
    copy === 0
      ? rows
      : rows.map((row) =>
          row.replace(IBAN, (iban) => otherAccount(iban, copy)).replace(NUMBER, (name) => `${name}${copy}`),
        ),
  )
  return Buffer.from(`${[header, ...copies.flat()].join('\r\n')}\r\n`)
}
