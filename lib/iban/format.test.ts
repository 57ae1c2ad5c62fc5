import { describe, expect, it } from 'vitest'
import { formatIban, shortIban } from './format'

describe('formatIban', () => {
  it('groups by four without a trailing space', () => {
    expect(formatIban('FR7611999002070451738296053')).toBe('FR76 1199 9002 0704 5173 8296 053')
    expect(formatIban('BE68539007547034')).toBe('BE68 5390 0754 7034')
    expect(formatIban('FR7')).toBe('FR7')
    expect(formatIban('')).toBe('')
  })

  it('is idempotent', () => {
    const once = formatIban('FR7611999002070451738296053')
    expect(formatIban(once)).toBe(once)
  })
})

describe('shortIban', () => {
  it('shows only the first and the last four characters', () => {
    expect(shortIban('FR7611999002070451738296053')).toBe('FR76 ···· 6053')
    expect(shortIban('FR76 1199 9002 0704 5173 8296 053')).toBe('FR76 ···· 6053')
  })

  it('hides all of a text that is too short', () => {
    expect(shortIban('FR761199')).toBe('····')
  })
})
