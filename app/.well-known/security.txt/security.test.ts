import { NextRequest } from 'next/server'
import { afterEach, describe, expect, it, vi } from 'vitest'

const SETTINGS = {
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
  NEXTAUTH_SECRET: 'x'.repeat(32),
  NEXTAUTH_URL: 'https://accord.example',
  ENCRYPTION_KEYS: `v1:${'A'.repeat(43)}=`,
  AUDIT_KEY: `${'A'.repeat(43)}=`,
}

async function asked(contact: string): Promise<Response> {
  for (const [key, value] of Object.entries({ ...SETTINGS, SECURITY_CONTACT: contact }))
    vi.stubEnv(key, value)
  vi.resetModules()
  const { GET } = await import('./route')
  const headers = { host: 'accord.example' }
  const request = new NextRequest('https://accord.example/.well-known/security.txt', { headers })
  return GET(request, { params: Promise.resolve({}) })
}
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

describe('/.well-known/security.txt', () => {
  it('names the configured contact and expires within a year', async () => {
    const answer = await asked('mailto:security@accord.example')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await answer.text()
    expect(text).toContain('Contact: mailto:security@accord.example\n')
    expect(text).toContain('Canonical: https://accord.example/.well-known/security.txt\n')
    const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000
    expect([days > 90, days < 365]).toEqual([true, true])
  })

  it('answers 404 without the setting', async () => {
    expect((await asked('')).status).toBe(404)
  })

  it('refuses a contact that is not a URI', async () => {
    const answer = await asked('security@accord.example\nCanonical: https://evil.example')
    expect([answer.status, await answer.text()]).toEqual([503, expect.not.stringContaining('evil')])
  })
})
