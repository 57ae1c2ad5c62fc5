import { isLoopback } from '@/lib/platform/loopback.mjs'

/** Failures without a delay: everybody mistypes. */
const FREE = 5
const CAP_SECONDS = 15 * 60

/**
 * After this many failures in a row, however slow, the password is blocked until a new one is set through a link,
 * so that slow guessing ends too. The response is that of a wrong
 * password. In a known browser the password still works, until as many failures again from known browsers.
 */
export const LOCKOUT_FAILURES = 100
export const KNOWN_LOCKOUT_FAILURES = 2 * LOCKOUT_FAILURES

/** Guesses of strangers per minute from one network, and the total per minute that counts as a distributed attack. */
export const NETWORK_LIMIT = 30
export const CROWD = 300
/** Older failures don't count. */
export const MEMORY_SECONDS = 24 * 3600

/**
 * How many seconds an account is locked after its n-th failure in a row: 0 up to the fifth, then exponential
 * backoff (1, 2, 4 …) up to 15 minutes. During a distributed attack (`crowd`) it starts with the first failure.
 */
export const delaySeconds = (failures: number, crowd = false): number => {
  const counted = failures - (crowd ? 0 : FREE)
  return counted <= 0 ? 0 : Math.min(2 ** (counted - 1), CAP_SECONDS)
}

/** The delays in seconds after 1, 2, 3 … failures, up to the longest. */
export const delaySteps = (crowd: boolean): number[] =>
  Array.from({ length: FREE + 11 }, (_, n) => delaySeconds(n + 1, crowd))

/** The eight groups of an IPv6 address in its canonical spelling. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname
    .slice(1, -1)
    .split('::')
  const [left, right] = [head, tail ?? ''].map((text) => text.split(':').filter(Boolean)) as [
    string[],
    string[],
  ]
  return [
    ...left,
    ...Array<string>(tail === undefined ? 0 : 8 - left.length - right.length).fill('0'),
    ...right,
  ]
}

/**
 * The key for counting guesses: an IPv4 address, or the /64 of an IPv6 subscriber.
 * @returns null for an unknown or loopback address, because a local proxy may stand for everybody
 */
export function networkOf(address: string | undefined): string | null {
  if (!address || isLoopback(address)) return null
  return address.includes(':') ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}
