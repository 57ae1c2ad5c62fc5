import { describe, expect, it } from 'vitest'
import { shouldAnnounce } from './announcement'

const last = { at: 0, percent: 10, answered: 100, state: 'processing' }

describe('progress announcements', () => {
  it('are made at most every thirty seconds, and only after new results', () => {
    expect(shouldAnnounce(last, { ...last, at: 29_000, answered: 150, percent: 15 })).toBe(false)
    expect(shouldAnnounce(last, { ...last, at: 30_000, answered: 150, percent: 15 })).toBe(true)
    expect(shouldAnnounce(last, { ...last, at: 300_000 })).toBe(false)
  })

  it('are made at every quarter', () => {
    for (const percent of [25, 50, 75, 100])
      expect(shouldAnnounce({ ...last, percent: percent - 1 }, { ...last, at: 1, percent })).toBe(true)
    expect(shouldAnnounce({ ...last, percent: 26 }, { ...last, at: 1, percent: 49 })).toBe(false)
  })

  it('are made at every change of state', () => {
    expect(shouldAnnounce(last, { ...last, at: 1, state: 'paused' })).toBe(true)
  })
})
