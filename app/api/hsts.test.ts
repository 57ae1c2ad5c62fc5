import '@/lib/platform/testing/settings'
import { NextRequest } from 'next/server'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

it.each([
  ['https://accord.example', 'max-age=63072000; includeSubDomains'],
  ['http://127.0.0.1:3000', null],
])('responses of routes at %s, refusals included, have: %s', async (address, header) => {
  vi.stubEnv('NEXTAUTH_URL', address)
  vi.resetModules()
  const { GET, POST } = await import('@/app/api/health/route')
  for (const handler of [GET, POST]) {
    const answer = await handler(new NextRequest(`${address}/api/health`), { params: Promise.resolve({}) })
    expect(answer.headers.get('strict-transport-security')).toBe(header)
  }
})
