import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkName } from '@/lib/names/check'
import { readTable } from '@/lib/tables/read/read'
import type { ColumnMap, RowEdit } from '@/lib/tables/table'
import { checkRow, rawName } from './rows'

const map: ColumnMap = { iban: 1, name: [0], instead: [], reference: 2, note: null }
const check = (...cells: string[]) => checkRow({ number: 1, line: 2, cells }, map)
const IBAN = 'DE89370400440532013000'

describe('a wrong cell says what is wrong', () => {
  test.each([
    ['#N/A', 'iban_placeholder'],
    ['NULL', 'iban_placeholder'],
    ['-', 'iban_placeholder'],
    ['0', 'iban_placeholder'],
    ['7,63E+25', 'iban_scientific_notation'],
    ['1.23457E+26', 'iban_scientific_notation'],
    [`${IBAN} COBADEFFXXX`, 'iban_and_bic'],
    ['FR76', 'iban_start'],
  ])('%s', (cell, hint) => {
    expect(check('Anna Rossi', cell).problems).toMatchObject([{ field: 'iban', hint }])
  })

  test('name and IBAN in each other’s column', () => {
    expect(check(IBAN, 'Anna Rossi').problems).toMatchObject([{ field: 'iban', hint: 'columns_swapped' }])
  })
})

test('a total is recognised by any of its cells, or by its amount alone, until the row is edited', () => {
  const hints = (record: { cells: string[]; traits?: Record<number, 'merged'> }, edit?: RowEdit) =>
    checkRow({ number: 1, line: 2, ...record }, { ...map, amount: 3 }, 0, edit).problems.map(
      ({ hint }) => hint,
    )
  const total = ['total_row', 'total_row']
  for (const cells of [
    ['', '', '', '1.250,00', 'Total général'],
    ['', '', '', '1.250,00', ''],
  ]) {
    expect(hints({ cells })).toEqual(total)
    expect(hints({ cells }, { name: 'Nord SAS' })).toEqual([undefined])
  }
  expect(hints({ cells: ['', '', 'F-2', '1.250,00'] })).toEqual([undefined, undefined])
  expect(hints({ cells: ['', '', '', '1.250,00'], traits: { 1: 'merged' } })).toEqual(['merged', undefined])
})

test('a name is judged alike on its own and as a cell of a line', () => {
  const sign = fc.constantFrom(...'aBé.,-’ſ1 &/×ı', 'Dr ', ' et ', ' & ')
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 12 }), (name) => {
      const table = readTable(new TextEncoder().encode(`Name\tIBAN\n${name}\t${IBAN}`), {
        delimiter: '\t',
        headerRow: 1,
      })
      const [record] = 'problem' in table ? [] : table.records
      if (!record) throw new Error('the line is a row')
      const { problems, warnings } = checkRow(record, map, 2)
      const verdict = checkName(name)
      const own = verdict.ok ? [[], verdict.warnings] : [[verdict.code], []]
      expect([problems.map(({ code }) => code), warnings]).toEqual(own)
    }),
    { numRuns: 600 },
  )
})

test('IBAN problems come before name problems, and both are reported', () => {
  expect(check('', 'DE00').problems.map(({ code }) => code)).toEqual(['iban_length', 'name_required'])
})

test('a line break inside a name is white space, with a warning', () => {
  expect(check('Nord\r\nGmbH', IBAN)).toMatchObject({
    name: 'Nord GmbH',
    problems: [],
    warnings: ['name_line_break'],
  })
})

test('text that was decoded wrongly gets a warning, not a problem', () => {
  expect(check('MÃ¼ller', IBAN)).toMatchObject({ problems: [], warnings: ['suspected_encoding'] })
  expect(check('Zoë Åkesson Ângela', IBAN).warnings).toEqual([])
})

test('the reference is kept as it is, without outer spaces', () => {
  expect(check('A B', IBAN, ' 0012 ').reference).toBe('0012')
  expect(check('A B', IBAN).reference).toBeUndefined()
})

test('a company name replaces first and last name where there is one', () => {
  const person: ColumnMap = { ...map, name: [2, 0], instead: [3] }
  const named = (...cells: string[]) => rawName({ number: 1, line: 2, cells }, person)
  expect(named('Rossi', IBAN, 'Anna', ' ')).toBe('Anna Rossi')
  expect(named('Rossi', IBAN, 'Anna', 'Nord SAS')).toBe('Nord SAS')
})
