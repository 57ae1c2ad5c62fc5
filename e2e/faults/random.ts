/** Seeded random numbers (mulberry32): the same seed gives the same sequence. */
export type Random = {
  /** 0 up to, not including, 1 */
  next(): number
  /** a whole number from `least` to `most` */
  between(least: number, most: number): number
  pick<T>(from: readonly T[]): T
  weighted<K extends string>(weights: Record<K, number>): K
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick: (from) => from[between(0, from.length - 1)] as (typeof from)[number],
    weighted: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      return (entries[0] as (typeof entries)[number])[0]
    },
  }
}
