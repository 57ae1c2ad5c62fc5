import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { readBankReport } from './read-report'

const DE = 'DE89370400440532013000'
const FR = 'FR7630006000011234567890189'

const found = (...rows: string[]) => readBankReport(strToU8(rows.join('\n')))
function read(...rows: string[]) {
  const report = found(...rows)
  if ('problem' in report) throw new Error(report.problem)
  return report
}

describe('a row with contradictory codes', () => {
  const unreadable = (line: number) => ({ code: 'row_unreadable', line })

  test('in one cell has no code, and a note', () => {
    const report = read('Name;IBAN;Result', `Anna Rossi;${DE};MTCH / NMTC`, `Bob Miller;${FR};CMTC`)
    expect(report.lines.map(({ code }) => code)).toEqual([null, 'RVMC'])
    expect(report.notes).toEqual([unreadable(2)])
  })
  test('in two columns has no code, and a note, even if few rows have the second one', () => {
    const rows = Array.from({ length: 700 }, (_, n) => `Anna Rossi;${DE};MTCH;${n === 500 ? 'NMTC' : ''}`)
    const report = read('Name;IBAN;Result;Final result', ...rows)
    expect(report.lines.flatMap(({ code, position }) => (code === 'RCVC' ? [] : position))).toEqual([501])
    expect(report.lines[500]).toMatchObject({ code: null, texts: ['MTCH', 'NMTC'] })
    expect(report.notes).toEqual([unreadable(502)])
  })
  test('is no row that says the same twice', () => {
    const report = read('Name;IBAN;Result;Status', `Anna Rossi;${DE};MTCH;RCVC`, `Bob Miller;${FR};NMTC;RVNM`)
    expect(report.lines.map(({ code }) => code)).toEqual(['RCVC', 'RVNM'])
    expect(report.notes).toEqual([])
  })
})

test('a code within a text is read where a sign sets it apart and it is the only one', () => {
  const report = read(
    'Name;IBAN;Ergebnis',
    `Anna Rossi;${DE};Übereinstimmung (MTCH)`,
    `Bob Miller;${FR};Close match – CMTC`,
    `Carla Diaz;${DE};Ergebnis: NMTC, kein Treffer`,
    `Dan Klose;${FR};Treffer (MTCH/RCVC)`,
    `Eve Meier;${FR};Treffer (MTCH) oder ähnlich (CMTC)`,
    `Fay Lang;${FR};Kein MTCH`,
  )
  expect(report.lines.slice(0, 4).map(({ code }) => code)).toEqual(['RCVC', 'RVMC', 'RVNM', 'RCVC'])
  expect(report.notes.map(({ line }) => line)).toEqual([6, 7])
  const legend = 'Antworten: MTCH, CMTC'
  const twice = read('IBAN;Ergebnis;Legende', `${DE};MTCH;${legend}`, `${FR};CMTC;${legend}`)
  expect(twice.lines.map(({ code }) => code)).toEqual(['RCVC', 'RVMC'])
})

test('every column of reasons is kept: the code, and the texts', () => {
  const rows = [`${DE};MTCH;;`, `${FR};NOAP;AC04;Account closed`, `${FR};NOAP;Closed;AC04`]
  const { lines } = read('IBAN;Result;Reason code;Reason', ...rows)
  expect(lines.map(({ reasonCode, texts }) => [reasonCode, ...texts])).toEqual([
    [null, 'MTCH'],
    ['AC04', 'NOAP', 'Account closed'],
    ['AC04', 'NOAP', 'Closed'],
  ])
})

describe('a table without what tells payments apart is refused', () => {
  test.each([
    ['neither accounts nor IDs', ['Name;Amount;Result', 'Anna Rossi;1.00;MTCH']],
    ['end-to-end IDs but no amounts', ['Name;End-to-end ID;Result', 'Anna Rossi;E1;MTCH']],
    [
      'only the payer’s account',
      ['Name;Debtor IBAN;Result', `Anna Rossi;${DE};MTCH`, `Bob Miller;${DE};CMTC`],
    ],
  ])('with %s', (_, rows) => {
    expect(found(...rows)).toEqual({ problem: 'table_accounts_missing' })
  })
  test('but not one with end-to-end IDs and amounts', () => {
    const report = read('Payee;End-to-end ID;Amount;Result', 'Anna Rossi;E1;1.00;MTCH')
    expect(report.lines).toMatchObject([{ endToEndId: 'E1', amount: '1.00', iban: null }])
  })
})

