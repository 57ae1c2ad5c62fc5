import { describe, expect, it } from 'vitest'
import { scrub } from '@/lib/platform/log/scrub'

describe('a text for the log', () => {
  it.each([
    ['account FR7630006000011234567890189 refused', 'FR76'],
    ['account DE89 3704 0044 0532 0130 00 refused', '3704'],
    ['Authorization: Bearer abc.def-123', 'abc.def'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x-y_z', 'eyJzdWI'],
    ['client_secret=hunter2&grant_type=x', 'hunter2'],
    ['{"client_secret":"hunter2"}', 'hunter2'],
    ["{ password: 'hunter2' }", 'hunter2'],
    ['"access_token": "hunter2"', 'hunter2'],
    ['connect postgresql://accord:hunter2@127.0.0.1:5432/accord', 'hunter2'],
  ])('loses what is private: %s', (text, secret) => {
    expect(scrub(text)).not.toContain(secret)
  })
  it('keeps IDs, codes and durations', () => {
    const text = 'attempt 0b6b4e5e-6f0f-4d0e-9d4b-2d8f6a3f9a10 ended with 503 in 1200 ms'
    expect(scrub(text)).toBe(text)
  })
})
