import { expect, test } from 'vitest'
import { foldName } from '@/lib/names/text/fold'
import { properCase } from './case'

test.each([
  ['JEAN DUPONT', 'Jean Dupont'],
  ['MÜLLER-LÜDENSCHEIDT GMBH', 'Müller-Lüdenscheidt GmbH'],
  ["CHIARA D'ANGELO", "Chiara D'Angelo"],
  ['LUDWIG VAN BEETHOVEN', 'Ludwig van Beethoven'],
  ['BNP PARIBAS SA', 'BNP Paribas SA'],
  ['SNCF', 'SNCF'],
  ['ATELIER NORD S.A.R.L.', 'Atelier Nord S.A.R.L.'],
  ['josé núñez', 'José Núñez'],
  ['Jean DUPONT', 'Jean DUPONT'],
  ['ŁUKASZ', 'Łukasz'],
  ['42', '42'],
])('%s becomes %s, and means the same', (name, expected) => {
  expect(properCase(name)).toBe(expected)
  expect(foldName(properCase(name))).toBe(foldName(name))
})
