import { expect, test } from 'vitest'
import { readTable } from '@/lib/tables/read/read'
import type { ColumnMap, Rec } from '@/lib/tables/table'
import { differenceOf } from './compare-row'

const IBAN = 'DE89370400440532013000'
const MAP: ColumnMap = { iban: 0, name: [1], instead: [], reference: null, note: null }
const difference = (cells: string[], sent: { iban?: string; name?: string } = {}, width = 2) =>
  differenceOf({ number: 1, line: 2, cells }, { iban: IBAN, name: 'Anna Rossi', ...sent }, MAP, width)

test.each([
  [[IBAN, 'Anna Rossi']],
  [['de89 3704 0044 0532 0130 00', ' Anna  Rossi ']],
  [[IBAN, 'Anna\r\nRossi']],
  [[IBAN, 'Anna Rossi', '', ' ']],
])('%j is sent as it is in the file, normalised', (cells) => {
  expect(difference(cells)).toBeNull()
})

test.each([
  ['iban', { iban: 'FR1420041010050500013M02606' }],
  ['name', { name: 'Anna Rossa' }],
  ['name', { name: 'anna Rossi' }],
  ['iban', { iban: 'FR1420041010050500013M02606', name: 'Uwe Bauer' }],
])('another %s than in the file is a difference', (field, sent) => {
  expect(difference([IBAN, 'Anna Rossi'], sent)).toBe(field)
})

test('a name that the file may cut into two cells is not sent as one of them', () => {
  const file = new TextEncoder().encode(`IBAN;Name\n${IBAN};Anna Rossi;Bianchi\n`)
  const table = readTable(file, { delimiter: ';', headerRow: 1 })
  if ('problem' in table) throw new Error(table.problem)
  const record = table.records[0] as Rec
  const sent = { iban: IBAN, name: 'Anna Rossi' }
  expect(differenceOf(record, sent, MAP, table.headers.length)).toBe('name')
  expect(differenceOf(record, sent, MAP, 0)).toBeNull()
})
