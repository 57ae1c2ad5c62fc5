import { describe, expect, it } from 'vitest'
import { lineOf, type Requests, totalOf } from './books'

const requests: Requests = {
  sent: 60,
  acknowledged: 30,
  refused: 5,
  unknown: 10,
  writtenOff: 5,
  notBilled: 10,
  onItsWay: 0,
  rejectedItems: 2,
  shownUnknown: 15,
}

describe('a ledger line', () => {
  it('balances when requests, ledger and pages agree', () => {
    expect(lineOf(requests, 28)).toMatchObject({
      addsUp: true,
      credits: { booked: 28, expected: 28, atRisk: 15 },
    })
  })

  it.each([
    ['requests', { ...requests, sent: 61 }, 28],
    ['credits', requests, 30],
    ['shown', { ...requests, shownUnknown: 10 }, 28],
  ] as const)('names what does not: %s', (what, given, booked) => {
    expect(lineOf(given, booked)).toMatchObject({ addsUp: false, differs: [what] })
  })
})

describe('the total', () => {
  it('does not balance when two wrong lines would cancel each other out', () => {
    const wrong = [lineOf(requests, 27), lineOf(requests, 29)]
    expect(totalOf(wrong)).toMatchObject({ sent: 120, addsUp: false, differs: ['credits'] })
    expect(totalOf([lineOf(requests, 28), lineOf(requests, 28)]).addsUp).toBe(true)
    expect(totalOf([])).toMatchObject({ sent: 0, addsUp: true })
  })
})
