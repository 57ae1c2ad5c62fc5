import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { keptRows, linesOf, rawRequest, type TestRow } from '@/lib/uploads/testing/body'
import { ANALYST, PASSWORD } from './office'

/** What a person asked for, and whether the dashboard said yes. What was not answered may have happened. */
export type Asked = {
  kind: 'upload' | 'single'
  rows: { iban: string; name: string }[]
  answered: boolean
  key: string
}

type Answer = { status: number; body: Record<string, unknown> }

/** An analyst at a browser, over HTTP: a request without an answer is repeated once with the same key, as pages do. */
export class Analyst {
  readonly asked: Asked[] = []
  readonly #address: string
  #cookie = ''
  #row = 0

  constructor(address: string) {
    this.#address = address
  }

  /** Signs in, however often the web process dies meanwhile. */
  async signIn(): Promise<void> {
    for (let turn = 0; turn < 40; turn++) {
      const cookie = await this.#trySignIn().catch(() => undefined)
      if (cookie) {
        this.#cookie = cookie
        return
      }
      await sleep(500)
    }
    throw new Error('the analyst could not sign in')
  }

  async #trySignIn(): Promise<string | undefined> {
    const csrf = await fetch(`${this.#address}/api/auth/csrf`)
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const answer = await fetch(`${this.#address}/api/auth/callback/credentials`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: this.#address, cookie: cookiesOf(csrf) },
      body: new URLSearchParams({ csrfToken, email: ANALYST.email, password: PASSWORD, json: 'true' }),
    })
    const cookies = cookiesOf(answer)
    return cookies.includes('session') || cookies.includes('sid') ? cookies : undefined
  }

  #rows(count: number): Extract<TestRow, { iban: string }>[] {
    const rows = keptRows(count, this.#row) as Extract<TestRow, { iban: string }>[]
    this.#row += count
    return rows
  }

  /** A file with this many rows. */
  async upload(count: number): Promise<Asked> {
    const rows = this.#rows(count)
    const asked: Asked = { kind: 'upload', rows, answered: false, key: randomUUID() }
    this.asked.push(asked)
    const text = linesOf(rows)
      .map((line) => `${line}\n`)
      .join('')
    const packed = gzipSync(text)
    const { headers } = rawRequest(packed, Buffer.byteLength(text))
    const answer = await this.#patiently(() =>
      this.#post('/api/uploads', packed, asked.key, Object.fromEntries(headers)),
    )
    asked.answered = answer?.status === 201
    return asked
  }

  /** One check, live and paid. */
  async check(): Promise<Asked> {
    const rows = this.#rows(1)
    const asked: Asked = { kind: 'single', rows, answered: false, key: randomUUID() }
    this.asked.push(asked)
    const body = JSON.stringify({ ...rows[0], environment: 'live' })
    const answer = await this.#patiently(() =>
      this.#post('/api/verifications', Buffer.from(body), asked.key, { 'content-type': 'application/json' }),
    )
    asked.answered = answer?.status === 200 || answer?.status === 202
    return asked
  }

  act = (uploadId: string, act: 'resume' | 'pause' | 'stop'): Promise<Answer | undefined> =>
    this.#post(`/api/uploads/${uploadId}/${act}`, undefined, undefined, {}).catch(() => undefined)

  read = async (path: string): Promise<Answer> => {
    const response = await fetch(this.#address + path, { headers: { cookie: this.#cookie } })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  /** Once more with the same key when no answer came, or the office was not ready. */
  async #patiently(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    for (let turn = 0; turn < 2; turn++) {
      const answer = await ask().catch(() => undefined)
      if (answer && answer.status < 500) return answer
      await sleep(1_000)
    }
    return undefined
  }

  async #post(
    path: string,
    body: Uint8Array | undefined,
    key: string | undefined,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const response = await fetch(this.#address + path, {
      method: 'POST',
      headers: {
        ...headers,
        origin: this.#address,
        cookie: this.#cookie,
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(45_000),
    })
    const text = await response.text()
    return { status: response.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} }
  }
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
