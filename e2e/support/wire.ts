import http from 'node:http'

export const ORIGIN = process.env.BASE_URL ?? 'http://127.0.0.1:3000'
const { host, hostname, port: ownPort } = new URL(ORIGIN)

export type WireRequest = {
  path: string
  method?: string
  /** an object, or a list of names and values in turn, which may repeat a name */
  headers?: Record<string, string> | string[]
  body?: string | Uint8Array
  /** of another web process, with the public host, as a proxy would send it */
  port?: number
}
export type Got = {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  body: Record<string, unknown>
}

function send({ path, method = 'GET', headers = {}, body, port }: WireRequest): http.ClientRequest {
  const size = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const given = Array.isArray(headers) ? headers : { host, ...size, ...headers }
  const sending = http.request({
    hostname,
    port: port ?? ownPort,
    path,
    method,
    headers: given,
    agent: false,
  })
  sending.end(body)
  return sending
}

/** Plain HTTP: no library may correct a deliberate error in the request. */
export function ask(asked: WireRequest): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sending = send(asked)
    sending.on('error', reject)
    sending.on('response', async (answer) => {
      const chunks: Buffer[] = []
      answer.on('error', reject)
      for await (const chunk of answer) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString('utf8')
      const isJson = /json/.test(answer.headers['content-type'] ?? '')
      const value = isJson && text ? JSON.parse(text) : {}
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, body: value })
    })
  })
}

/** A POST that has sent so many bytes of its body, and does not end. */
export function begin(path: string, bytes: number): Promise<http.ClientRequest> {
  const sending = http.request({
    hostname,
    port: ownPort,
    path,
    method: 'POST',
    headers: { host },
    agent: false,
  })
  sending.on('error', () => {})
  sending.on('response', (answer) => answer.resume())
  return new Promise((written) => sending.write(Buffer.alloc(bytes, 97), () => written(sending)))
}

/** An event stream: `ended` resolves when the server ends it. */
export function listen(
  asked: WireRequest,
): Promise<{ status: number; ended: Promise<void>; close: () => void }> {
  return new Promise((resolve, reject) => {
    const sending = send(asked)
    sending.on('error', reject)
    sending.on('response', (answer) => {
      const ended = new Promise<void>((done) => answer.once('close', done))
      answer.on('error', () => {})
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, ended, close: () => sending.destroy() })
    })
  })
}
