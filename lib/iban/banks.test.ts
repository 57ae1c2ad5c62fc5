import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { bankCode, bankKey, findBank } from './banks'
import { BIC } from './bic'
import { withCheckDigits } from './checksum'
import { EXAMPLES } from './examples'
import { structureOf } from './structures'

const folder = path.join(import.meta.dirname, 'data/banks')
const countries = fs.readdirSync(folder).map((file) => file.slice(0, 2))

describe('bankCode', () => {
  it.each([
    ['FR7630006000011234567890189', '30006'],
    ['IT60X0542811101000000123456', '05428'],
    ['PL61109010140000071219812874', '10901014'],
    ['FR763000', undefined],
    ['ZZ1234567890', undefined],
    ['', undefined],
  ])('%s: %s', (iban, code) => {
    expect(bankCode(iban)).toBe(code)
  })
})

describe('bankKey', () => {
  it('leads to the same bank as any IBAN of it, in every country, and has nothing of the account', async () => {
    for (const iban of Object.values(EXAMPLES)) {
      const key = bankKey(iban)
      expect([iban, bankCode(key)]).toEqual([iban, bankCode(iban)])
      expect(await findBank(key)).toEqual(await findBank(iban))
      expect(bankKey(key)).toBe(key)
      expect(key.slice(2, 4)).toBe('00')
    }
    expect(bankKey('DE89370400440532013000')).toBe('DE0037040044')
    expect(bankKey('IT60X0542811101000000123456')).toBe('IT00005428')
    expect(bankKey('ZZ1234567890')).toBe('ZZ00')
  })
})

describe('findBank', () => {
  it('returns the bank and its BIC', async () => {
    const iban = withCheckDigits('FR', '10011000010000000000000')
    expect(await findBank(iban)).toEqual({ code: '10011', name: 'LA BANQUE POSTALE', bic: 'PSSTFRPPXXX' })
    expect(await findBank('DE89370400440532013000')).toMatchObject({ code: '37040044', name: 'Commerzbank' })
  })

  it('returns undefined, never an error, for a code outside the directory, or one that no bank has', async () => {
    for (const iban of [
      withCheckDigits('BE', '539007547034'),
      withCheckDigits('FR', '99999000010000000000000'),
      'MT84MALT011000012345MTLCAST001S',
      'ZZ12',
      '',
    ]) {
      expect(await findBank(iban)).toBeUndefined()
    }
  })

  it('contains 449 French codes, 115 of them by name only', () => {
    const list = Object.values(read('FR'))
    expect(list).toHaveLength(449)
    expect(list.filter(([, bic]) => bic === null)).toHaveLength(115)
  })

  it.each(countries)(
    '%s: every code can occur in an IBAN, every BIC is valid, and the country is loaded',
    async (country) => {
      const [start = 0, end = 0] = structureOf(country)?.bank ?? []
      const [first, ...rest] = Object.entries(read(country))
      for (const [code, [name, bic]] of [first, ...rest] as [string, [string, string | null]][]) {
        expect(code).toMatch(new RegExp(`^[A-Z0-9]{${end - start}}$`))
        expect(name.trim()).not.toBe('')
        if (bic !== null) expect(bic).toMatch(BIC)
      }
      const example = EXAMPLES[country] as string
      const iban = example.slice(0, 4 + start) + first?.[0] + example.slice(4 + end)
      expect(await findBank(iban)).toMatchObject({ code: first?.[0] })
    },
  )
})

function read(country: string): Record<string, [string, string | null]> {
  return JSON.parse(fs.readFileSync(path.join(folder, `${country}.json`), 'utf8'))
}
