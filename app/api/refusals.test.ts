import '@/lib/platform/testing/settings'
import { NextRequest } from 'next/server'
import { expect, it } from 'vitest'
import { DELETE, PATCH, POST, PUT, GET as READ } from '@/app/api/[...address]/route'
import { GET } from '@/app/api/openapi/route'
import { env } from '@/lib/platform/env.server'

const requestTo = (path: string, method: string, host?: string) => {
  const url = new URL(path, env().NEXTAUTH_URL)
  return new NextRequest(url, { method, headers: { host: host ?? url.host } })
}

it('a program without a key is told how to sign in, as HTTP requires', async () => {
  const answer = await GET(requestTo('/api/openapi', 'GET'), { params: Promise.resolve({}) })
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Accord"'])
})

it.each(Object.entries({ GET: READ, POST, PUT, PATCH, DELETE }))(
  '%s of an address without a route gets a problem, not a page',
  async (method, handle) => {
    const ask = (host?: string) =>
      handle(requestTo('/api/v1/checks', method, host), {
        params: Promise.resolve({ address: ['v1', 'checks'] }),
      })
    const answer = await ask()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
    expect((await ask('evil.example')).status).toBe(421)
  },
)
