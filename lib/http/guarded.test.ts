import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedFetch } from './guarded.server'
import { publicLookup } from './public-address.server'

let server: Server
let origin: string
const hits: string[] = []

beforeAll(async () => {
  server = createServer((asked, answer) => {
    hits.push(`${asked.method} ${asked.url}`)
    if (asked.url === '/away') answer.writeHead(302, { location: '/there' }).end()
    else if (asked.url === '/large') answer.end('x'.repeat(100_000))
    else answer.end('hello')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => server.close(done)))

describe('an address that the installation names', () => {
  it('is asked as it is; a redirect is an answer, not a way', async () => {
    const trusted = [origin]
    expect(await guardedFetch(`${origin}/x`, { trusted, method: 'POST', body: '{}' })).toMatchObject({
      kind: 'answer',
      status: 200,
      text: 'hello',
    })
    expect(await guardedFetch(`${origin}/away`, { trusted })).toMatchObject({ status: 302 })
    expect(await guardedFetch(`${origin}/large`, { trusted })).toEqual({ kind: 'failed', code: 'too_large' })
    expect(hits).toEqual(['POST /x', 'GET /away', 'GET /large'])
  })
})

describe('an address that a person typed', () => {
  it('is refused by its text when it names this machine', async () => {
    expect(await guardedFetch(`${origin}/x`)).toEqual({ kind: 'refused', code: 'address_https' })
    expect(await guardedFetch(`${origin.replace('http:', 'https:').replace(/:\d+$/, '')}/x`)).toEqual({
      kind: 'refused',
      code: 'address_host',
    })
  })

  it('is refused when its name leads here at the moment of connecting, whatever it led to before', async () => {
    const answers = ['1.1.1.1', '127.0.0.1']
    const asked: string[] = []
    const lookup = publicLookup((_host, _options, done) => {
      const address = answers[Math.min(asked.length, 1)] ?? ''
      asked.push(address)
      done(null, [{ address, family: 4 }])
    })
    // somebody looked it up earlier and found a public place
    await new Promise((done) => lookup('rebind.example', {}, done))
    const before = hits.length
    expect(await guardedFetch('https://rebind.example/', { lookup })).toEqual({
      kind: 'refused',
      code: 'address_private',
    })
    expect([asked, hits.length]).toEqual([['1.1.1.1', '127.0.0.1'], before])
  })
})
