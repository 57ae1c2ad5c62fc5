import { createHash } from 'node:crypto'
import { linesOf } from '@/lib/uploads/testing/body'

type Row = { iban: string; name: string }

/** The text of a table that pays 1 euro to each payee, so that its upload becomes a payment run. */
export const paymentTableOf = (rows: Row[]): string =>
  ['IBAN;Name;Amount', ...rows.map(({ iban, name }) => `${iban};${name};1.00`)].join('\r\n')

/** The lines of the upload of this table, as a browser sends them. */
export function paymentUploadLines(rows: Row[]): string[] {
  const original = paymentTableOf(rows)
  const columns = { iban: 0, name: [1], instead: [], reference: null, note: null }
  const head = {
    hash: createHash('sha256').update(original).digest('hex'),
    map: { ...columns, amount: 2, currencyCode: 'EUR' },
  }
  return [
    ...linesOf(rows, head).slice(0, -1),
    JSON.stringify({ original: Buffer.from(original).toString('base64') }),
  ]
}
