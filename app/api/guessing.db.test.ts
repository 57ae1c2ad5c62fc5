import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Role } from '@/lib/auth/roles'
import { type Scope, scopesFor } from '@/lib/keys/scopes'
import { hashSecret, makeSecret } from '@/lib/keys/secret.server'
import { db } from '@/lib/platform/db.server'
import { fileOf, ibanOf, keptRows, linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import { type Provider, startProvider } from '@/lib/upstream/testing/provider'
import { connectTo, type Person, PLAIN_CHECK, signedIn } from '@/lib/verifications/testing/desk'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

/**
 * Two accounts, alike but for one thing: what is asked first was checked on the one, by somebody else, and never on the
 * other. Whoever may not open that check hears the same of both, whatever is asked and however often.
 */
const GUESSES = process.env.LONG ? 1_000 : 1
const TIMEOUT = process.env.LONG ? 600_000 : 30_000

type Handler = (
  request: NextRequest,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>
type Asker = { cookie?: string; authorization?: string }
type Ask = (asker: Asker, iban: string, name: string) => Promise<string>

const API = import.meta.dirname
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
type Spec = {
  roles?: Role[]
  byKey?: { scope: Scope | 'any' }
  body?: object
  query?: object
  maxBytes?: number
}
type Route = { name: string; handler: Handler; spec: Spec }

async function everyRoute(): Promise<Route[]> {
  const files = (fs.readdirSync(API, { recursive: true }) as string[]).filter(
    (file) => path.basename(file) === 'route.ts',
  )
  const routes = await Promise.all(
    files.map(async (file) => {
      const handlers = await import(path.join(API, file))
      const url = `/api/${path.dirname(file)}`.replaceAll(/\[(\w+)\]/g, '{$1}')
      return METHODS.filter((method) => handlers[method]).map((method) => {
        const { spec = {} } = handlers[method]
        return { name: `${method} ${url}`, handler: handlers[method], spec }
      })
    }),
  )
  return routes.flat()
}
const routes = new Map((await everyRoute()).map((route) => [route.name, route]))

/** What is left of an answer when ids, times, numbers that only grow and the question itself are taken out. */
const bare = (text: string, ...asked: string[]) =>
  asked
    .reduce((rest, each) => rest.replaceAll(each, 'ASKED'), text)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?Z?)?/g, 'TIME')
    .replaceAll(/"(version|position)":\d+/g, '"$1":0')

async function send(
  name: string,
  asker: Asker,
  { json, id, raw }: { json?: unknown; id?: string; raw?: Request } = {},
): Promise<Response> {
  const [method = '', url = ''] = name.split(' ')
  const route = routes.get(name)
  if (!route) throw new Error(`there is no ${name}`)
  const headers = new Headers(raw?.headers)
  headers.set('host', '127.0.0.1:3000')
  headers.set('sec-fetch-site', 'same-origin')
  headers.set('idempotency-key', randomUUID())
  if (asker.cookie) headers.set('cookie', asker.cookie)
  if (asker.authorization) headers.set('authorization', asker.authorization)
  if (json !== undefined) headers.set('content-type', 'application/json')
  const body = raw
    ? new Uint8Array(await raw.arrayBuffer())
    : json === undefined
      ? undefined
      : JSON.stringify(json)
  const request = new NextRequest(`http://127.0.0.1:3000${url}`, { method, headers, body })
  return route.handler(request, { params: Promise.resolve<Record<string, string>>(id ? { id } : {}) })
}
const heard = async (response: Response) => `${response.status} ${await response.text()}`

/** A file with this one pair, and all that can be seen of it before it is stopped. */
const asUpload =
  (head: object): Ask =>
  async (asker, iban, name) => {
    const rows: TestRow[] = [{ iban, name }]
    const sent = await send('POST /api/uploads', asker, { raw: requestOf(linesOf(rows, head)) })
    if (sent.status !== 201) return heard(sent)
    const { id } = (await sent.json()) as { id: string }
    const seen = [
      await heard(await send('GET /api/uploads/{id}', asker, { id })),
      await heard(await send('GET /api/uploads/{id}/rows', asker, { id })),
      await heard(await send('POST /api/uploads/{id}/stop', asker, { id })),
      await heard(await send('GET /api/uploads/{id}/rows', asker, { id })),
    ]
    return seen.join('\n').replaceAll(fileOf(rows), 'FILE')
  }

const posts =
  (name: string, body: (iban: string, guess: string) => object): Ask =>
  async (asker, iban, guess) =>
    heard(await send(name, asker, { json: body(iban, guess) }))

