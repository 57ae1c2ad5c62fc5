import { describe, expect, it } from 'vitest'
import { manualFixFor, retryAfterMs } from './pace'

describe('a batch that was definitely not sent', () => {
  it('is retried twice quickly, then with a growing delay of at most two minutes', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map(retryAfterMs)).toEqual([
      1_000, 5_000, 15_000, 30_000, 60_000, 120_000, 120_000,
    ])
  })
})

describe('a refusal', () => {
  it.each([
    ['credits_exhausted', 'credits'],
    ['upstream_auth_failed', 'credentials'],
    ['upstream_forbidden', 'credentials'],
    ['upstream_redirect', 'credentials'],
    ['upstream_rejected_input', null],
    ['upstream_unreachable', null],
  ] as const)('%s asks for the cure %s', (code, cure) => expect(manualFixFor(code)).toBe(cure))
})
