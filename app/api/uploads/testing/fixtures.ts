import { randomUUID } from 'node:crypto'
import { NextRequest } from 'next/server'
import type { Person } from '@/lib/auth/testing/people'
import { keptRows, linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import * as uploads from '../route'

const origin = 'http://127.0.0.1:3000'
export type Handler = (
  request: NextRequest,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>
type Call = {
  as?: Person
  id?: string
  query?: string
  headers?: Record<string, string>
  json?: unknown
  bytes?: Uint8Array<ArrayBuffer>
}

/** Calls a route as the pages do: same origin, JSON, the person's cookie. */
export function callUploads(
  handler: Handler,
  method: string,
  { as, id, query = '', headers = {}, json, bytes }: Call = {},
) {
  const request = new NextRequest(`${origin}/api/uploads${query}`, {
    method,
    headers: {
      host: '127.0.0.1:3000',
      ...(as && { cookie: as.cookie }),
      ...(method !== 'GET' && { origin, 'sec-fetch-site': 'same-origin' }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(bytes && { body: bytes }),
  })
  return handler(request, { params: Promise.resolve<Record<string, string>>(id === undefined ? {} : { id }) })
}

/** Sends these rows as the browser does. */
export function postUpload(given: TestRow[], as: Person | undefined, headers: Record<string, string> = {}) {
  const plain = requestOf(linesOf(given))
  const request = new NextRequest(`${origin}/api/uploads`, {
    method: 'POST',
    headers: {
      ...Object.fromEntries(plain.headers),
      host: '127.0.0.1:3000',
      origin,
      'idempotency-key': randomUUID(),
      ...(as && { cookie: as.cookie }),
      ...headers,
    },
    body: plain.body,
    duplex: 'half',
  })
  return uploads.POST(request, { params: Promise.resolve({}) })
}

/** One row for each name. */
export const rowsNamed = (names: string[]): TestRow[] =>
  keptRows(names.length).map((row, n) => ({ ...row, name: names[n] ?? '' }) as TestRow)
export const readId = async (response: Response) => ((await response.json()) as { id: string }).id
export const readProblem = async (response: Response) => ({
  status: response.status,
  type: response.headers.get('content-type'),
  code: ((await response.json()) as { code: string }).code,
})
