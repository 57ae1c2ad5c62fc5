import { expect, test } from 'vitest'
import { cutAt, fitsVersion, isLonger, longestName, strictestVersion } from './name-cap'

test('a name is put on one line and shortened by characters, without a space at its end', () => {
  expect(cutAt('Müller  und\nSöhne', 10)).toBe('Müller und')
  expect(cutAt('Müller und Söhne', 11)).toBe('Müller und')
  expect(cutAt('𝔐üller', 2)).toBe('𝔐ü')
  expect(cutAt(' Müller', 3)).toBe('Mül')
  expect(isLonger('Müller  und', 10)).toBe(false)
  expect(isLonger('Müller und S', 10)).toBe(true)
})

test('the schemas of national versions, of version 02 and perhaps of an unknown one have shorter names', () => {
  const long = [null, 'pain.001.001.03', 'pain.001.001.09', 'pain.001.001.12']
  expect(long.map(longestName)).toEqual([140, 140, 140, 140])
  const short = ['pain.001', 'pain.001.001.02', 'pain.001.002.03', 'pain.001.003.03', 'pain.001.001.03.ch.02']
  expect(short.map(longestName)).toEqual([70, 70, 70, 70, 70])
})

test('the first versions of the Swiss banks have letters of western Europe only', () => {
  const swiss = 'pain.001.001.03.ch.02'
  const names = ["Société d'Été & Söhne (Zürich)", 'Łukasz', 'Ivica Ćosić', 'Ελένη', 'Tab\tname', 'Ann’s']
  expect(names.map((name) => fitsVersion(name, swiss))).toEqual([true, false, false, false, false, false])
  for (const version of [null, 'pain.001.001.09', 'pain.001.001.09.ch.03', 'pain.001.003.03'])
    expect(names.every((name) => fitsVersion(name, version))).toBe(true)
})

test('of several versions in a file, the one that allows the fewest names counts, wherever it is', () => {
  const [swiss, german, usual] = ['pain.001.001.03.ch.02', 'pain.001.003.03', 'pain.001.001.09']
  for (const versions of [
    [usual, german, swiss],
    [swiss, german, usual],
  ])
    expect(strictestVersion(versions)).toBe(swiss)
  expect(strictestVersion([usual, german])).toBe(german)
  expect(strictestVersion([usual])).toBe(usual)
  expect(strictestVersion([])).toBeNull()
})
