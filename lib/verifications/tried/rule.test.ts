import { describe, expect, it } from 'vitest'
import { limitsSchema } from '@/lib/limits/schema'
import { foldName } from '@/lib/names/text/fold'
import { nameLimitVerdict } from '@/lib/verifications/tried/rule'

const LIMITS = { warnFrom: 3, secondFrom: 5 }
const history = (names: string[], allowed: string[] = [], own = names) => ({
  tried: new Set(names.map(foldName)),
  own: new Set(own.map(foldName)),
  allowed: new Set(allowed.map(foldName)),
})
const level = (name: string, names: string[], allowed?: string[]) =>
  nameLimitVerdict(name, history(names, allowed), LIMITS)

describe('another name on an IBAN', () => {
  it('is free, then warned about, then needs a second person', () => {
    expect(level('B', ['A'])).toEqual({ names: 2, level: 'free' })
    expect(level('C', ['A', 'B'])).toEqual({ names: 3, level: 'warn' })
    expect(level('D', ['A', 'B', 'C'])).toEqual({ names: 4, level: 'warn' })
    expect(level('E', ['A', 'B', 'C', 'D'])).toEqual({ names: 5, level: 'second' })
  })

  it('passes when a second person allowed it, in any spelling', () => {
    expect(level('ÉLODIE  Blanc', ['A', 'B', 'C', 'D'], ['Elodie Blanc']).level).toBe('allowed')
    expect(level('Elodie Noir', ['A', 'B', 'C', 'D'], ['Elodie Blanc']).level).toBe('second')
  })

  it('is not new when only case, accents or spaces differ', () => {
    for (const name of ['MARTIN', 'Martín', ' martin ', 'Martin\u00a0'])
      expect(level(name, ['Martin', 'B', 'C', 'D', 'E'])).toEqual({ names: 5, level: 'free' })
  })

  it('counts as new for somebody who has not tried it, even if others have', () => {
    const others = history(['A', 'B', 'C', 'D'], [], ['B'])
    expect(nameLimitVerdict('A', others, LIMITS)).toEqual(nameLimitVerdict('E', others, LIMITS))
    expect(nameLimitVerdict('A', others, LIMITS).level).toBe('second')
    expect(nameLimitVerdict('B', others, LIMITS).level).toBe('free')
  })

  it('is not counted when the office has switched the limit off', () => {
    const off = { warnFrom: null, secondFrom: null }
    expect(nameLimitVerdict('Z', history(['A', 'B', 'C', 'D', 'E', 'F']), off).level).toBe('free')
  })
})

describe('the limits on tried names', () => {
  it('warn before they hold back, and never at the first name', () => {
    const accepts = (warnFrom: number | null, secondFrom: number | null) =>
      limitsSchema.shape.names.safeParse({ warnFrom, secondFrom }).success
    expect([accepts(3, 5), accepts(null, 5), accepts(3, null), accepts(null, null), accepts(4, 4)]).toEqual(
      Array(5).fill(true),
    )
    expect([accepts(5, 3), accepts(1, 5), accepts(3, 1), accepts(0, 5), accepts(3, 101)]).toEqual(
      Array(5).fill(false),
    )
  })
})
