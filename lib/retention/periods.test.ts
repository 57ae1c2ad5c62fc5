import { describe, expect, it } from 'vitest'
import { DEFAULT_PERIODS, isShorter } from './periods'
import { periodsInput } from './schema'

describe('the retention periods', () => {
  it('accept only the listed values', () => {
    expect(periodsInput.safeParse(DEFAULT_PERIODS).success).toBe(true)
    expect(periodsInput.safeParse({ resultMonths: 14, originalDays: 30 }).success).toBe(false)
    expect(periodsInput.safeParse({ resultMonths: 13, originalDays: 0 }).success).toBe(false)
    expect(periodsInput.safeParse({ resultMonths: 13 }).success).toBe(false)
  })

  it('mask no exports and keep records for five years when they were saved before those settings existed', () => {
    const saved = { resultMonths: 13, originalDays: 30 }
    expect(periodsInput.parse(saved)).toEqual({ ...saved, maskMonths: null, recordYears: 5 })
  })

  it('count as shorter when any class of data is kept for less time', () => {
    expect(isShorter({ ...DEFAULT_PERIODS, resultMonths: 25, originalDays: 7 }, DEFAULT_PERIODS)).toBe(true)
    expect(isShorter({ ...DEFAULT_PERIODS, resultMonths: 25, originalDays: 90 }, DEFAULT_PERIODS)).toBe(false)
    expect(isShorter({ ...DEFAULT_PERIODS, recordYears: 3 }, DEFAULT_PERIODS)).toBe(true)
    expect(isShorter({ ...DEFAULT_PERIODS, recordYears: 10 }, DEFAULT_PERIODS)).toBe(false)
    expect(isShorter(DEFAULT_PERIODS, DEFAULT_PERIODS)).toBe(false)
  })
})