/** Every way to ask the office about a name or an IBAN; in brackets a second one of the same route. */
const ASKS: Record<string, Ask> = {
  'POST /api/verifications': posts('POST /api/verifications', (iban, name) => ({
    iban,
    name,
    environment: 'live',
  })),
  'POST /api/verifications/earlier': posts('POST /api/verifications/earlier', (iban, name) => ({
    ...{ iban, name, environment: 'live' },
  })),
  'POST /api/verifications/search': posts('POST /api/verifications/search', (_, text) => ({ text })),
  'POST /api/verifications/search (IBAN)': posts('POST /api/verifications/search', (text) => ({ text })),
  'POST /api/verifications/export': posts('POST /api/verifications/export', (_, text) => ({
    text,
    format: 'csv',
  })),
  'POST /api/reviews/search': posts('POST /api/reviews/search', (_, text) => ({ environment: 'live', text })),
  'POST /api/uploads': asUpload({}),
  'POST /api/uploads (ask)': asUpload({ known: 'ask' }),
  'POST /api/uploads (take)': asUpload({ known: 'take' }),
  'POST /api/uploads/{id}/rows/search': async (asker, iban, text) => {
    const [own] = keptRows(1, Number(iban.slice(-6)) + 500_000)
    const sent = await send('POST /api/uploads', asker, { raw: requestOf(linesOf([own as TestRow])) })
    if (sent.status !== 201) return heard(sent)
    const { id } = (await sent.json()) as { id: string }
    return heard(await send('POST /api/uploads/{id}/rows/search', asker, { id, json: { text } }))
  },
}

/** Take a name or an IBAN too, and answer an admin; held by a limit of their own, see the last test. */
const LIMITED = [
  'POST /api/admin/retention/subjects',
  'POST /api/admin/retention/erasures',
  'POST /api/admin/retention/holds',
]

/** Take something else: ids, settings, files, words about a record that the caller may open. */
const DEAF = `
  POST /api/account/confirm, POST /api/account/keys, POST /api/account/second-factor, PUT /api/account/language, 
  POST /api/account/recovery-codes, PUT /api/account/password, DELETE /api/account/second-factor,
  PUT /api/account/second-factor, GET /api/admin/audit, GET /api/admin/audit/export, POST /api/admin/connections,
  DELETE /api/admin/connections/{id}, PUT /api/admin/connections/{id}/secret, PUT /api/admin/limits,
  PUT /api/admin/retention, POST /api/admin/retention/preview, POST /api/admin/retention/erasures/{id}/confirm,
  POST /api/admin/rules, PUT /api/admin/rules/{id}, PUT /api/admin/rules/order, POST /api/admin/rules/preview,
  PUT /api/admin/rules/settings, POST /api/admin/usage/entries, PUT /api/admin/usage/settings,
  GET /api/admin/usage/ledger, GET /api/admin/usage/spending, GET /api/uploads/{id}/export/table,
  GET /api/verifications/search/choices, PUT /api/verifications/search/layout, POST /api/verifications/search/views,
  POST /api/admin/users, PUT /api/admin/users/{id}/roles, PUT /api/admin/users/{id}/state,
  PUT /api/admin/users/policy, POST /api/admin/webhooks, PUT /api/admin/webhooks/{id}, GET /api/attempts,
  POST /api/attempts/{id}/resolve, POST /api/attempts/{id}/resolve/confirm, POST /api/reviews/{id}/decision,
  POST /api/reviews/{id}/documents, POST /api/reviews/{id}/notes, POST /api/reviews/{id}/reopen,
  POST /api/reviews/{id}/take-over, POST /api/reviews/group-decision, GET /api/uploads,
  POST /api/uploads/{id}/approval, GET /api/uploads/{id}/export, POST /api/uploads/{id}/known,
  GET /api/uploads/{id}/rows, POST /api/verifications/{id}/reveal, PUT /api/verifications/search/views/{id},
`
  .split(',')
  .map((name) => name.trim())
  .filter(Boolean)

let provider: Provider
let owner: Person
let accounts = 70_000

beforeAll(async () => {
  provider = await startProvider()
  await connectTo(provider)
  owner = await signedIn('analyst')
})
afterAll(async () => {
  await provider.stop()
  await db().$disconnect()
})

/** An account on which somebody else checked four names today, the first of them with a match. */
async function account(first: string): Promise<string> {
  const iban = ibanOf(++accounts)
  const names = [first, 'Another Holder', 'A Third Holder', 'A Fourth Holder']
  await db().verification.createMany({
    data: names.map((name, n) => ({
      ...{
        ...PLAIN_CHECK,
        iban,
        name,
        nameSearch: name.toLowerCase(),
        country: 'DE',
        requestedById: owner.id,
      },
      ...{ status: 'completed' as const, matchResult: n === 0 ? ('match' as const) : ('no_match' as const) },
      ...{ createdAt: new Date(Date.now() - n * 60_000), answeredAt: new Date(Date.now() - n * 60_000) },
    })),
  })
  return iban
}

