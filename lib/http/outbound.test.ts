import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { requestTrusted, requestUntrusted } from './outbound.server'
import { publicLookup } from './public-address.server'

const hits: string[] = []
const held: ServerResponse[] = []
let onHeld = () => {}

const server = createServer((asked, answer) => {
  hits.push(`${asked.method} ${asked.url}`)
  if (asked.url === '/away') answer.writeHead(302, { location: '/there' }).end()
  else if (asked.url === '/large') answer.end('x'.repeat(100_000))
  else if (asked.url === '/broken') asked.socket.destroy()
  else if (asked.url === '/half') answer.write('hel')
  else if (asked.url === '/held') {
    held.push(answer)
    onHeld()
  } else if (asked.url !== '/silent') answer.end('hello')
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => new Promise((done) => server.close(done)))

const limits = { headersMs: 10_000, totalMs: 10_000, maxBytes: 64 * 1024 }
const get = (url: string) => ({ method: 'GET' as const, url, limits })

describe('an address from the settings', () => {
  it("is requested unchecked, and a redirect is a response that isn't followed", async () => {
    const trusted = [origin]
    const body = { ...get(`${origin}/x`), method: 'POST' as const, body: '{}' }
    expect(await requestUntrusted(body, { trusted })).toMatchObject({
      kind: 'answer',
      status: 200,
      text: 'hello',
    })
    expect(await requestUntrusted(get(`${origin}/away`), { trusted })).toMatchObject({ status: 302 })
    expect(await requestUntrusted(get(`${origin}/large`), { trusted })).toMatchObject({
      kind: 'lost',
      code: 'too_large',
    })
    expect(hits).toEqual(['POST /x', 'GET /away', 'GET /large'])
  })
})

describe('a request', () => {
  const closed = 'http://127.0.0.1:1'
  const overTls = origin.replace('http:', 'https:')

  it.each([
    ['to a configured server', (url: string) => requestTrusted(get(url), { purpose: 'read' })],
    [
      'to a typed address',
      (url: string) => requestUntrusted(get(url), { trusted: [origin, closed, overTls] }),
    ],
  ])('%s is not_sent when nothing was connected, and lost when it may have left', async (_, ask) => {
    expect(await ask(`${closed}/x`)).toEqual({ kind: 'not_sent', code: 'unreachable' })
    expect(await ask(`${overTls}/x`)).toEqual({ kind: 'not_sent', code: 'tls' })
    expect(await ask(`${origin}/broken`)).toMatchObject({ kind: 'lost', code: 'connection_lost' })
  })

  it.each([
    ['/silent', { headersMs: 50 }],
    ['/silent', { totalMs: 50 }],
    ['/half', { totalMs: 50 }],
  ])('whose response %s takes longer than %j is lost', async (path, shorter) => {
    const asked = { ...get(`${origin}${path}`), limits: { ...limits, ...shorter } }
    expect(await requestTrusted(asked, { purpose: 'read' })).toMatchObject({ kind: 'lost', code: 'timeout' })
  })

  it('without a free socket waits until its deadline; other purposes and typed addresses have their own', async () => {
    const post = { ...get(`${origin}/held`), method: 'POST' as const, body: '{}' }
    const late = { ...post, url: `${origin}/late` }
    const allHeld = new Promise<void>((done) => {
      onHeld = () => held.length === 8 && done()
    })
    const taken = Array.from({ length: 8 }, () => requestTrusted(post, { purpose: 'bulk' }))
    await allHeld
    const tooLate = { kind: 'not_sent', code: 'too_late' }
    const notAfter = performance.now() + 50
    expect(await requestTrusted(late, { purpose: 'bulk', notAfter })).toEqual(tooLate)
    const short = { ...late, limits: { ...limits, totalMs: 50 } }
    expect(await requestTrusted(short, { purpose: 'bulk' })).toEqual(tooLate)
    const next = requestTrusted({ ...post, url: `${origin}/next` }, { purpose: 'bulk' })
    for (const purpose of ['read', 'token', 'check'] as const)
      expect(await requestTrusted(get(`${origin}/${purpose}`), { purpose })).toMatchObject({ text: 'hello' })
    expect(await requestUntrusted({ ...post, url: `${origin}/typed` }, { trusted: [origin] })).toMatchObject({
      text: 'hello',
    })
    expect(hits).not.toContain('POST /next')
    for (const answer of held) answer.end('at last')
    expect((await Promise.all(taken)).map(({ kind }) => kind)).toEqual(Array(8).fill('answer'))
    expect(await next).toMatchObject({ text: 'hello' })
    expect(hits).not.toContain('POST /late')
  })
})

describe('an address that a person typed', () => {
  it('is refused when it names this machine', async () => {
    expect(await requestUntrusted(get(`${origin}/x`))).toEqual({ kind: 'not_sent', code: 'address_https' })
    const https = origin.replace('http:', 'https:').replace(/:\d+$/, '')
    expect(await requestUntrusted(get(`${https}/x`))).toEqual({ kind: 'not_sent', code: 'address_host' })
    const before = hits.length
    expect(await requestTrusted(get(`${origin}/x`), { purpose: 'read', onlyPublic: true })).toEqual({
      kind: 'not_sent',
      code: 'address_private',
    })
    expect(hits.length).toBe(before)
  })

  it('is refused when it resolves to this machine while connecting, whatever it resolved to before', async () => {
    const answers = ['1.1.1.1', '127.0.0.1']
    const asked: string[] = []
    const lookup = publicLookup((_host, _options, done) => {
      const address = answers[Math.min(asked.length, 1)] ?? ''
      asked.push(address)
      done(null, [{ address, family: 4 }])
    })
    // an earlier lookup returned a public address
    await new Promise((done) => lookup('rebind.example', {}, done))
    const before = hits.length
    expect(await requestUntrusted(get('https://rebind.example/'), { lookup })).toEqual({
      kind: 'not_sent',
      code: 'address_private',
    })
    expect([asked, hits.length]).toEqual([['1.1.1.1', '127.0.0.1'], before])
  })
})
