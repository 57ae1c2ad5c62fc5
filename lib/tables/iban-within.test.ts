import { describe, expect, test } from 'vitest'
import { guessColumns } from './columns/columns'
import { fixesFor } from './fixes/fixes'
import { ibanWithin } from './iban-within'
import { pastedFile } from './read/paste'
import { readFile } from './read/read-file'
import { rawCells } from './rows/rows'
import type { Rec } from './table'
import { bytes, checkRows, DE, FR, lines, payees } from './testing/lists'

describe('the IBAN inside a longer text', () => {
  test.each([
    [`Jean Dupont   ${FR}   10.00`, { before: 'Jean Dupont', iban: FR, after: '10.00' }],
    ['Uwe DE89 3704 0044 0532 0130 00 1234 EUR', { before: 'Uwe', after: '1234 EUR' }],
    [`IBAN Nr.: ${DE}`, { before: 'IBAN Nr.', iban: DE, after: '' }],
    [`(${DE})`, { before: '(', iban: DE, after: ')' }],
  ])('%s', (text, found) => {
    expect(ibanWithin(text)).toMatchObject(found)
  })

  test.each([DE, `${DE} ${FR}`, `${DE}1`, 'Jean Dupont', 'DE89370400440532013001 x'])(
    '%s is not found',
    (text) => {
      expect(ibanWithin(text)).toBeNull()
    },
  )
})

/** Name and IBAN in one cell, and how they are separated. */
describe.each<[string, string]>([
  [
    'columns of fixed width',
    lines(
      'Name                IBAN                        Amount',
      `Jean Dupont         ${FR}  10,00`,
      `Uwe Bauer           ${DE}      120,00`,
    ),
  ],
  ['the IBAN first', lines(`${FR} Jean Dupont`, `${DE} Uwe Bauer`)],
  ['columns aligned by spaces, without a header', lines(`Jean Dupont  ${FR}`, `Uwe Bauer  ${DE}`)],
  ['whole lines in quotes', lines('"Name;IBAN"', `"Jean Dupont;${FR}"`, `"Uwe Bauer;${DE}"`)],
  [
    'whole lines in quotes, cells in doubled ones',
    lines('"Name,""IBAN"""', `"Jean Dupont,""${FR}"""`, `"Uwe Bauer,""${DE}"""`),
  ],
])('%s', (_, text) => {
  test("are reported as columns that can't be separated", () => {
    expect(readFile(bytes(text))).toEqual({ problem: 'columns_together' })
  })

  test('are read when they are pasted', () => {
    expect(payees(pastedFile(text))).toEqual([
      ['Jean Dupont', FR],
      ['Uwe Bauer', DE],
    ])
  })
})

test('a rare delimiter is detected where no usual one isolates an IBAN in a cell', () => {
  for (const sign of ['^', '~', '#', '¦']) {
    const list = lines(`Name${sign}IBAN`, `Dupont, Jean${sign}${FR}`, `Bauer, Uwe${sign}${DE}`)
    expect(payees(bytes(list))).toEqual([
      ['Dupont, Jean', FR],
      ['Bauer, Uwe', DE],
    ])
  }
})

test.each([
  [`- Jean Dupont: ${FR}`, `- Uwe Bauer: ${DE}`],
  [`1. Jean Dupont ${FR}`, `2. Uwe Bauer ${DE}`],
  [`• Jean Dupont – ${FR}`, `• Uwe Bauer – ${DE}`],
  [`Jean Dupont IBAN: ${FR}`, `Uwe Bauer, IBAN ${DE}`],
  [`Jean Dupont (IBAN ${FR})`, `Uwe Bauer (IBAN ${DE})`],
  [`Jean Dupont ${FR} 10,00 EUR`, `Uwe Bauer ${DE} 20,00 EUR`],
])('pasted from an email: %s', (...all) => {
  expect(payees(pastedFile(all.join('\n')))).toEqual([
    ['Jean Dupont', FR],
    ['Uwe Bauer', DE],
  ])
})

test('a BIC before the IBAN in the same cell is removed like one after it', () => {
  const cells = [`AGRIFRPP/${FR}`, `BIC: COBADEFF IBAN: ${DE}`, `${DE} COBADEFFXXX`]
  const table = readFile(bytes(lines('Name;BIC/IBAN', ...cells.map((cell) => `Jean Dupont;${cell}`))))
  if ('problem' in table) throw new Error(table.problem)
  const map = guessColumns(table)
  const { rows } = checkRows(table, map)
  const fixed = rows.map((row, i) => fixesFor(row, rawCells(table.records[i] as Rec, map))[0]?.edit?.iban)
  expect(fixed).toEqual([FR, DE, DE])
})