async function keyOf(scopes: Scope[], ...roles: Role[]): Promise<Asker> {
  const { id: ownerId } = await signedIn(...roles)
  const secret = makeSecret()
  const [lastFour, expiresAt] = [secret.slice(-4), new Date(Date.now() + 86_400_000)]
  await db().apiKey.create({
    data: { ownerId, name: 'Program', secretHash: hashSecret(secret), lastFour, scopes, expiresAt },
  })
  return { authorization: `Bearer ${secret}` }
}

/** Who may not open the checks of others, or not under the name that was asked. */
const ASKERS: { who: string; roles: Role[]; scopes?: Scope[] }[] = [
  { who: 'an analyst', roles: ['analyst'] },
  { who: 'an admin who sees masked', roles: ['admin'] },
  ...scopesFor(['analyst']).map((scope) => ({
    ...{ who: `a key of an analyst for ${scope}`, roles: ['analyst' as const], scopes: [scope] },
  })),
  {
    who: 'a key of a reviewer that writes and does not read',
    ...{ roles: ['analyst', 'reviewer'], scopes: ['checks:write', 'uploads:write', 'usage:read'] },
  },
]
const askerOf = ({ roles, scopes }: (typeof ASKERS)[number]): Promise<Asker> =>
  scopes ? keyOf(scopes, ...roles) : signedIn(...roles)

/** Whom the guard of a route lets in at all; the others are refused before their question is read. */
function reaches({ roles, scopes }: (typeof ASKERS)[number], way: string): boolean {
  const { spec } = routes.get(way.replace(/ \(.*/, '')) as Route
  const scope = spec.byKey?.scope
  if (scopes && !(scope && (scope === 'any' || scopes.includes(scope)))) return false
  return !spec.roles || spec.roles.length === 0 || spec.roles.some((role) => roles.includes(role))
}

async function hearsOf(asker: Asker, iban: string, ask: Ask, guesses: number): Promise<string[]> {
  const said: string[] = []
  for (let n = 0; n < guesses; n++) {
    // the pace of a key is another test's
    if (n > 0) await db().apiKey.updateMany({ data: { pacedUntil: new Date(0) } })
    said.push(bare(await ask(asker, iban, `Holder Guess ${n}`), `Guess ${n}`, iban))
  }
  return said
}

describe('who guesses names on an IBAN that others checked', () => {
  it('has no way to ask that is not named here', () => {
    const named = new Set([
      ...Object.keys(ASKS).map((name) => name.replace(/ \(.*/, '')),
      ...LIMITED,
      ...DEAF,
    ])
    const taking = [...routes.values()]
      .filter(({ spec: { body, query, maxBytes } }) => body ?? query ?? maxBytes)
      .map(({ name }) => name)
    expect(taking.filter((name) => !named.has(name))).toEqual([])
    expect([...named].filter((name) => !taking.includes(name))).toEqual([])
  })

  const cases = ASKERS.flatMap((asker) =>
    Object.entries(ASKS)
      .filter(([way]) => reaches(asker, way))
      .map(([way, ask]) => ({ who: asker.who, asker, way, ask })),
  )
  it.each(cases)('$who hears the same of both by $way', { timeout: TIMEOUT }, async ({ asker, way, ask }) => {
    const [right, wrong] = [await account('Holder Guess 0'), await account('Holder Nobody')]
    const [one, two] = [await askerOf(asker), await askerOf(asker)]
    // a file is five requests
    const guesses = Math.ceil(GUESSES / (way.includes('/uploads') ? 10 : 1))
    expect(await hearsOf(one, right, ask, guesses)).toEqual(await hearsOf(two, wrong, ask, guesses))
  })
})

describe('an admin who sees masked', () => {
  it.each(LIMITED)('asks %s at most thirty times an hour', async (name) => {
    const admin = await signedIn('admin')
    const body = (n: number) => {
      const subject = { kind: 'name', value: `Holder Guess ${n}` }
      return name.endsWith('holds')
        ? { on: 'subject', subject, reason: 'a test' }
        : name.endsWith('erasures')
          ? { subject, reason: 'a test' }
          : { subject }
    }
    const codes: number[] = []
    for (let n = 0; n < 31; n++) codes.push((await send(name, admin, { json: body(n) })).status)
    expect(new Set(codes.slice(0, 30)).size).toBe(1)
    expect(codes[30]).toBe(429)
  })
})
