import { describe, expect, it } from 'vitest'
import { paceOf } from './pace'

describe('the days that are left', () => {
  it('are whole days at the recent average use', () => {
    expect(paceOf(3_000, 30, 950)).toEqual({ pace: 100, daysLeft: 9 })
  })

  it('are averaged over one day at least', () => {
    expect(paceOf(500, 0, 1_000)).toEqual({ pace: 500, daysLeft: 2 })
  })

  it('are null when nothing is spent or no balance is known', () => {
    expect(paceOf(0, 30, 1_000)).toEqual({ pace: 0, daysLeft: null })
    expect(paceOf(-30, 30, 1_000)).toEqual({ pace: 0, daysLeft: null })
    expect(paceOf(60, 30, null)).toEqual({ pace: 2, daysLeft: null })
  })

  it('are zero, not negative, when our ledger is below zero', () => {
    expect(paceOf(100, 10, -5).daysLeft).toBe(0)
  })
})
