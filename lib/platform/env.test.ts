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
  other.failSettings(new other.SettingsError('Keys don’t match: AUDIT_KEY'))
  expect(() => one.env()).toThrow(one.SettingsError)
  expect(() => one.env()).toThrow('AUDIT_KEY')
})

const KEY = Buffer.alloc(32, 1).toString('base64')
const OTHER = Buffer.alloc(32, 2).toString('base64')

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
  expect(await named({ NEXTAUTH_SECRET: short, METRICS_TOKEN: short })).toBe(
    'Settings missing or wrong: NEXTAUTH_SECRET (32 random characters or more); METRICS_TOKEN (32 characters or more)',
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

const WRONG: Record<string, string[]> = {
  NEXTAUTH_URL: [
    ...['accord.example', 'localhost:3000', 'ftp://accord.example', 'HTTPS://accord.example'],
    ...['https://accord.example/office', 'https://accord.example?x', 'https://me@accord.example'],
    ...[' https://accord.example', '"https://accord.example"', 'https://accord.example:99999'],
  ],
  ENCRYPTION_KEYS: ['v1:', KEY, `V1:${KEY}`, `v1:${KEY},`, `v1:${KEY},v1:${OTHER}`, `v65536:${KEY}`],
  SIGNING_KEY: ['k', KEY, '-----BEGIN PRIVATE KEY-----'],
  VERIFICATION_BASE_URL: ['localhost:8080/api-v1', 'https://me:pw@provider.example/api-v1'],
  OIDC_ISSUER: ['login.bank.example', 'https://login.bank.example#x'],
  TIME_ZONE: ['Mars/Olympus', '+02:00', ' '],
  LOG_LEVEL: ['INFO', 'verbose'],
  TRUSTED_PROXY: ['true', 'yes'],
  SESSION_IDLE_SECONDS: ['30m', '-1', '1.5', '0', '1e15', 'Infinity'],
}

it.each(Object.entries(WRONG).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  '%s=%s is refused in one sentence that says what it must be',
  async (name, value) => {
    const client = { VERIFICATION_CLIENT_ID: 'a', VERIFICATION_CLIENT_SECRET: 'b' }
    const single = { OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    const others = name.startsWith('OIDC') ? single : name.startsWith('VERIFICATION') ? client : {}
    expect(await named({ ...others, [name]: value })).toMatch(
      new RegExp(`^Settings missing or wrong: ${name} \\([^)]+\\)$`),
    )
  },
)

it.each([
  'https://accord.example',
  'https://accord.example/',
  'https://Accord.example:8443',
  'http://[::1]:3000',
])('%s is an address that people type', async (NEXTAUTH_URL) => {
  expect(await named({ NEXTAUTH_URL, TIME_ZONE: 'Europe/Paris', LOG_LEVEL: 'warn' })).toBe('')
})

it('several encryption keys are accepted', async () => {
  expect(await named({ ENCRYPTION_KEYS: `v2:${KEY}, v1:${OTHER}` })).toBe('')
})

it('settings that belong together are set together', async () => {
  expect(await named({ OIDC_ISSUER: 'https://login.bank.example', OIDC_CLIENT_ID: 'accord' })).toBe(
    'Settings missing or wrong: OIDC_CLIENT_SECRET (set with OIDC_ISSUER)',
  )
  expect(await named({ VERIFICATION_CLIENT_ID: 'a', VERIFICATION_CLIENT_SECRET: 'b' })).toContain(
    ': VERIFICATION_BASE_URL (',
  )
})

it.each(['', 'verbose'])('logs by default while LOG_LEVEL is %j', async (level) => {
  vi.stubEnv('LOG_LEVEL', level)
  const { logger } = await import('@/lib/platform/log/logger.server')
  vi.unstubAllEnvs()
  expect(logger.level).toBe('info')
})
