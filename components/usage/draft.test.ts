import { describe, expect, it } from 'vitest'
import { usageSettings } from '@/lib/usage/settings'
import { draftOf, settingsOf } from './draft'

const typed = (price: string, currency = 'EUR', warnBelow = '') => settingsOf({ price, currency, warnBelow })

describe('the typed price and warning threshold', () => {
  it('accept a decimal point or comma, and group separators', () => {
    expect(typed('0.10', ' chf ', '5,000')).toEqual({
      price: { amount: 0.1, currency: 'CHF' },
      warnBelow: 5_000,
    })
    expect(typed('0,0825')).toEqual({ price: { amount: 0.0825, currency: 'EUR' }, warnBelow: null })
    expect(typed('', 'nonsense')).toEqual({ price: null, warnBelow: null })
  })

  it('report invalid fields', () => {
    expect(typed('0')).toEqual(['price'])
    expect(typed('1.23456', 'E', '-5')).toEqual(['price', 'warnBelow'])
    expect(typed('1', 'E', '1.5')).toEqual(['currency', 'warnBelow'])
  })

  it('are shown as saved, and accepted by the server', () => {
    for (const saved of [typed('0,0001', 'USD', '1'), typed('10000'), typed('')]) {
      expect(usageSettings.parse(saved)).toEqual(saved)
      expect(settingsOf(draftOf(usageSettings.parse(saved)))).toEqual(saved)
    }
  })
})
