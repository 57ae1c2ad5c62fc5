import { afterEach, expect, it, vi } from 'vitest'
import '@/lib/platform/testing/settings'
import { PEOPLE } from './people'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

it.each([
  ['1', true],
  ['0', false],
])('with DEMO=%s, the accounts of all demo people are shared: %s', async (demo, shared) => {
  vi.resetModules()
  vi.stubEnv('DEMO', demo)
  vi.stubEnv('NEXTAUTH_URL', 'http://127.0.0.1:3000')
  const { isDemoPerson } = await import('@/lib/auth/second-factor.server')
  expect(PEOPLE.filter(({ email }) => isDemoPerson(email))).toEqual(shared ? PEOPLE : [])
})
