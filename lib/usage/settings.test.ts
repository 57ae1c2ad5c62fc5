import { describe, expect, it } from 'vitest'
import { isLow, usageSettings } from '@/lib/usage/settings'

const price = (amount: number, currency = 'EUR') =>
  usageSettings.safeParse({ warnBelow: null, price: { amount, currency } }).success

describe('what an admin says about credits', () => {
  it('is a price of up to four decimals in a currency, or nothing', () => {
    expect([price(0.1), price(0.0825), price(12)]).toEqual([true, true, true])
    expect([price(0), price(-1), price(0.08251), price(Number.NaN), price(1, 'eur')]).not.toContain(true)
    expect(usageSettings.safeParse({ warnBelow: null, price: null }).success).toBe(true)
  })

  it('warns below the number, also below zero, and never before a first top-up', () => {
    const settings = { warnBelow: 500, price: null }
    expect([499, 500, -3, null].map((left) => isLow(left, settings))).toEqual([true, false, true, false])
    expect(isLow(0, { ...settings, warnBelow: null })).toBe(false)
  })
})
