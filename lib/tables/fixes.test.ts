import { expect, test } from 'vitest'
import { fixesFor } from './fixes'
import { checkRow } from './rows'
import { DE } from './testing/lists'

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
])('%s: the signs around the name can be taken away', (name, bare) => {
  expect(fixed(name)).toEqual([bare])
})

test.each(["'t Hoen BV", "Niccolo'", '"Nord" GmbH', 'Société "Les 3 Frères",', 'Nord GmbH & Co.'])(
  '%s: signs that are part of the name stay',
  (name) => {
    expect(fixed(name)).toEqual([])
  },
)

test('a list in single quotes is read without them', () => {
  const row = checkRow({ number: 1, line: 1, cells: ['Anna', `'${DE}'`] }, MAP, 2)
  expect(row).toMatchObject({ iban: DE, problems: [] })
})
