import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanIban } from './clean'
import { formatIban } from './format'
import { anyText, validIban } from './testing/arbitraries'

const NOISE = [
  ' ',
  '\t',
  '\n',
  '\u00A0',
  '\u2009',
  '\u202F',
  '\u3000',
  '-',
  '\u2011',
  '.',
  '\u200B',
  '\u200D',
  '\u200E',
  '\u2013',
  '\u2060',
  '\u00AD',
  '\uFEFF',
]

/** Pieces that trigger the cleaning rules, mixed with arbitrary text. */
const messyText = () =>
  fc
    .array(fc.oneof(fc.constantFrom(...NOISE, 'IBAN', 'iban:', "'", '"', '="', 'ı', 'ſ'), anyText(12)))
    .map((pieces) => pieces.join(''))

describe('cleanIban', () => {
  it('is idempotent', () => {
    fc.assert(fc.property(messyText(), (text) => cleanIban(cleanIban(text)) === cleanIban(text)))
  })

  it('finds the IBAN among any separators, in either case', () => {
    const separators = fc.array(fc.constantFrom(...NOISE), { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(validIban(), separators, fc.boolean(), (iban, noise, lower) => {
        const typed = [...(lower ? iban.toLowerCase() : iban)].map((sign, i) => noise[i] + sign).join('')
        expect(cleanIban(typed)).toBe(iban)
      }),
    )
  })

  it('reverses formatIban', () => {
    fc.assert(fc.property(validIban(), (iban) => cleanIban(formatIban(iban)) === iban))
  })

  it.each([
    ['IBAN: fr14 2004 1010', 'FR1420041010'],
    ['IBAN DE89', 'DE89'],
    ['="DE89"', 'DE89'],
    ['"IBAN: DE89"', 'DE89'],
    ["'DE89", 'DE89'],
    ["'DE89'", 'DE89'],
    ['’DE89', 'DE89'],
    ['IBAN', ''],
    ['="', '="'],
    ['DE89"', 'DE89"'],
  ])('%j becomes %j', (raw, clean) => {
    expect(cleanIban(raw)).toBe(clean)
  })

  it.each(['ſE89', 'DıK', 'ＤＥ89', 'DE٨٩', 'DЕ89', '\u202EDE89', 'DE89\u0000'])(
    'leaves %j unchanged, so that it is rejected',
    (raw) => {
      expect(cleanIban(raw)).toBe(raw)
    },
  )

  it('takes linear time on long hostile text', () => {
    // in quadratic time it would take hours
    expect(cleanIban('IBAN'.repeat(250_000))).toBe('')
    for (const text of ['="'.repeat(500_000), ' .'.repeat(500_000)])
      expect(cleanIban(text).length).toBeLessThanOrEqual(text.length)
  })
})
