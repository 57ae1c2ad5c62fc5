import { describe, expect, it } from 'vitest'
import { nextPollMs, retryPollMs } from './interval'

const minute = 60_000

describe('the polling interval of a bulk', () => {
  it('is a second while results come in', () => {
    expect(nextPollMs({ moved: true, answered: 10, stillMs: 9 * minute })).toBe(1_000)
  })
  it('is two seconds until the first results arrive', () => {
    expect(nextPollMs({ moved: false, answered: 0, stillMs: 90_000 })).toBe(2_000)
  })
  it('grows while nothing changes, up to 30 seconds', () => {
    const waits = [2_000, 10_000, 40_000, 5 * minute].map((stillMs) =>
      nextPollMs({ moved: false, answered: 10, stillMs }),
    )
    expect(waits).toEqual([1_000, 5_000, 20_000, 30_000])
  })
  it('of a bulk that never starts reaches 30 seconds', () => {
    expect(nextPollMs({ moved: false, answered: 0, stillMs: 60 * minute })).toBe(30_000)
  })
  it('after a failed poll follows the provider’s Retry-After, at most two minutes', () => {
    expect([retryPollMs(0, undefined), retryPollMs(0, 45_000), retryPollMs(0, 900_000)]).toEqual([
      2_000, 45_000, 120_000,
    ])
    expect(retryPollMs(10 * minute, undefined)).toBe(30_000)
  })
})
