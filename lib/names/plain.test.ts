import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkName } from './check'
import { isPlainName } from './plain'
import { foldWord } from './text/fold'
import { splitHolders } from './words/holders'
import { TITLE_WORDS, titlesAtEnds } from './words/titles'
import { HOLDER_SEPARATORS } from './words/words'

const word = fc.oneof(
  fc.constantFrom(
    'Anna',
    'Rossi',
    'Zoë',
    'Łukasz',
    'GmbH',
    'O’Neil',
    "D'Angelo",
    '&',
    '-',
    '42',
    'FR',
    '7A',
    'NO93',
    '86011117947',
  ),
  fc.constantFrom(...TITLE_WORDS, ...HOLDER_SEPARATORS),
  fc.string({ unit: fc.constantFrom(...'aBé.,-’ſ1 &/×ı'), maxLength: 5 }),
)
const name = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '-', '  ', '. ', '')), { minLength: 1, maxLength: 5 })
  .map((words) => words.flat().join(''))

test('the fast path only accepts names that the full check accepts without warnings', () => {
  fc.assert(
    fc.property(name, (text) => {
      fc.pre(isPlainName(text))
      // leading white space is trimmed, and forces the full check
      expect(checkName(` ${text}`)).toEqual({ ok: true, name: text, warnings: [] })
    }),
    { numRuns: 600 },
  )
})

test('a title is found in another spelling', () => {
  expect([isPlainName('Miss Anna Rossi'), isPlainName('Miß Anna Rossi')]).toEqual([false, false])
})

test('a number at the end of a name needs no full check, an IBAN does', () => {
  expect(isPlainName('Nord SA 4711')).toBe(true)
  expect(isPlainName('Nord NO9386011117947')).toBe(false)
  expect(isPlainName('NO93 8601 1117 947')).toBe(false)
})

test('titles and several holders are found among letters of any script, with any separator', () => {
  fc.assert(
    fc.property(name, fc.constantFrom('Ελένη ', 'Иван ', ''), (text, foreign) => {
      const verdict = checkName(`${foreign}${text}`)
      fc.pre(verdict.ok && verdict.name !== '')
      if (!verdict.ok) return
      const keys = verdict.name
        .split(/[\s\-/]+/u)
        .map(foldWord)
        .filter((key) => key !== '')
      const { first, last } = titlesAtEnds(keys)
      expect([verdict.name, verdict.warnings.includes('name_title')]).toEqual([
        verdict.name,
        first + last > 0,
      ])
      expect([verdict.name, verdict.warnings.includes('name_several_holders')]).toEqual([
        verdict.name,
        splitHolders(verdict.name).length > 1,
      ])
    }),
    { numRuns: 3_000 },
  )
})

test.each(['Jean Dupont', 'Zoë Müller 42', 'Nord & Fils SARL', 'Jean-Pierre Le Goff', "Sean O'Connor 15"])(
  '%s takes the fast path',
  (text) => {
    expect(isPlainName(text)).toBe(true)
  },
)
