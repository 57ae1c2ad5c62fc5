import { describe, expect, it } from 'vitest'
import { DEFAULT_PERIODS, isShorter } from './periods'
import { periodsInput } from './schema'

describe('the periods of retention', () => {
  it('are those of the lists and nothing between', () => {
    expect(periodsInput.safeParse(DEFAULT_PERIODS).success).toBe(true)
    expect(periodsInput.safeParse({ resultMonths: 14, originalDays: 30 }).success).toBe(false)
    expect(periodsInput.safeParse({ resultMonths: 13, originalDays: 0 }).success).toBe(false)
    expect(periodsInput.safeParse({ resultMonths: 13 }).success).toBe(false)
  })

  it('saved before exports could be masked mask nothing, and before records had one keep them for five years', () => {
    const saved = { resultMonths: 13, originalDays: 30 }
    expect(periodsInput.parse(saved)).toEqual({ ...saved, maskMonths: null, recordYears: 5 })
  })

  it('are shorter when anything is kept for less time', () => {
    expect(isShorter({ ...DEFAULT_PERIODS, resultMonths: 25, originalDays: 7 }, DEFAULT_PERIODS)).toBe(true)
    expect(isShorter({ ...DEFAULT_PERIODS, resultMonths: 25, originalDays: 90 }, DEFAULT_PERIODS)).toBe(false)
    expect(isShorter({ ...DEFAULT_PERIODS, recordYears: 3 }, DEFAULT_PERIODS)).toBe(true)
    expect(isShorter({ ...DEFAULT_PERIODS, recordYears: 10 }, DEFAULT_PERIODS)).toBe(false)
    expect(isShorter(DEFAULT_PERIODS, DEFAULT_PERIODS)).toBe(false)
  })
})
