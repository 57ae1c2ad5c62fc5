import { describe, expect, it } from 'vitest'
import { barTop } from './bar-top'

describe('the upper end of a bar chart', () => {
  it('is the tallest bar when the bars are similar', () => {
    expect(barTop([])).toBe(1)
    expect(barTop([0, 7, 0])).toBe(7)
    expect(barTop([12, 10, 2, 29])).toBe(29)
    expect(barTop([500, 480, 2, 510, 1, 495])).toBe(510)
  })

  it('ignores one day of 2,000, so that the other days can still be compared', () => {
    const top = barTop([12, 11, 2, 0, 2, 12, 10, 8, 2_000, 29])
    expect(top).toBeGreaterThan(29)
    expect(top).toBeLessThan(60)
  })

  it('leaves a clear gap below truncated bars, and truncates none among few', () => {
    expect(barTop([3, 3, 3, 20])).toBe(20)
    expect(barTop([5, 2_000])).toBe(2_000)
  })
})
