import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { runService } from '../testing/service'

const { url } = await runService()
const path = '/api-v1/account-holder-verifications/x'

/** The response to bytes that no HTTP library would send. */
const responseTo = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (part) => {
      received += part
      if (received.includes('}')) socket.end()
    })
    socket.on('error', reject).on('close', () => resolve(received))
    socket.setTimeout(2_000, () => socket.end())
  })

it.each([
  ['is not HTTP', 'nonsense\r\n\r\n'],
  ['has headers of 20,000 characters', `GET ${path} HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['names no host', `GET ${path} HTTP/1.1\r\n\r\n`],
  ['names no host, as HTTP/1.0 may', `GET ${path} HTTP/1.0\r\n\r\n`],
  ['names an impossible host', `GET ${path} HTTP/1.1\r\nHost: a b\r\n\r\n`],
  ['has a backslash in its path', `GET ${path}\\y HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['is for no path', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
])('a request that %s gets 400 with the error body (2.8)', async (_, bytes) => {
  const [head, body = ''] = (await responseTo(bytes)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(head).toMatch(/content-type: application\/json/i)
  expect(JSON.parse(body)).toEqual({ code: 'invalid_request', message: expect.any(String) })
})

it('a request that expects what no server can promise gets its usual response', async () => {
  const answer = await responseTo(`GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 401 .*"code":"invalid_token"/s)
})
