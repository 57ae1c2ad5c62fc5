import { describe, expect, it } from 'vitest'
import { nextPath } from './next-path'

describe('the page after signing in', () => {
  it.each(['/', '/check', '/bulk/0198?row=3', '/sandbox/history?result=close,nomatch'])(
    'is the requested one: %s',
    (path) => {
      expect(nextPath(path)).toBe(path)
    },
  )

  it.each([
    undefined,
    '',
    'check',
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '\t//evil.test',
    '/\n\\evil.test',
    '/\u0000/..//evil.test',
    '//user@evil.test:443/check',
    '/.//evil.test',
    '/x/..//evil.test',
    'javascript:alert(1)',
    '/signin?next=/signin',
    '/api/auth/signout',
  ])('is Home instead of %j', (path) => {
    expect(nextPath(path)).toBe('/')
  })

  it('is Home when the parameter occurs twice', () => {
    expect(nextPath(['/check', '/bulk'])).toBe('/')
  })
})
