import { describe, expect, it } from 'vitest'
import { manualFixFor, retryAfterMs } from './pace'

describe('a batch that was definitely not sent', () => {
  it('is retried with a pause that doubles: to two minutes if nobody answers, to an hour if the provider refuses', () => {
    const pauses = (isRefused: boolean) =>
      [1, 2, 3, 7, 8, 12, 13, 5_000].map((failures) => retryAfterMs(failures, isRefused) / 1_000)
    expect(pauses(false)).toEqual([1, 2, 4, 64, 120, 120, 120, 120])
    expect(pauses(true)).toEqual([1, 2, 4, 64, 128, 2_048, 3_600, 3_600])
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
