// 100,000 rows with the mix of a file of the corpus: its 20,000 rows, and four copies of them with other accounts.
import fs from 'node:fs'
import path from 'node:path'

const CORPUS = path.join(import.meta.dirname, '../../lib/tables/testing/corpus/26_rows_20000.csv')
const COPIES = 5
const IBAN = /\b([A-Z]{2})(\d{2})([A-Z0-9 ]{11,36})/g

const number = (text) => text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
const rest = (country, check, bban) => Number(BigInt(number(bban + country + check)) % 97n)

/** The same account with its last digits moved on: valid when it was, wrong when it was, equal when they were. */
function other(whole, copy) {
  return whole.replace(IBAN, (cell, country, check, tail) => {
    const bban = tail.replaceAll(' ', '')
    if (!/^[A-Z0-9]+$/.test(bban)) return cell
    const valid = rest(country, check, bban) === 1
    const moved = bban.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + copy) % 10))
    if (!valid) return country + check + moved
    return country + String(98 - rest(country, '00', moved)).padStart(2, '0') + moved
  })
}

/** @returns {Buffer} the bytes of the file */
export function hundredThousandRows() {
  const lines = fs.readFileSync(CORPUS, 'utf8').split(/\r?\n/)
  const [header, ...rows] = lines.filter((line) => line !== '')
  const copies = Array.from({ length: COPIES }, (_, copy) =>
    copy === 0 ? rows : rows.map((row) => other(row, copy)),
  )
  return Buffer.from(`${[header, ...copies.flat()].join('\r\n')}\r\n`)
}
