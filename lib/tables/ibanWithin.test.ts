import { describe, expect, test } from 'vitest'
import { ibanWithin } from './ibanWithin'
import { pastedFile } from './paste'
import { readFile } from './readFile'
import { bytes, DE, FR, lines, payees } from './testing/lists'

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
    '%s holds none beside other text',
    (text) => {
      expect(ibanWithin(text)).toBeNull()
    },
  )
})

/** Name and IBAN in one cell, and how: what is said of the file, and what pasting its rows gives. */
describe.each<[string, string]>([
  [
    'columns of fixed width',
    lines(
      'Name                IBAN                        Amount',
      `Jean Dupont         ${FR}  10,00`,
      `Uwe Bauer           ${DE}      120,00`,
    ),
  ],
  ['columns aligned by spaces, without a header', lines(`Jean Dupont  ${FR}`, `Uwe Bauer  ${DE}`)],
  ['whole lines in quotes', lines('"Name;IBAN"', `"Jean Dupont;${FR}"`, `"Uwe Bauer;${DE}"`)],
  [
    'whole lines in quotes, cells in doubled ones',
    lines('"Name,""IBAN"""', `"Jean Dupont,""${FR}"""`, `"Uwe Bauer,""${DE}"""`),
  ],
])('%s', (_, text) => {
  test('say that the columns cannot be told apart', () => {
    expect(readFile(bytes(text))).toEqual({ problem: 'columns_together' })
  })

  test('are read when they are pasted', () => {
    expect(payees(pastedFile(text))).toEqual([
      ['Jean Dupont', FR],
      ['Uwe Bauer', DE],
    ])
  })
})

test('a separator that is seldom met is found where no usual one puts an IBAN into a cell', () => {
  for (const sign of ['^', '~', '#', '¦']) {
    const list = lines(`Name${sign}IBAN`, `Dupont, Jean${sign}${FR}`, `Bauer, Uwe${sign}${DE}`)
    expect(payees(bytes(list))).toEqual([
      ['Dupont, Jean', FR],
      ['Bauer, Uwe', DE],
    ])
  }
})
