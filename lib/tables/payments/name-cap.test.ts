import { expect, test } from 'vitest'
import { cutAt, isLonger } from './name-cap'

test('a name is put on one line and shortened by characters, without a space at its end', () => {
  expect(cutAt('Müller  und\nSöhne', 10)).toBe('Müller und')
  expect(cutAt('Müller und Söhne', 11)).toBe('Müller und')
  expect(cutAt('𝔐üller', 2)).toBe('𝔐ü')
  expect(isLonger('Müller  und', 10)).toBe(false)
  expect(isLonger('Müller und S', 10)).toBe(true)
})
