import { randomUUID } from 'node:crypto'
import { NextRequest } from 'next/server'
import { db } from '@/lib/platform/db.server'

type Handler = (
  request: NextRequest,
  context: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>

/** A check with unremarkable values; tests add the requester and the outcome. */
export const PLAIN_CHECK = {
  environment: 'live',
  source: 'single',
  iban: 'FR7630006000011234567890189',
  name: 'Marie Curie',
  nameSearch: 'marie curie',
  country: 'FR',
} as const

/** Resets rate limits and breakers. */
export async function resetRateLimits(): Promise<void> {
  await db().$executeRaw`delete from upstream_calls`
  await db().$executeRaw`delete from upstream_paces`
  await db().$executeRaw`delete from breakers`
}

export type CallOptions = {
  as?: { cookie: string }
  body?: unknown
  text?: string
  key?: string | null
  headers?: Record<string, string>
  params?: Record<string, string | string[]>
}

/** Calls a route's handler with a request like a browser's. */
export async function callRoute(
  handler: Handler | undefined,
  method: string,
  path: string,
  options: CallOptions = {},
) {
  const headers = new Headers({ host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' })
  if (options.as) headers.set('cookie', options.as.cookie)
  const text = options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  if (text !== undefined) headers.set('content-type', 'application/json')
  if (options.key !== null) headers.set('idempotency-key', options.key ?? randomUUID())
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  const request = new NextRequest(`http://127.0.0.1:3000${path}`, { method, headers, body: text })
  const response = await (handler as Handler)(request, { params: Promise.resolve(options.params ?? {}) })
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, headers: response.headers, body }
}
