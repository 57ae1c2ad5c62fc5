import { describe, expect, it } from 'vitest'
import { barSlots } from './slots'

const on = (day: string, bulk: number) => ({ day, single: 1, bulk, api: 0, total: 1 + bulk })

describe('the bars of a period', () => {
  it('are its days in order, including days without credits', () => {
    const slots = barSlots({
      from: '2026-02-27',
      to: '2026-03-02',
      byDay: [on('2026-03-02', 4), on('2026-02-28', 2)],
    })
    expect(slots.map(({ start, spent }) => [start, spent.total])).toEqual([
      ['2026-02-27', 0],
      ['2026-02-28', 3],
      ['2026-03-01', 0],
      ['2026-03-02', 5],
    ])
  })

  it('are months when the period is long', () => {
    const byDay = [on('2026-01-31', 4), on('2025-12-31', 2), on('2026-01-02', 1)]
    const slots = barSlots({ from: '2025-11-20', to: '2026-02-01', byDay })
    expect(slots.map(({ start, months, spent }) => [start, months, spent.total])).toEqual([
      ['2025-11-01', true, 0],
      ['2025-12-01', true, 3],
      ['2026-01-01', true, 7],
      ['2026-02-01', true, 0],
    ])
  })
})
