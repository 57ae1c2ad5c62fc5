import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { guessColumns } from '@/lib/tables/columns/columns'
import { checkRows } from '@/lib/tables/testing/lists'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { encodeText, writeStyledCsv } from '@/lib/tables/testing/write-table'
import { writeCsv } from '@/lib/tables/write/write-csv'
import { pastedFile } from './paste'
import { readFile } from './read-file'

const HEADER = ['Reference', 'Creditor name', 'Creditor account']
const ROWS = [
  ['E0', 'Boulangerie Martin & Fils SARL', 'FR7630006000011234567890189'],
  ['E1', 'Jürgen Müller', 'DE89 3704 0044 0532 0130 00'],
  ['E2', 'Jürgen Müller', 'DE89370400440532013000'],
  ['E3', '', 'NL91ABNA0417164300'],
  ['E4', 'Νίκος Ιωάννου', 'GR16O1101250000000012300695'],
  ['E5', 'Łukasz “Luk” O’Neil', 'PL61109010140000071219812874'],
]

const listOf = (bytes: Uint8Array) => {
  const table = readFile(bytes)
  if ('problem' in table) throw new Error(table.problem)
  const { rows, counts } = checkRows(table, guessColumns(table))
  return {
    counts,
    rows: rows.map(({ number, iban, name, reference, problems, warnings, duplicateOf }) => {
      return { number, iban, name, reference, problems, warnings, duplicateOf }
    }),
  }
}

function paymentsOf(rows: string[][]): Uint8Array {
  const escaped = (text = '') => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const transactions = rows.map(
    ([id, name, iban]) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><Cdtr><Nm>${escaped(name)}</Nm></Cdtr><CdtrAcct><Id><IBAN>${escaped(iban)}</IBAN></Id></CdtrAcct></CdtTrfTxInf>`,
  )
  return new TextEncoder().encode(
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><PmtInf>${transactions.join('')}</PmtInf></CstmrCdtTrfInitn></Document>`,
  )
}

describe('the same rows give the same list', () => {
  const all = [HEADER, ...ROWS]
  const expected = listOf(encodeText(writeCsv(all), 'utf-8', false))

  test('which is the right one', () => {
    expect(expected.counts).toMatchObject({ data: 6, valid: 4, invalid: 2, duplicates: 1 })
  })

  test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['UTF-16 with tabs', () => encodeText(writeStyledCsv(all, { delimiter: '\t' }), 'utf-16le', true)],
    ['a workbook of ours', () => makeWorkbook([{ name: 'A', rows: all }])],
    [
      'a workbook of write-excel-file',
      async () =>
        new Uint8Array(
          await writeXlsx(all.map((row) => row.map((value) => ({ value, type: String })))).toBuffer(),
        ),
    ],
    ['pain.001', () => paymentsOf(ROWS)],
    ['pasted from a spreadsheet', () => pastedFile(all.map((row) => row.join('\t')).join('\n'))],
    ['pasted with semicolons', () => pastedFile(`\n${all.map((row) => row.join(';')).join('\r\n')}\n\n`)],
  ])('%s', async (_, make) => {
    expect(listOf(await make())).toEqual(expected)
  })
})

describe('pasted rows', () => {
  test('without any separator are split at the IBAN', () => {
    const { rows } = listOf(
      pastedFile('Jean Dupont FR76 3000 6000 0112 3456 7890 189\nNord GmbH: DE89 3704 0044 0532 0130 00'),
    )
    expect(rows.map(({ name, iban }) => [name, iban])).toEqual([
      ['Jean Dupont', 'FR7630006000011234567890189'],
      ['Nord GmbH', 'DE89370400440532013000'],
    ])
  })

  test('with a comma in the name are split at the IBAN too', () => {
    const { rows } = listOf(
      pastedFile('Dupont, Jean FR76 3000 6000 0112 3456 7890 189\n\nBauer, Uwe: DE89 3704 0044 0532 0130 00'),
    )
    expect(rows.map(({ name, iban }) => [name, iban])).toEqual([
      ['Dupont, Jean', 'FR7630006000011234567890189'],
      ['Bauer, Uwe', 'DE89370400440532013000'],
    ])
  })

  test.each([
    ['a name that begins with quotes', '"Nord" GmbH', '"Nord" GmbH'],
    ['a quote that is never closed', '"Nord GmbH', '"Nord GmbH'],
    ['a cell of two lines', '"Nord\nGmbH"', 'Nord GmbH'],
  ])('after %s are rows of their own', (_, cell, name) => {
    const [fr, de] = ['FR7630006000011234567890189', 'DE89370400440532013000']
    const { rows } = listOf(pastedFile(`Name\tIBAN\nJean Dupont\t${fr}\n${cell}\t${de}\nUwe Bauer\t${de}`))
    expect(rows.map((row) => [row.name, row.iban])).toEqual([
      ['Jean Dupont', fr],
      [name, de],
      ['Uwe Bauer', de],
    ])
  })

  test('without any IBAN keep their columns', () => {
    const table = readFile(pastedFile('Name\tAccount\nJean Dupont\t12345678'))
    expect(table).toMatchObject({ headers: ['Name', 'Account'], records: [{ number: 1 }] })
  })

  test('of nothing are an empty file', () => {
    expect(readFile(pastedFile(' \n\n '))).toEqual({ problem: 'file_empty' })
  })
})

test('random tables are the same in a workbook and in text', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab é€\'"=+;,|0<&>\n'), maxLength: 6 })
  const row = fc
    .array(cell, { minLength: 3, maxLength: 3 })
    .filter((cells) => cells.some((text) => text.trim() !== ''))
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const workbook = readFile(makeWorkbook([{ name: 'A', rows }]), { headerRow: null })
      if ('problem' in workbook) throw new Error(workbook.problem)
      const cells = workbook.records.map((record) => [0, 1, 2].map((i) => record.cells[i] ?? ''))
      expect(cells).toEqual(rows)
    }),
  )
})
