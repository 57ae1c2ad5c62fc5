import { afterEach, describe, expect, it, vi } from 'vitest'
import '@/lib/platform/testing/settings'
import { knownBrowser, knownBrowserCookie } from './known-browser.server'

const ACCOUNT = 'ada@accord.test'
const parse = (cookie: string) => {
  const [, name = '', value = ''] = /^([^=]+)=([^;]+);/.exec(cookie) ?? []
  return { name, value }
}
const jar = (...cookies: { name: string; value: string }[]) => ({
  get: (name: string) => cookies.find((one) => one.name === name),
})

afterEach(() => {
  vi.useRealTimers()
})

describe('the cookie of a known browser', () => {
  it('identifies the browser, with the same ID after every sign-in', () => {
    const id = knownBrowser(jar(parse(knownBrowserCookie(ACCOUNT))), ACCOUNT)
    expect(id).toHaveLength(22)
    expect(knownBrowser(jar(parse(knownBrowserCookie(ACCOUNT, id))), ACCOUNT)).toBe(id)
    expect(knownBrowser(jar(parse(knownBrowserCookie(ACCOUNT))), ACCOUNT)).not.toBe(id)
  })

  it("is one per account, hidden from scripts and other sites, and doesn't contain the address", () => {
    const cookie = knownBrowserCookie(ACCOUNT)
    expect(cookie).toMatch(/; Path=\/; Max-Age=7776000; SameSite=Strict; HttpOnly$/)
    expect(cookie).not.toMatch(/ada/i)
    const other = knownBrowserCookie('bob@accord.test')
    const both = jar(parse(cookie), parse(other))
    expect(knownBrowser(both, ACCOUNT)).not.toBe(knownBrowser(both, 'bob@accord.test'))
    expect(knownBrowser(both, 'eve@accord.test')).toBeUndefined()
  })

  it('is rejected for another account, and after tampering', () => {
    const { name, value } = parse(knownBrowserCookie(ACCOUNT))
    const { value: foreign } = parse(knownBrowserCookie('bob@accord.test'))
    const [id = '', until = '', signature = ''] = value.split('.')
    for (const forged of [
      foreign,
      '',
      '..',
      id,
      `${id}.${until}.`,
      `x${id}.${until}.${signature}`,
      `${id}.${Number(until) + 1}.${signature}`,
      `${id}.${until}.${signature.slice(0, -1)}`,
      `${id}.NaN.${signature}`,
    ])
      expect(knownBrowser(jar({ name, value: forged }), ACCOUNT), forged).toBeUndefined()
  })

  it('expires after 90 days', () => {
    const cookies = jar(parse(knownBrowserCookie(ACCOUNT)))
    vi.useFakeTimers({ now: Date.now() + 89 * 86_400_000 })
    expect(knownBrowser(cookies, ACCOUNT)).toBeDefined()
    vi.setSystemTime(Date.now() + 2 * 86_400_000)
    expect(knownBrowser(cookies, ACCOUNT)).toBeUndefined()
  })
})
