/** Seeded random numbers: the same seed gives the same sequence (mulberry32). */
export type Chance = {
  /** 0 up to, not including, 1 */
  next(): number
  /** a whole number from `least` to `most` */
  between(least: number, most: number): number
  /** one of these */
  pick<T>(from: readonly T[]): T
  /** one of these, by weight */
  weighted<K extends string>(weights: Record<K, number>): K
}

export function chance(seed: number): Chance {
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
