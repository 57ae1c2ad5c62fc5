import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { withCheckDigits } from '@/lib/iban/checksum'
import type { Config } from '../config'
import { type RunningService, startService } from '../start'

/** Signs the tokens of the services under test. */
export const TOKEN_KEY = 'a key that only the tests of the service know'

/** Clients c0 to c39 with plenty of credits, so that tests don't share rate limits, and one without. */
export const CLIENTS = [
  ...Array.from({ length: 40 }, (_, n) => ({ id: `c${n}`, secret: `secret of c${n}`, credits: 100_000 })),
  { id: 'poor', secret: 'secret of poor', credits: 3 },
]

/** Writes text to a new temporary file and returns its path. */
export function temporaryFile(name: string, text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'accord-service-')), name)
  writeFileSync(file, text)
  return file
}

/** Starts a service on a free port and the test file's own database; it stops after the file's tests. */
export async function runService(settings: Partial<Config> = {}): Promise<RunningService> {
  const service = await startService({
    databaseUrl: process.env.DATABASE_URL ?? '',
    host: '127.0.0.1',
    port: 0,
    clients: CLIENTS,
    latencyMs: 0,
    tokenKey: TOKEN_KEY,
    ...settings,
  })
  afterAll(() => service.stop())
  return service
}

// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of the body themselves
export type TestResponse = { status: number; headers: Headers; body: any }

async function readResponse(response: Response): Promise<TestResponse> {
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Requests a token as section 4.1 says. */
export async function requestToken(url: string, form: Record<string, string>): Promise<TestResponse> {
  return readResponse(await fetch(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) }))
}

export type Client = {
  authorization: string
  get(path: string): Promise<TestResponse>
  post(path: string, body: unknown): Promise<TestResponse>
  /** Sends the body unchanged. */
  send(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<TestResponse>
}

/** An authenticated client of a service, which knows only its address. */
export async function signIn(url: string, id: string): Promise<Client> {
  const { body } = await requestToken(url, {
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: `secret of ${id}`,
  })
  const authorization = `Bearer ${body.access_token}`
  const send: Client['send'] = async (method, path, text, headers) =>
    readResponse(
      await fetch(url + path, {
        method,
        body: text,
        headers: {
          Authorization: authorization,
          'Content-Type': 'application/json',
          ...headers,
        },
      }),
    )
  return {
    authorization,
    send,
    get: (path) => send('GET', path),
    post: (path, value) => send('POST', path, JSON.stringify(value)),
  }
}

/** The payload of section 2.1. */
export const checkBody = (iban: string, name: string, more: object = {}) => ({
  account: { iban },
  account_holder: { name },
  ...more,
})

/** The n-th account of an ordinary German bank. */
export const account = (n: number) => withCheckDigits('DE', `37040044${String(n).padStart(10, '0')}`)

/** Polls the bulk until it is completed, and returns every status on the way. */
export async function waitForCompletion(
  client: Client,
  id: string,
  timeoutMs = 15_000,
): Promise<TestResponse['body'][]> {
  const statuses: TestResponse['body'][] = []
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    statuses.push((await client.get(`/account-holder-verifications/bulk/${id}`)).body)
    if (statuses.at(-1).status === 'completed') return statuses
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`the bulk did not complete: ${JSON.stringify(statuses.at(-1))}`)
}
