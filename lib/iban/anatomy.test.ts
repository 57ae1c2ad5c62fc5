import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countryOf, type IbanPart, ibanParts } from './anatomy'
import { anyText, validIban } from './testing/arbitraries'

function joined(parts: IbanPart[]): string {
  return parts.map(({ value }) => value).join('')
}

function shown(iban: string): string {
  return ibanParts(iban)
    .map(({ part, value }) => `${part} ${value}`)
    .join(', ')
}

describe('ibanParts', () => {
  it('joins to the original text, whatever the text', () => {
    fc.assert(
      fc.property(
        validIban(),
        fc.nat({ max: 40 }),
        (iban, n) => joined(ibanParts(iban.slice(0, n))) === iban.slice(0, n),
      ),
    )
    fc.assert(fc.property(anyText(12), (text) => joined(ibanParts(text)) === text))
    fc.assert(
      fc.property(validIban(), fc.string(), (iban, more) => joined(ibanParts(iban + more)) === iban + more),
    )
  })

  it('never returns an empty part', () => {
    fc.assert(fc.property(validIban(), (iban) => ibanParts(iban).every(({ value }) => value !== '')))
  })

  it.each([
    [
      'FR7630006000011234567890189',
      'country FR, check 76, bank 30006, branch 00001, account 12345678901, key 89',
    ],
    ['DE89370400440532013000', 'country DE, check 89, bank 37040044, account 0532013000'],
    ['ES9121000418450200051332', 'country ES, check 91, bank 2100, branch 0418, key 45, account 0200051332'],
    [
      'IT60X0542811101000000123456',
      'country IT, check 60, key X, bank 05428, branch 11101, account 000000123456',
    ],
    ['BG80BNBG96611020345678', 'country BG, check 80, bank BNBG, branch 9661, account 1020345678'],
    ['CZ6508000000192000145399', 'country CZ, check 65, bank 0800, account 0000192000145399'],
    ['PL61109010140000071219812874', 'country PL, check 61, bank 10901014, account 0000071219812874'],
    [
      'AL47212110090000000235698741',
      'country AL, check 47, bank 212, branch 11009, account 0000000235698741',
    ],
    ['ZZ12345', 'country ZZ, check 12, account 345'],
    ['12345', 'account 12345'],
    ['F', 'country F'],
    ['FR7630', 'country FR, check 76, bank 30'],
    ['', ''],
  ])('%s: %s', (iban, parts) => {
    expect(shown(iban)).toBe(parts)
  })
})

describe('countryOf', () => {
  it('knows the countries of the registry and no others', () => {
    expect(countryOf('FR')).toEqual({ code: 'FR', length: 27, sepa: true })
    expect(countryOf('TR')).toMatchObject({ sepa: false })
    for (const code of ['US', 'RE', 'GG', 'fr', 'F', '', 'FRA', '__proto__'])
      expect(countryOf(code)).toBeUndefined()
  })
})
