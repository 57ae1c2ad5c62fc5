import fc from 'fast-check'
import { expect, test } from 'vitest'
import { duplicateKey } from '@/lib/names/text/fold'
import { readTable } from '@/lib/tables/read/read'
import type { ColumnMap, ParsedTable, RowEdit } from '@/lib/tables/table'
import { checkTable, DE, FR, groupIban, lines, NL } from '@/lib/tables/testing/lists'
import { CheckedRows } from './checked-rows'
import { type CheckedRow, checkRow } from './rows'

const map: ColumnMap = { iban: 1, name: [0], instead: [], reference: null, note: null }
const name = fc.constantFrom(
  'Anna',
  'ANNA',
  ' Anna',
  'Dr Anna Rossi',
  'Νίκος',
  'ΝΊΚΟΣ',
  'Straße',
  'STRASSE',
  '"B ""C"""',
  '',
)
const iban = fc.constantFrom(DE, groupIban(DE, ' '), FR, NL, NL.toLowerCase(), 'DE00', '')
const edits = fc.array(fc.tuple(fc.nat(11), fc.record({ iban, name }, { requiredKeys: [] })), {
  maxLength: 4,
})

/** Compares each row with each row before it: slow, and literally the guarantee. */
function compared(table: ParsedTable, typed: ReadonlyMap<number, RowEdit>): CheckedRow[] {
  const rows = table.records.map((record) =>
    checkRow(record, map, table.headers.length, typed.get(record.number)),
  )
  const valid = rows.filter(({ problems }) => problems.length === 0)
  const sameIban = (a: CheckedRow, b: CheckedRow) => a.iban === b.iban
  const sameName = (a: CheckedRow, b: CheckedRow) => duplicateKey(a.name) === duplicateKey(b.name)
  return rows.map((row) => {
    if (!valid.includes(row)) return row
    const first = valid.find((other) => sameIban(row, other) && sameName(row, other)) as CheckedRow
    const warnings = [...row.warnings]
    if (valid.some((other) => sameIban(row, other) && !sameName(row, other))) warnings.push('iban_many_names')
    if (valid.some((other) => sameName(row, other) && !sameIban(row, other))) warnings.push('name_many_ibans')
    return { ...row, warnings, duplicateOf: first === row ? null : first.number }
  })
}

test('rows equal those of a pairwise comparison, also after cells were edited', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, iban), { minLength: 1, maxLength: 12 }), edits, (cells, typed) => {
      const file = lines('Name;IBAN', ...cells.map((row) => row.join(';')))
      const table = readTable(new TextEncoder().encode(file), { delimiter: ';', headerRow: 1 })
      if ('problem' in table) return
      const work = new Map<number, RowEdit>()
      const rows = new CheckedRows(table, map, work)
      for (let index = 0; index < rows.length; index++) rows.check(index)
      rows.relate()
      expect([...rows]).toEqual(compared(table, work))
      for (const [index, edit] of typed) {
        if (index >= rows.length) continue
        work.set(index + 1, edit)
        rows.check(index)
      }
      rows.relate()
      expect([...rows]).toEqual(compared(table, work))
      const isNoted = ({ problems, warnings, duplicateOf }: CheckedRow) =>
        problems.length + warnings.length > 0 || duplicateOf !== null
      expect(Array.from(rows.flagged, (index) => index + 1)).toEqual(
        [...rows].filter(isNoted).map(({ number }) => number),
      )
    }),
    { numRuns: 300 },
  )
})

test('a table of good rows keeps none of them in memory', () => {
  const table = readTable(new TextEncoder().encode(lines('Name;IBAN', `Anna Rossi;${DE}`, `Uwe Bauer;${FR}`)))
  if ('problem' in table) throw new Error(table.problem)
  const rows = checkTable(table, map)
  expect([rows.flagged.length, rows.row(1).name, rows.isValid(1)]).toEqual([0, 'Uwe Bauer', true])
})

test.each([
  ['used instead', { ...map, instead: [2] }],
  ['joined', { ...map, name: [0, 2] }],
])('rows are checked and compared by the name that is sent, also with a column that is %s', (_, columns) => {
  const cells = ['Anna;', 'Anna;Nord SAS', 'Anna;', `Anna;${'x'.repeat(141)}`].map((row) =>
    row.replace(';', `;${DE};`),
  )
  const table = readTable(new TextEncoder().encode(lines('Name;IBAN;More', ...cells)))
  if ('problem' in table) throw new Error(table.problem)
  const rows = [...checkTable(table, columns)]
  expect(rows.map(({ duplicateOf }) => duplicateOf)).toEqual([null, null, 1, null])
  expect(rows.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    ...[[], [], []],
    ['name_too_long'],
  ])
})
