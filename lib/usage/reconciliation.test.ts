import { describe, expect, it } from 'vitest'
import { type Requests, reconcileLine, totalOf } from './reconciliation'

const requests: Requests = {
  sent: 60,
  acknowledged: 30,
  refused: 5,
  unknown: 10,
  writtenOff: 5,
  notBilled: 10,
  onItsWay: 0,
  neverAnswered: 0,
  rejectedItems: 2,
  shownUnknown: 15,
}

describe('a ledger line', () => {
  it('balances when requests, ledger and pages agree', () => {
    expect(reconcileLine(requests, 28)).toMatchObject({
      addsUp: true,
      credits: { booked: 28, expected: 28, atRisk: 15 },
    })
  })

  it('expects the credits of what was accepted and never answered', () => {
    expect(reconcileLine({ ...requests, neverAnswered: 5 }, 33)).toMatchObject({ addsUp: true })
  })

  it.each([
    ['requests', { ...requests, sent: 61 }, 28],
    ['credits', requests, 30],
    ['shown', { ...requests, shownUnknown: 10 }, 28],
  ] as const)('names what does not: %s', (what, given, booked) => {
    expect(reconcileLine(given, booked)).toMatchObject({ addsUp: false, differs: [what] })
  })
})

describe('the total', () => {
  it('does not balance when two wrong lines would cancel each other out', () => {
    const wrong = [reconcileLine(requests, 27), reconcileLine(requests, 29)]
    expect(totalOf(wrong)).toMatchObject({ sent: 120, addsUp: false, differs: ['credits'] })
    expect(totalOf([reconcileLine(requests, 28), reconcileLine(requests, 28)]).addsUp).toBe(true)
    expect(totalOf([])).toMatchObject({ sent: 0, addsUp: true })
  })
})
