import { describe, expect, it } from 'vitest'
import type { Ledger } from '@/lib/usage/reconcile.server'
import { reconcileLine, totalOf } from '@/lib/usage/reconciliation'
import { columnsOf, linesOf } from './ledger-lines'

const NOTHING = {
  sent: 0,
  acknowledged: 0,
  refused: 0,
  unknown: 0,
  writtenOff: 0,
  notBilled: 0,
  onItsWay: 0,
  neverAnswered: 0,
  rejectedItems: 0,
  shownUnknown: 0,
}
const on = (day: string, given: object) => ({
  kind: 'checks' as const,
  day,
  ...reconcileLine({ ...NOTHING, ...given }, 0),
})
const ledger = (...lines: ReturnType<typeof on>[]): Ledger => ({
  from: '',
  to: '',
  lines,
  total: totalOf(lines),
})

describe('the ledger table', () => {
  it('has no lines and no columns of zeros', () => {
    const shown = ledger(on('2026-11-23', {}), on('2026-11-24', { sent: 4, refused: 4 }))
    expect(linesOf(shown)).toHaveLength(1)
    expect(columnsOf(shown)).toEqual(['sent', 'acknowledged', 'refused', 'booked'])
  })

  it('never hides a line that does not add up', () => {
    const wrong = { ...on('2026-11-23', {}), addsUp: false }
    expect(linesOf(ledger(wrong))).toEqual([wrong])
  })
})
