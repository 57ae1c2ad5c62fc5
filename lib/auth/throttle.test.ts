import { describe, expect, it } from 'vitest'
import { delaySeconds, networkOf } from './throttle'

describe('the delay after wrong passwords', () => {
  it('starts with the sixth and doubles', () => {
    expect([1, 5, 6, 7, 8, 9].map((failures) => delaySeconds(failures))).toEqual([0, 0, 1, 2, 4, 8])
  })

  it('starts with the first during a distributed attack', () => {
    expect([0, 1, 2, 3].map((failures) => delaySeconds(failures, true))).toEqual([0, 1, 2, 4])
  })

  it('never exceeds 15 minutes', () => {
    expect([15, 16, 50, 5_000].map((failures) => delaySeconds(failures))).toEqual([512, 900, 900, 900])
  })

  it('allows fewer than 25 guesses an hour', () => {
    let [seconds, guesses] = [0, 0]
    while (seconds < 3600) seconds += delaySeconds(++guesses)
    expect(guesses).toBeLessThan(25)
  })
})

describe('the network key for counting guesses', () => {
  it.each([
    ['192.0.2.17', '192.0.2.17'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
    ['::2:3:4:5:6:7', '0:0:2:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each([undefined, '127.0.0.1', '::1'])(
    'of %s is null, because a local proxy may hide many clients',
    (address) => {
      expect(networkOf(address)).toBeNull()
    },
  )
})
