import { isLoopback } from '@/lib/platform/loopback'

/** Wrong guesses that cost nothing: everybody mistypes. */
const FREE = 5
const CAP_SECONDS = 15 * 60

/**
 * So many failures in a row, however slow, and the password opens nothing until a new one is chosen through a link: what is
 * guessed for weeks must end. Answered like a wrong password. A browser in which the person has signed in before goes on for
 * as many failures more, of its own kind.
 */
export const CEILING = 100
export const KNOWN_CEILING = 2 * CEILING

/** How many guesses of strangers within a minute one network may cause, and how many make a crowd of all of them together. */
export const NETWORK_LIMIT = 30
export const CROWD = 300
/** Failures older than this do not count any more. */
export const MEMORY_SECONDS = 24 * 3600

/**
 * How long an account rests after its n-th failure in a row: nothing up to the fifth, then 1, 2, 4 … seconds, at most
 * 15 minutes. In a crowd from the first one on; an account that nobody guesses at never rests.
 */
export const delaySeconds = (failures: number, crowd = false): number => {
  const counted = failures - (crowd ? 0 : FREE)
  return counted <= 0 ? 0 : Math.min(2 ** (counted - 1), CAP_SECONDS)
}

/** The delays after 1, 2, 3 … failures, up to the longest. */
export const delays = (crowd: boolean): number[] =>
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
 * What guesses are counted by: an IPv4 address, or the /64 that one subscriber of IPv6 has.
 * @returns null when nothing is known, and for this machine: there a proxy may stand for everybody
 */
export function networkOf(address: string | undefined): string | null {
  if (!address || isLoopback(address)) return null
  return address.includes(':') ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}
