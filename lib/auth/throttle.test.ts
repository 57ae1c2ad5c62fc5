import { describe, expect, it } from 'vitest'
import { delaySeconds } from './throttle'

describe('the delay after wrong passwords', () => {
  it('starts with the sixth and doubles', () => {
    expect([1, 5, 6, 7, 8, 9].map(delaySeconds)).toEqual([0, 0, 1, 2, 4, 8])
  })

  it('never grows beyond 15 minutes', () => {
    expect([15, 16, 50, 5_000].map(delaySeconds)).toEqual([512, 900, 900, 900])
  })

  it('leaves less than 25 guesses an hour', () => {
    let [seconds, guesses] = [0, 0]
    while (seconds < 3600) seconds += delaySeconds(++guesses)
    expect(guesses).toBeLessThan(25)
  })
})