describe('the bank’s name at a close match', () => {
  const namesIn = (...rows: string[]) =>
    read(...rows).lines.flatMap(({ code, name, bankName }) => (code === 'RVMC' ? [[name, bankName]] : []))
  const rows = (...ends: string[]) => [
    `Anna Rossi;${DE};1,00;MTCH${ends[0]}`,
    `Bob Miler;${FR};2,00;CMTC${ends[1]}`,
    `Carla Diaz;${DE};3,00;NMTC${ends[2]}`,
  ]

  test.each([
    ['that holders are the payees', 'Titulaire du compte', 'Nom proposé', ['', 'Bob Miller', '']],
    ['no suggestion', 'Beneficiario', 'Titular real', ['', 'Bob Miller', '']],
    [
      'that it is registered, at every answer',
      'Payee',
      'Registered name',
      ['Anna Rossi', 'Bob Miller', 'X Y'],
    ],
  ])(
    'is in the other column of names, even if a header says %s',
    (_, payee, bank, [first, second, third]) => {
      const header = `${payee};IBAN;Montant;Résultat;${bank}`
      expect(namesIn(header, ...rows(`;${first}`, `;${second}`, `;${third}`))).toEqual([
        ['Bob Miler', 'Bob Miller'],
      ])
    },
  )
  test('is found by its place if the table lists no match', () => {
    const header = 'Empfänger;IBAN;Betrag;Ergebnis;Kontoinhaber laut Bank'
    expect(namesIn(header, ...rows(';', ';Bob Miller', ';').slice(1))).toEqual([['Bob Miler', 'Bob Miller']])
  })
  test('is not the payee’s, whatever its header says', () => {
    expect(namesIn('Titulaire;IBAN;Montant;Résultat', ...rows('', '', ''))).toEqual([['Bob Miler', null]])
    const payer = ';Accord SARL'
    expect(namesIn('Titulaire;IBAN;Montant;Résultat;Donneur d’ordre', ...rows(payer, payer, payer))).toEqual([
      ['Bob Miler', null],
    ])
  })
})

test.each([
  ['Ende-zu-Ende-Referenz', '1.234,50 EUR'],
  ['Référence de bout en bout', '1 234,50 €'],
  ['Referencia de extremo a extremo', '1.234,50'],
  ['ID end-to-end', '€ 1.234,50'],
  ['Identyfikator end-to-end', '1 234,50 zł'],
  ['End-to-end ID', '-1.234,50 EUR'],
  ['EndToEndId', '€ −1.234,50'],
])('a payment is told by its %s and its amount %s', (header, amount) => {
  const report = read(`${header};IBAN;Betrag;Ergebnis`, `E1;${DE};${amount};MTCH`)
  expect(report.lines).toMatchObject([{ endToEndId: 'E1', amount: '1234.50' }])
})

test('a debit is also read where it is a number of a workbook', () => {
  const rows = [
    ['IBAN', 'Amount', 'Result'],
    [DE, { number: '-1234.5' }, 'MTCH'],
  ]
  expect(readBankReport(makeWorkbook([{ name: 'Result', rows }]))).toMatchObject({
    lines: [{ amount: '1234.5' }],
  })
})

test.each([
  'MsgId;OrgnlMsgId;OrgnlPmtInfId;OrgnlInstrId;OrgnlEndToEndId;IBAN;TxSts',
  'MSGID;ORIGINAL MSGID;PMTINFID;INSTRID;ENDTOENDID;IBAN;TXSTS',
])('the names of pain.002 are understood as headers: %s', (header) => {
  expect(read(header, `BANK;M-1;P-1;I-1;E-1;${DE};RVNM`).lines).toMatchObject([
    { messageId: 'M-1', batchId: 'P-1', instructionId: 'I-1', endToEndId: 'E-1', iban: DE, code: 'RVNM' },
  ])
})

describe('the rows of a table belong to the files that they name', () => {
  const filesIn = (...ids: string[]) => {
    const { documents, lines } = read('Message ID;IBAN;Result', ...ids.map((id) => `${id};${DE};MTCH`))
    return lines.map(({ document }) => documents[document]?.originalMessageId)
  }

  test('by MsgId, or to none', () => {
    expect(filesIn('M-1', 'M-2', 'M-1', '')).toEqual(['M-1', 'M-2', 'M-1', null])
  })
  test('unless there are too many for files', () => {
    const ids = Array.from({ length: 101 }, (_, n) => `M-${n}`)
    expect(new Set(filesIn(...ids))).toEqual(new Set([null]))
  })
})

test('a table with nothing but a header has no lines, whichever line the header is', () => {
  expect(found('IBAN;Result')).toEqual({ problem: 'file_empty' })
})

test('a row with a total is no line', () => {
  const rows = ['Name;IBAN;Amount;Result', `Anna Rossi;${DE};1.00;MTCH`, `Bob Miller;${FR};2.00;CMTC`]
  for (const total of ['Total;;3.00;', ';;3.00;', ';Summe:;3.00;', 'Total;2;3.00;2', ';;;Total'])
    expect(read(...rows, total)).toEqual(read(...rows))
  const company = read(...rows, `Total France SA;${DE};3.00;MTCH`, 'Total France SA;;3.00;')
  expect(company.lines.map(({ code }) => code)).toEqual(['RCVC', 'RVMC', 'RCVC', null])
})

test('a heading that each page of a list repeats is no line', () => {
  const report = read(
    'Page 1;;',
    'Name;IBAN;Result',
    `Anna Rossi;${DE};MTCH`,
    '---;---;---',
    'Page 2;;',
    'Name;IBAN;Result',
    `Bob Miller;${FR};NMTC`,
  )
  expect(report.lines.map(({ code, position }) => [position, code])).toEqual([
    [1, 'RCVC'],
    [2, 'RVNM'],
  ])
  expect(report.notes).toEqual([])
})
