import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanIban } from '@/lib/iban/clean'
import { looksLikeIban } from './looks-like'

test.each([
  'FR7630006000011234567890189',
  'de89 3704 0044 0532 0130 00',
  'IBAN: DE89370400440532013000',
  '"IBAN IBAN DE89370400440532013000"',
  '="DE89370400440532013000"',
  "'D E-8 9 3704 0044 0532",
  'I B A N FR76 3000 6000 0112',
  '\u200bDE89\u00a03704 0044 05?2',
])('%s was meant as an IBAN', (cell) => {
  expect(looksLikeIban(cell)).toBe(true)
})

test.each(['Björn Schröder 5655', 'Iban Example 12', '12345678901234567890', 'R-2026-000123', 'DE89'])(
  '%s was not meant as an IBAN',
  (cell) => {
    expect(looksLikeIban(cell)).toBe(false)
  },
)

test('whatever normalises to the shape of an IBAN was meant as one', () => {
  const sign = fc.constantFrom(...'DE89IBAN0 -.:="\'\u00a0\u200b\u00ad')
  fc.assert(
    fc.property(fc.string({ unit: sign, minLength: 11, maxLength: 30 }), (cell) => {
      const shaped = /^[A-Z]{2}\d{2}[A-Z0-9?]{7,32}$/.test(cleanIban(cell))
      expect([cell, looksLikeIban(cell)]).toEqual([cell, shaped])
    }),
    { numRuns: 3_000 },
  )
})
