// 100,000 rows with the mix of a file in the corpus: its 20,000 rows, and four copies of them with other names and
// accounts.
import fs from 'node:fs'
import path from 'node:path'
import { checkIban } from '@/lib/iban/validate'

const CORPUS = path.join(import.meta.dirname, '../../lib/tables/testing/corpus/26_rows_20000.csv')
const COPIES = 5
const IBAN = /\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g

/** The names of the corpus end in a number. */
const NUMBERED = / \d+(?=,)/

const digits = (text: string) => text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))

function withCheckDigits(country: string, bban: string): string {
  const rest = Number(BigInt(digits(`${bban}${country}00`)) % 97n)
  return country + String(98 - rest).padStart(2, '0') + bban
}

/** 9,700 keeps check digits modulo 97 valid; for other national check digits the next step is tried. */
const STEP = 9_700n
const TRIES = 400

/** Another account with the same validity and warnings. */
function other(iban: string, copy: number): string {
  const verdict = checkIban(iban)
  const tail = /\d{1,10}$/.exec(iban)?.[0] ?? ''
  const head = iban.slice(4, iban.length - tail.length)
  const modulus = 10n ** BigInt(tail.length)
  for (let k = copy * TRIES; k < (copy + 1) * TRIES; k++) {
    const moved = head + String((BigInt(tail || 0) + STEP * BigInt(k)) % modulus).padStart(tail.length, '0')
    if (!verdict.ok) return iban.slice(0, 4) + moved
    const made = withCheckDigits(iban.slice(0, 2), moved)
    const again = checkIban(made)
    if (again.ok && again.warnings.join() === verdict.warnings.join()) return made
  }
  return iban
}

export function hundredThousandRows(): Buffer {
  const lines = fs.readFileSync(CORPUS, 'utf8').split(/\r?\n/)
  const [header = '', ...rows] = lines.filter((line) => line !== '')
  const copies = Array.from({ length: COPIES }, (_, copy) =>
    copy === 0
      ? rows
      : rows.map((row) =>
          row.replace(IBAN, (iban) => other(iban, copy)).replace(NUMBERED, (name) => `${name}${copy}`),
        ),
  )
  return Buffer.from(`${[header, ...copies.flat()].join('\r\n')}\r\n`)
}
