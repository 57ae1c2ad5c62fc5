import { expect, test } from 'vitest'
import { guessColumns } from '@/lib/tables/columns/columns'
import { readTable } from '@/lib/tables/read/read'
import { checkRow, rawCells } from '@/lib/tables/rows/rows'
import { bytes, DE, lines, PL } from '@/lib/tables/testing/lists'
import { fixesFor } from './fixes'

const MAP = { iban: 1, name: [0], instead: [], reference: null, note: null }
const fixed = (name: string) => {
  const row = checkRow({ number: 1, line: 1, cells: [name, DE] }, MAP, 2)
  return fixesFor(row, { iban: DE, name }).map(({ edit }) => edit?.name)
}

test.each([
  ["'Jean Dupont'", 'Jean Dupont'],
  ['"Uwe Bauer', 'Uwe Bauer'],
  ['“Uwe Bauer”', 'Uwe Bauer'],
  ['Uwe Bauer -', 'Uwe Bauer'],
  ['- Uwe Bauer;', 'Uwe Bauer'],
  ["'t Hoen,", "'t Hoen"],
])('%s: the characters around the name can be removed', (name, bare) => {
  expect(fixed(name)).toEqual([bare])
})

test.each(["'t Hoen BV", "Niccolo'", '"Nord" GmbH', 'Société "Les 3 Frères",', 'Nord GmbH & Co.'])(
  '%s: characters that are part of the name are kept',
  (name) => {
    expect(fixed(name)).toEqual([])
  },
)

test.each([
  ['Ann\u200b Lee', 'Ann Lee'],
  ['Mül\u200bler\u2060', 'Müller'],
  ['\u202eAnn\tLee', 'Ann Lee'],
  ['Mül\u00adler', 'Müller'],
])('%j: characters that nobody sees can be removed', (name, bare) => {
  expect(fixed(name)).toEqual([bare])
})

test('a list in single quotes is read without them', () => {
  const row = checkRow({ number: 1, line: 1, cells: ['Anna', `'${DE}'`] }, MAP, 2)
  expect(row).toMatchObject({ iban: DE, problems: [] })
})

test('accounts without their country code are found in their column, and their IBAN is suggested', () => {
  const numbers = ['61 1090 1014 0000 0712 1981 2874', '61109010140000071219812874']
  const table = readTable(
    bytes(lines('Nazwa odbiorcy;Nr rachunku', ...numbers.map((each) => `Jan Nowak;${each}`))),
  )
  if ('problem' in table) throw new Error(table.problem)
  const map = guessColumns(table)
  expect(map).toMatchObject({ name: [0], iban: 1 })
  for (const record of table.records) {
    const row = checkRow(record, map, 2)
    expect(row.problems).toMatchObject([{ code: 'iban_country_unknown' }])
    expect(fixesFor(row, rawCells(record, map))).toEqual([{ kind: 'country', edit: { iban: PL } }])
  }
})
