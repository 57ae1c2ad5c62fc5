import { describe, expect, it } from 'vitest'
import type { CheckedRow } from '@/lib/tables/rows'
import { crowdedFrom, crowdOf } from './crowd'

const row = (number: number, iban: string, name: string, many = true) =>
  ({ number, iban, name, problems: [], warnings: many ? ['iban_many_names'] : [] }) as unknown as CheckedRow
const NOTHING = new Set<number>()

describe('IBANs with many names', () => {
  const rows = [
    ...['Élodie', 'ELODIE', 'Bea', 'Cleo', 'Dora'].map((name, n) => row(n + 1, 'A', name)),
    row(6, 'B', 'Ada'),
    row(7, 'B', 'Bea'),
    row(8, 'C', 'Ada', false),
  ]

  it('are counted by names that differ in more than case and accents', () => {
    expect(crowdOf(rows, NOTHING)).toEqual({ 4: 1, 2: 1 })
  })

  it('do not count rows that are left out', () => {
    expect(crowdOf(rows, new Set([3, 4, 7]))).toEqual({ 2: 1 })
  })

  it('are told from the limit on, and not at all without one', () => {
    const crowd = { 2: 10, 3: 4, 7: 1 }
    expect([crowdedFrom(crowd, 3), crowdedFrom(crowd, 8), crowdedFrom(crowd, null)]).toEqual([5, 0, 0])
  })
})
