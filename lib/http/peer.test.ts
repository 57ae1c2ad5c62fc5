import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '@/lib/platform/env.server'
import '@/lib/platform/testing/settings'
import { addressOf, ignoreUpgrades, refuseTrace, watchPeers } from './peer.server'

/** The address that a route sees for a request with these headers. */
async function seen(headers: Record<string, string> = {}): Promise<string | null> {
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers })
  return (await answer.json()) as string | null
}
const shared = globalThis as unknown as { accordPeer?: string }

const server = http.createServer((request, response) => {
  const address = addressOf(
    new Request('http://127.0.0.1/', { headers: request.headers as Record<string, string> }),
  )
  response.end(JSON.stringify(address ?? null))
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
afterAll(() => server.close())

describe('the address of a request', () => {
  it("is unknown, whatever the client claims, while sockets aren't watched", async () => {
    expect(await seen({ 'x-forwarded-for': '192.0.2.1', undefined: '192.0.2.1' })).toBeNull()
  })

  it('is that of the socket, whatever the client claims', async () => {
    watchPeers()
    watchPeers()
    expect(await seen()).toBe('127.0.0.1')
    expect(await seen({ 'x-forwarded-for': '192.0.2.1', 'x-real-ip': '192.0.2.1' })).toBe('127.0.0.1')
    expect(await seen({ [shared.accordPeer ?? '']: '192.0.2.1' })).toBe('127.0.0.1')
  })

  it('is not that of the proxy that terminates TLS', async () => {
    Object.assign(env(), { NEXTAUTH_URL: 'https://accord.example' })
    expect(await seen({ 'x-forwarded-for': '192.0.2.1' })).toBeNull()
  })

  it.each([
    ['192.0.2.1, 198.51.100.7', '198.51.100.7'],
    ['192.0.2.1,::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['192.0.2.1, 198.51.100.7:4711', '198.51.100.7'],
    ['192.0.2.1, [2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[::ffff:198.51.100.7]:4711', '198.51.100.7'],
    ['198.51.100.7:port', null],
    ['[198.51.100.7', null],
    ['192.0.2.1, unknown', null],
    ['', null],
  ])('is the last one that a trusted proxy adds: of "%s" %s', async (forwarded, address) => {
    Object.assign(env(), { TRUSTED_PROXY: '1' })
    expect(await seen({ 'x-forwarded-for': forwarded })).toBe(address)
  })
})

describe('a request', () => {
  const own = http.createServer(({ method, url }, response) => response.end(`${method} ${url}`))
  beforeAll(() => new Promise<void>((listening) => own.listen(0, '127.0.0.1', listening)))
  afterAll(() => own.close())
  const answerTo = (method: string, headers: Record<string, string> = {}) =>
    new Promise<string>((resolve, reject) => {
      const { port } = own.address() as AddressInfo
      const options = { port, host: '127.0.0.1', method, headers, path: '/check?a=1' }
      const asked = http.request(options, async (answer) =>
        resolve(`${answer.statusCode} ${Buffer.concat(await Array.fromAsync(answer))}`),
      )
      asked.on('error', reject).end()
    })

  it('with TRACE is rewritten to a route that answers 405; every other one is unchanged', async () => {
    refuseTrace()
    expect(await answerTo('TRACE')).toBe('200 PATCH /api/health')
    expect(await answerTo('DELETE')).toBe('200 DELETE /check?a=1')
  })

  it('that offers another protocol is answered in HTTP/1.1', async () => {
    own.on('upgrade', (_, socket) => socket.destroy())
    const offer = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAAP__',
    }
    await expect(answerTo('GET', offer)).rejects.toThrow('socket hang up')
    ignoreUpgrades()
    await answerTo('GET')
    expect(await answerTo('GET', offer)).toBe('200 GET /check?a=1')
  })
})
