import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
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

test('a row with a total is no line', () => {
  const rows = ['Name;IBAN;Amount;Result', `Anna Rossi;${DE};1.00;MTCH`, `Bob Miller;${FR};2.00;CMTC`]
  for (const total of ['Total;;3.00;', ';;3.00;', ';Summe:;3.00;', 'Total;2;3.00;2', ';;;Total'])
    expect(read(...rows, total)).toEqual(read(...rows))
  const company = read(...rows, `Total France SA;${DE};3.00;MTCH`, 'Total France SA;;3.00;')
  expect(company.lines.map(({ code }) => code)).toEqual(['RCVC', 'RVMC', 'RCVC', null])
})
