import { describe, expect, it } from 'vitest'
import { addSample, type Eta, estimate, ratePerMinute, recentRates, type Sample } from './eta'

const MINUTE = 60_000
/** A sample each second at a steady rate, ending at `now`. */
const steady = (perMinute: number, minutes: number): { samples: Sample[]; now: number } => {
  const seconds = minutes * 60
  const samples = Array.from({ length: seconds + 1 }, (_, i) => ({
    at: i * 1000,
    answered: (perMinute * i) / 60,
  }))
  return { samples, now: seconds * 1000 }
}
const running = (perMinute: number, minutes: number, left: number) => {
  const { samples, now } = steady(perMinute, minutes)
  return { samples, now, left, answered: samples.at(-1)?.answered ?? 0, startedAt: 0, lastAnswerAt: now }
}

describe('the estimated time left', () => {
  it('is not shown in the first twenty seconds, nor with fewer than fifty results', () => {
    expect(estimate({ ...running(600, 1, 500), startedAt: 45_000 })).toEqual({ kind: 'estimating' })
    expect(estimate({ ...running(40, 1, 500), answered: 40 })).toEqual({ kind: 'estimating' })
    expect(estimate({ ...running(600, 1, 500), startedAt: null })).toEqual({ kind: 'estimating' })
  })

  it('is the waiting rows at the current rate, in whole minutes', () => {
    expect(estimate(running(364, 8, 1786))).toEqual({ kind: 'minutes', minutes: 5, slower: false })
  })

  it('is rounded to five minutes above ten', () => {
    expect(estimate(running(100, 8, 1280))).toMatchObject({ minutes: 15 })
    expect(estimate(running(100, 8, 1060))).toMatchObject({ minutes: 10 })
    expect(estimate(running(100, 8, 990))).toMatchObject({ minutes: 10 })
  })

  it('is less than a minute at the end, and hidden when nothing is left', () => {
    expect(estimate(running(600, 2, 300))).toEqual({ kind: 'soon' })
    expect(estimate(running(600, 2, 0))).toEqual({ kind: 'none' })
  })

  it('follows the recent rate more than the old one', () => {
    const slow = steady(60, 10).samples
    const fast = Array.from({ length: 300 }, (_, i) => ({
      at: 10 * MINUTE + (i + 1) * 1000,
      answered: 600 + (i + 1) * 10,
    }))
    const now = 15 * MINUTE
    const samples = [...slow, ...fast]
    const eta = estimate({ samples, now, left: 3000, answered: 3600, startedAt: 0, lastAnswerAt: now })
    // with the plain average it would be 12.5 minutes
    expect(eta).toMatchObject({ kind: 'minutes' })
    expect((eta as { minutes: number }).minutes).toBeLessThan(10)
  })

  it('is replaced after a minute without results', () => {
    const state = running(364, 8, 1786)
    expect(estimate({ ...state, now: state.now + 59_000 }).kind).toBe('minutes')
    expect(estimate({ ...state, now: state.now + 130_000 })).toEqual({ kind: 'silent', minutes: 2 })
  })

  it('never grows without a notice', () => {
    const before: Eta = { kind: 'minutes', minutes: 3, slower: false }
    expect(estimate(running(364, 8, 1786), before)).toEqual({ kind: 'minutes', minutes: 5, slower: true })
    expect(estimate(running(364, 8, 700), before)).toEqual({ kind: 'minutes', minutes: 2, slower: false })
  })
})

describe('samples', () => {
  it('are kept once a second, however many events arrive, and for ten minutes', () => {
    let samples: Sample[] = []
    for (let ms = 0; ms <= 20 * MINUTE; ms += 100) samples = addSample(samples, { at: ms, answered: ms })
    expect(samples.length).toBeLessThan(620)
    expect(samples.at(-1)).toEqual({ at: 20 * MINUTE, answered: 20 * MINUTE })
    expect(samples[0]?.at).toBeLessThanOrEqual(10 * MINUTE)
  })

  it('give the rows per minute over the last five minutes', () => {
    const { samples, now } = steady(364, 8)
    expect(ratePerMinute(samples, now)).toEqual({ rows: 364, whole: true })
    expect(ratePerMinute(samples.slice(0, 61), MINUTE)).toEqual({ rows: 364, whole: false })
    expect(ratePerMinute([], 0)).toBeNull()
  })

  it('give the rate in sixteen parts of the last eight minutes', () => {
    const { samples, now } = steady(60, 9)
    const parts = recentRates(samples, now)
    expect(parts).toHaveLength(16)
    for (const part of parts) expect(part).toBeCloseTo(60)
    const stopped = recentRates(samples, now + 4 * MINUTE)
    expect(stopped.slice(0, 8).every((rate) => rate > 59)).toBe(true)
    expect(stopped.slice(8)).toEqual(Array(8).fill(0))
  })
})
