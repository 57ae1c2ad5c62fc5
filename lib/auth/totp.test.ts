import { describe, expect, it } from 'vitest'
import { codeAt, enrolmentUri, newSecret, totpStep } from './totp'

// RFC 6238, appendix B: the ASCII secret 12345678901234567890, last six of the eight digits
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('a code', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [2000000000, '279037'],
  ])('at %i s matches RFC 6238', (seconds, code) => {
    expect(codeAt(SECRET, seconds * 1000)).toBe(code)
    expect(totpStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
  })

  it('is accepted one step early or late, never two', () => {
    const now = 2_000_000_000_000
    const offsets = [-2, -1, 0, 1, 2].map((n) => totpStep(SECRET, codeAt(SECRET, now + n * 30_000), now))
    const step = Math.floor(now / 30_000)
    expect(offsets).toEqual([null, step - 1, step, step + 1, null])
  })

  it.each(['12345', '1234567', '٢٨٧٠٨٢', '28708２', ' 287082', '', '-87082'])(
    'is six ASCII digits: not %j',
    (code) => expect(totpStep(SECRET, code, 59_000)).toBeNull(),
  )
})

it('a new secret has 160 bits and is unique', () => {
  const secrets = new Set(Array.from({ length: 50 }, newSecret))
  expect(secrets.size).toBe(50)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(enrolmentUri(SECRET, 'a@b.test')).toMatch(/^otpauth:\/\/totp\/Accord:a%40b\.test\?/)
})
