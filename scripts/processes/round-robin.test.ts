import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { freePort } from './ports.mjs'
import { startRoundRobinProxy } from './round-robin.mjs'

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void
const servers: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of servers.splice(0).reverse()) await one.close()
})

async function startServer(handle: Handler): Promise<number> {
  const server = http.createServer(handle)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  servers.push({ close })
  return (server.address() as AddressInfo).port
}

async function startProxy(ports: number[]): Promise<string> {
  const port = (await freePort()) ?? 0
  servers.push(await startRoundRobinProxy(ports, { port }))
  return `http://127.0.0.1:${port}`
}

const respondWith =
  (name: string): Handler =>
  (_, response) =>
    void response.end(name)
const ask = async (address: string, init?: RequestInit) => (await fetch(address, init)).text()

describe('the proxy in front of a fleet', () => {
  it('gives each request to the next process, and skips one that is down', async () => {
    const gone = (await freePort()) ?? 0
    const address = await startProxy([
      await startServer(respondWith('a')),
      gone,
      await startServer(respondWith('b')),
    ])
    const seen: string[] = []
    for (let n = 0; n < 4; n++) seen.push(await ask(address))
    expect(seen).toEqual(['a', 'b', 'a', 'b'])
  })

  it('answers 502 when no process is up', async () => {
    const address = await startProxy([(await freePort()) ?? 0])
    expect((await fetch(address)).status).toBe(502)
  })

  it("keeps host, method, path, body and repeated headers, and sets the client's address itself", async () => {
    const address = await startProxy([
      await startServer(async (request, response) => {
        const body: Buffer[] = []
        for await (const piece of request) body.push(piece)
        const { method, url, headers } = request
        response.setHeader('set-cookie', ['a=1', 'b=2'])
        response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(body).toString() }))
      }),
    ])
    const answer = await fetch(`${address}/a%2fb?c=d`, {
      method: 'POST',
      body: 'x'.repeat(100_000),
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    const { body, headers, ...line } = await answer.json()
    expect(line).toEqual({ method: 'POST', url: '/a%2fb?c=d' })
    expect(body).toHaveLength(100_000)
    expect(headers).toMatchObject({ host: new URL(address).host, 'x-forwarded-for': '127.0.0.1' })
  })

  it('passes on a response that comes before the whole body was read', async () => {
    const refuse: Handler = (_, response) => void response.writeHead(413).end('too large')
    const address = await startProxy([await startServer(refuse)])
    const answer = await fetch(address, { method: 'POST', body: new Uint8Array(20 * 1024 * 1024) })
    expect([answer.status, await answer.text()]).toEqual([413, 'too large'])
  })

  it('passes on the first event of a stream immediately, and closes the request when the client disconnects', async () => {
    let onDisconnect = () => {}
    const disconnected = new Promise<void>((resolve) => {
      onDisconnect = resolve
    })
    const address = await startProxy([
      await startServer((request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: 1\n\n')
        request.once('close', onDisconnect)
      }),
    ])
    const listener = new AbortController()
    const answer = await fetch(address, { signal: listener.signal })
    const { value } = (await answer.body?.getReader().read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe('data: 1\n\n')
    listener.abort()
    await disconnected
  })
})
