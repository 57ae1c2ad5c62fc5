import { describe, expect, it } from 'vitest'
import { amountOf } from './amount'

describe('a typed amount', () => {
  it.each(['5000', ' 5,000 ', '5 000', '5.000', '5\u202f000', '+5000'])('%j is five thousand', (text) => {
    expect(amountOf(text, 'top_up')).toBe(5000)
  })

  it('of a million keeps all its groups', () => {
    expect(amountOf('1,250,000', 'top_up')).toBe(1_250_000)
  })

  it('below zero is a correction, never a top-up', () => {
    expect(amountOf('-200', 'correction')).toBe(-200)
    expect(amountOf('−200', 'correction')).toBe(-200)
    expect(amountOf('-200', 'top_up')).toBeNull()
  })

  it.each(['', '0', '1.5', '12,34', 'many', '1e6', '999999999999'])('%j is refused', (text) => {
    expect(amountOf(text, 'correction')).toBeNull()
  })
})
