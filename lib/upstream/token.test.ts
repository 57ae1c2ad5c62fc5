import { describe, expect, it } from 'vitest'
import { tokenSeconds, usableToken } from './token'

describe('the lifetime of a token', () => {
  it.each([
    [3600, 3300],
    ['3600', 3300],
    [undefined, 3300],
    [null, 3300],
    ['soon', 3300],
    [Number.NaN, 3300],
    [1e12, 3300],
    [0, 3300],
    [-1, 30],
    [60, 30],
    [1200, 900],
  ])('stated as %s is used for %i seconds', (stated, seconds) => {
    expect(tokenSeconds(stated)).toBe(seconds)
  })
})

describe('a token', () => {
  it('is used when it is valid in a header', () => {
    expect(usableToken({ access_token: 'a.b.c', token_type: 'bearer' })).toBe('a.b.c')
    expect(usableToken({ access_token: 'a.b.c' })).toBe('a.b.c')
  })
  it.each([
    { access_token: '' },
    { access_token: 'a\r\nx: y' },
    { access_token: 'with space' },
    { access_token: 'x'.repeat(100_000) },
    { access_token: 7 },
    { access_token: 'a', token_type: 'mac' },
    {},
    null,
    undefined,
  ])('is refused when it is not: %j', (body) => {
    expect(usableToken(body)).toBeNull()
  })
})
