import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '@/lib/platform/testing/settings'

beforeEach(() => vi.resetModules())
afterEach(() => {
  delete (globalThis as { accordSettingsWrong?: string }).accordSettingsWrong
  vi.resetModules()
})

it("settings that failed in one bundle of a server are refused in every other, with that bundle's error class", async () => {
  const one = await import('./env.server')
  expect(one.env().DEMO).toBe('0')
  vi.resetModules()
  const other = await import('./env.server')
  expect(other.SettingsError).not.toBe(one.SettingsError)
  other.failSettings(new other.SettingsError('Keys do not fit: AUDIT_KEY'))
  expect(() => one.env()).toThrow(one.SettingsError)
  expect(() => one.env()).toThrow('AUDIT_KEY')
})

async function named(settings: Record<string, string>): Promise<string> {
  const { env } = await import('@/lib/platform/env.server')
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  try {
    env()
    return ''
  } catch (error) {
    return (error as Error).message
  } finally {
    vi.unstubAllEnvs()
  }
}

it.each([
  '',
  'secret',
  Buffer.alloc(16, 1).toString('base64'),
  Buffer.alloc(33, 1).toString('base64'),
  'A'.repeat(44),
])('an audit key must be 32 bytes in base64: %s is refused by name', async (AUDIT_KEY) => {
  expect(await named({ AUDIT_KEY })).toContain('AUDIT_KEY')
})

it('a secret has at least 32 characters', async () => {
  const short = 'x'.repeat(31)
  expect(await named({ NEXTAUTH_SECRET: short, METRICS_TOKEN: short })).toMatch(
    /NEXTAUTH_SECRET, METRICS_TOKEN/,
  )
  expect(await named({ NEXTAUTH_SECRET: `${short}x`, METRICS_TOKEN: `${short}x` })).toBe('')
})

it('an audit key of 32 bytes is accepted', async () => {
  expect(await named({ AUDIT_KEY: Buffer.alloc(32, 5).toString('base64') })).toBe('')
})

it('the demo is refused for an address beyond loopback, however the web process is started', async () => {
  expect(await named({ DEMO: '1', NEXTAUTH_URL: 'https://accord.example' })).toContain('DEMO')
  expect(await named({ DEMO: '0', NEXTAUTH_URL: 'https://accord.example' })).toBe('')
  expect(await named({ DEMO: '1', NEXTAUTH_URL: 'http://localhost:3000' })).toBe('')
})

it('an empty LOG_LEVEL is not set', async () => {
  vi.stubEnv('LOG_LEVEL', '')
  const { logger } = await import('@/lib/platform/log/logger.server')
  vi.unstubAllEnvs()
  expect(logger.level).toBe('info')
})
