import http from 'node:http'
import type { APIRequestContext } from '@playwright/test'

export const ORIGIN = process.env.BASE_URL ?? 'http://127.0.0.1:3000'
const { host, hostname, port: ownPort } = new URL(ORIGIN)

export type RawRequest = {
  path: string
  method?: string
  /** an object, or a list of alternating names and values, in which a name may be repeated */
  headers?: Record<string, string> | string[]
  body?: string | Uint8Array
  /** the port of another web process; the host stays the public one, as behind a proxy */
  port?: number
}
export type RawResponse = {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  body: Record<string, unknown>
}

function openRequest({ path, method = 'GET', headers = {}, body, port }: RawRequest): http.ClientRequest {
  const size = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const allHeaders = Array.isArray(headers) ? headers : { host, ...size, ...headers }
  const request = http.request({
    hostname,
    port: port ?? ownPort,
    path,
    method,
    headers: allHeaders,
    agent: false,
  })
  request.end(body)
  return request
}

/** Sends a request over plain HTTP, because a library might correct its deliberate errors. */
export function sendRaw(options: RawRequest): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = openRequest(options)
    request.on('error', reject)
    request.on('response', async (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      for await (const chunk of response) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString('utf8')
      const isJson = /json/.test(response.headers['content-type'] ?? '')
      const json = isJson && text ? JSON.parse(text) : {}
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: json })
    })
  })
}

/** The Cookie header of a signed-in client. */
export const cookieHeader = async (client: APIRequestContext): Promise<string> =>
  (await client.storageState()).cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** Starts a POST, sends this many bytes of its body, and leaves it open. */
export function startUnfinishedPost(path: string, bytes: number): Promise<http.ClientRequest> {
  const request = http.request({
    hostname,
    port: ownPort,
    path,
    method: 'POST',
    headers: { host },
    agent: false,
  })
  request.on('error', () => {})
  request.on('response', (response) => response.resume())
  return new Promise((resolve) => request.write(Buffer.alloc(bytes, 97), () => resolve(request)))
}

/** Opens an event stream. `ended` resolves when the server ends it. */
export function openEventStream(
  options: RawRequest,
): Promise<{ status: number; ended: Promise<void>; close: () => void }> {
  return new Promise((resolve, reject) => {
    const request = openRequest(options)
    request.on('error', reject)
    request.on('response', (response) => {
      const ended = new Promise<void>((done) => response.once('close', done))
      response.on('error', () => {})
      response.resume()
      resolve({ status: response.statusCode ?? 0, ended, close: () => request.destroy() })
    })
  })
}
