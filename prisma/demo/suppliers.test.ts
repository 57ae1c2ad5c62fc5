import { describe, expect, it } from 'vitest'
import { nationalCheckFits } from '@/lib/iban/national'
import { checkIban } from '@/lib/iban/validate'
import { checkName } from '@/lib/names/check'
import { diffNames } from '@/lib/names/compare'
import { payee, SUPPLIERS } from './suppliers'

const payees = Array.from({ length: 3_000 }, (_, n) => payee(n))

describe('the suppliers of the demo office', () => {
  it('are fifteen hundred different names of nine countries, in three alphabets', () => {
    expect(new Set(SUPPLIERS.map(({ name, country }) => `${country} ${name}`)).size).toBe(1_500)
    expect(new Set(SUPPLIERS.map(({ country }) => country)).size).toBe(9)
    const countIn = (script: RegExp) => SUPPLIERS.filter(({ name }) => script.test(name)).length
    for (const script of [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u])
      expect(countIn(script), String(script)).toBeGreaterThan(50)
  })

  it('have different accounts with valid national check digits, and valid names', () => {
    expect(new Set(payees.map(({ iban }) => iban)).size).toBe(3_000)
    for (const { iban, check } of payees) {
      expect(checkIban(iban), iban).toMatchObject({ ok: true })
      expect(nationalCheckFits(iban), iban).toBe(true)
      expect(checkName(check.name), check.name).toMatchObject({ ok: true })
    }
  })

  it('get every answer, most of them a match, and close matches that differ', () => {
    const count = (result: string) => payees.filter(({ check }) => check.result === result).length
    expect(count('match')).toBeGreaterThan(2_500)
    for (const result of ['no_match', 'account_not_verifiable', 'failed'])
      expect(count(result), result).toBeGreaterThan(20)
    const close = payees.filter(({ check }) => check.result === 'close_match')
    expect(close.length).toBeGreaterThan(150)
    const types = close.map(({ check: { name, matchedName = '' } }) => {
      const { differences } = diffNames(name, matchedName)
      expect(differences, `${name} / ${matchedName}`).not.toEqual([])
      return differences[0]?.type
    })
    expect(new Set(types).size).toBeGreaterThan(5)
  })
})
