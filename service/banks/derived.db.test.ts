import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../database'
import { account } from '../testing/service'
import { natureOf, openRegister } from './derived'

const database = openDatabase(process.env.DATABASE_URL ?? '')
afterAll(() => database.end())
const known = new Map([[account(0), ['Anna Schmidt', 'Peter Weber']]])
const register = openRegister(known, database)
const otherProcess = openRegister(known, database)

/** The n-th account with this nature. */
function accountOf(nature: string, n = 0): string {
  let remaining = n
  for (let number = 1; ; number++)
    if (natureOf(account(number)) === nature && remaining-- === 0) return account(number)
}

describe('accounts outside the register', () => {
  it('belong to the first name checked against them, permanently and in every process', async () => {
    const iban = accountOf('equal')
    expect(await register.find({ iban, name: 'Jean Dupont' })).toEqual({ holders: ['Jean Dupont'] })
    expect(await otherProcess.find({ iban, name: 'Maria Rossi' })).toEqual({ holders: ['Jean Dupont'] })
  })
  it.each(['DE89370400440532013000', 'FR1420041010050500013M02606', 'BE71096123456769'])(
    'have an answer when they are the example of many guides: %s',
    (iban) => expect(natureOf(iban)).toBe('equal'),
  )
  it('get one holder when many check them for the first time at once', async () => {
    const ibans = Array.from({ length: 20 }, (_, n) => accountOf('equal', n + 1))
    const ask = (from: typeof register, order: string[], name: string) =>
      Promise.all(order.map((iban) => from.find({ iban, name })))
    const [one, other] = await Promise.all([
      ask(register, ibans, 'Jean Dupont'),
      ask(otherProcess, [...ibans].reverse(), 'Maria Rossi'),
    ])
    expect(one).toEqual(other.reverse())
    for (const found of one)
      expect([['Jean Dupont'], ['Maria Rossi']]).toContainEqual((found as { holders: string[] }).holders)
  })
  it('keep the order of questions that arrive together', async () => {
    const iban = accountOf('equal', 40)
    const names = ['Jean Dupont', 'Maria Rossi', 'Anna Schmidt']
    const found = await Promise.all(names.map((name) => register.find({ iban, name })))
    expect(found).toEqual(names.map(() => ({ holders: ['Jean Dupont'] })))
  })
  it('have another holder, none, or an error, according to their nature', async () => {
    const find = (nature: string) => register.find({ iban: accountOf(nature), name: 'Jean Dupont' })
    expect(await find('close')).not.toEqual({ holders: ['Jean Dupont'] })
    expect(await find('different')).not.toEqual({ holders: ['Jean Dupont'] })
    expect(await find('unknown')).toBeUndefined()
    expect(await find('timeout')).toEqual({ problem: 'timeout' })
    expect(await find('unreachable')).toEqual({ problem: 'unreachable' })
    expect(await find('refused')).toEqual({ problem: 'refused' })
  })
})

it('accounts in the register keep their holders, whatever is checked', async () => {
  expect(await register.find({ iban: account(0), name: 'Jean Dupont' })).toEqual({
    holders: ['Anna Schmidt', 'Peter Weber'],
  })
})
