import '@/lib/platform/testing/settings'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Refusal } from '@/lib/platform/refusal'
import { checkSite } from './origin.server'

const refused = (headers: Record<string, string>): string | null => {
  try {
    checkSite(new Request('http://localhost/', { headers }))
    return null
  } catch (error) {
    return (error as Refusal).code
  }
}

test.each([
  ['cross-site', 'csrf_rejected'],
  ['same-site', 'csrf_rejected'],
  ['same-origin', null],
  ['none', null],
])('a recorded download that begins %s', (site, code) => {
  expect(refused({ 'sec-fetch-site': site })).toBe(code)
})

test('a program, which sends no Sec-Fetch-Site, is accepted', () => {
  expect(refused({})).toBeNull()
})

test.each([
  ['127.0.0.1:3000', true],
  ['localhost:3000', true],
  ['[::1]:3000', true],
  ['127.0.0.2:3000', true],
  ['localhost:3001', false],
  ['localhost', false],
  ['127.0.0.1.evil.example:3000', false],
  ['evil.example:3000', false],
  ['', false],
])('an installation on loopback serves the host %s: %s', async (host, served) => {
  vi.stubEnv('NEXTAUTH_URL', 'http://127.0.0.1:3000')
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })
  const { isOurHost } = await import('./origin.server')
  expect(isOurHost(host)).toBe(served)
})
