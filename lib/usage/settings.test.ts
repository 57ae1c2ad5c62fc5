import { describe, expect, it } from 'vitest'
import { isLow, usageSettings } from '@/lib/usage/settings'

const price = (amount: number, currency = 'EUR') =>
  usageSettings.safeParse({ warnBelow: null, price: { amount, currency } }).success

describe('the settings for credits', () => {
  it('accept a price of up to four decimals in a currency, or none', () => {
    expect([price(0.1), price(0.0825), price(12)]).toEqual([true, true, true])
    expect([price(0), price(-1), price(0.08251), price(Number.NaN), price(1, 'eur')]).not.toContain(true)
    expect(usageSettings.safeParse({ warnBelow: null, price: null }).success).toBe(true)
  })

  it('warn below the threshold, also below zero, and never before the first top-up', () => {
    const settings = { warnBelow: 500, price: null }
    expect([499, 500, -3, null].map((left) => isLow(left, settings))).toEqual([true, false, true, false])
    expect([0, -3].some((left) => isLow(left, { ...settings, warnBelow: null }))).toBe(false)
  })
})
