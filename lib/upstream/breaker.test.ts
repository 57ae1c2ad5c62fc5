import { describe, expect, it } from 'vitest'
import { isFailure, shouldOpen } from './breaker'

const answer = (status: number) => ({ kind: 'answer' as const, status, headers: {}, text: '', latencyMs: 1 })

describe('a provider outage', () => {
  it('is a missing response or a server error; a 4xx refusal is a response', () => {
    expect([500, 502, 503, 504].map((status) => isFailure(answer(status)))).toEqual([true, true, true, true])
    expect([200, 400, 401, 403, 404, 429].some((status) => isFailure(answer(status)))).toBe(false)
    expect(isFailure({ kind: 'lost', code: 'upstream_timeout', latencyMs: 1 })).toBe(true)
    expect(isFailure({ kind: 'not_sent', code: 'upstream_unreachable' })).toBe(true)
  })

  it('is detected when half of the last calls failed, and never from a few calls', () => {
    expect(
      [
        [9, 9],
        [10, 4],
        [20, 9],
      ].some(([calls, failures]) => shouldOpen(calls ?? 0, failures ?? 0)),
    ).toBe(false)
    expect(shouldOpen(10, 5)).toBe(true)
    expect(shouldOpen(20, 10)).toBe(true)
  })
})
