import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { NextRequest } from 'next/server'
import type { Role } from '@/lib/auth/roles'
import type { Scope } from '@/lib/keys/scopes'
import { readStoredLines } from '@/lib/payments/lines/read.server'
import type { ReportView } from '@/lib/payments/reports/view'
import { ordersRequest, paymentTo } from '@/lib/payments/testing/run'
import { compareUpload } from '@/lib/uploads/comparison/compare.server'
import { fileOf, keptRows, linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'

type Handler = (
  request: NextRequest,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>
export type Caller = { cookie?: string; authorization?: string }
export type RequestCheck = (asker: Caller, iban: string, name: string) => Promise<string>

const API = path.resolve(import.meta.dirname, '..')
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
type Spec = {
  roles?: Role[]
  byKey?: { scope: Scope | 'any' }
  body?: object
  query?: object
  maxBytes?: number
}
export type Route = { name: string; handler: Handler; spec: Spec }

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
/** Every method of every route file with its definition, by name. */
export const routes = new Map((await everyRoute()).map((route) => [route.name, route]))

/** Calls a route as this person or API client. */
export async function send(
  name: string,
  caller: Caller,
  { json, id, raw }: { json?: unknown; id?: string; raw?: Request } = {},
): Promise<Response> {
  const [method = '', url = ''] = name.split(' ')
  const route = routes.get(name)
  if (!route) throw new Error(`there is no ${name}`)
  const headers = new Headers(raw?.headers)
  headers.set('host', '127.0.0.1:3000')
  headers.set('sec-fetch-site', 'same-origin')
  headers.set('idempotency-key', randomUUID())
  if (caller.cookie) headers.set('cookie', caller.cookie)
  if (caller.authorization) headers.set('authorization', caller.authorization)
  if (json !== undefined) headers.set('content-type', 'application/json')
  const body = raw
    ? new Uint8Array(await raw.arrayBuffer())
    : json === undefined
      ? undefined
      : JSON.stringify(json)
  const request = new NextRequest(`http://127.0.0.1:3000${url}`, { method, headers, body })
  return route.handler(request, { params: Promise.resolve<Record<string, string>>(id ? { id } : {}) })
}
const readText = async (response: Response) => `${response.status} ${await response.text()}`

/** Uploads a file with this one pair, and reads all that is visible of it before it is stopped. */
const checkByUpload =
  (head: object): RequestCheck =>
  async (asker, iban, name) => {
    const rows: TestRow[] = [{ iban, name }]
    const sent = await send('POST /api/uploads', asker, { raw: requestOf(linesOf(rows, head)) })
    if (sent.status !== 201) return readText(sent)
    const { id } = (await sent.json()) as { id: string }
    const seen = [
      await readText(await send('GET /api/uploads/{id}', asker, { id })),
      await readText(await send('GET /api/uploads/{id}/rows', asker, { id })),
      await readText(await send('POST /api/uploads/{id}/stop', asker, { id })),
      await readText(await send('GET /api/uploads/{id}/rows', asker, { id })),
    ]
    return seen.join('\n').replaceAll(fileOf(rows), 'FILE')
  }

/** Loads a table as a bank report without a run, and reads whether its only line was checked before. */
const checkByReport: RequestCheck = async (asker, iban, name) => {
  const raw = new Request('http://127.0.0.1/', {
    method: 'POST',
    body: `IBAN;Name;Result\n${iban};${name};MTCH\n`,
  })
  const sent = await send('POST /api/payments/reports', asker, { raw })
  if (sent.status !== 201) return readText(sent)
  const { id, ...receipt } = (await sent.json()) as { id: string }
  const read = await send('GET /api/payments/reports/{id}', asker, { id })
  if (read.status !== 200) return `${JSON.stringify(receipt)} ${await readText(read)}`
  const { knownNames, page, differs } = (await read.json()) as ReportView
  return JSON.stringify({ receipt, knownNames, differs, page })
}

const checkByPost =
  (name: string, body: (iban: string, guess: string) => object): RequestCheck =>
  async (asker, iban, guess) =>
    readText(await send(name, asker, { json: body(iban, guess) }))

/** Uploads a payment to this one pair, stops it before it is sent, and reads its run. */
async function checkByRun(asker: Caller, iban: string, name: string): Promise<string> {
  const lines = [paymentTo(0, { iban, name, endToEndId: 'E-1' })]
  const sent = await send('POST /api/uploads', asker, { raw: ordersRequest(lines) })
  if (sent.status !== 201) return readText(sent)
  const { id } = (await sent.json()) as { id: string }
  await compareUpload(id)
  await readText(await send('POST /api/uploads/{id}/stop', asker, { id }))
  await readStoredLines(id)
  const seen = [
    await readText(await send('GET /api/payments/{id}', asker, { id })),
    await readText(await send('POST /api/payments/{id}/lines/search', asker, { id, json: { text: name } })),
  ]
  return seen.join('\n').replaceAll(/[0-9a-f]{64}/g, 'HASH')
}

/** Every route that answers about a name or an IBAN; in brackets a second form of the same route. */
export const REVEALING_ROUTES: Record<string, RequestCheck> = {
  'POST /api/verifications': checkByPost('POST /api/verifications', (iban, name) => ({
    iban,
    name,
    environment: 'live',
  })),
  'POST /api/verifications/earlier': checkByPost('POST /api/verifications/earlier', (iban, name) => ({
    ...{ iban, name, environment: 'live' },
  })),
  'POST /api/verifications/search': checkByPost('POST /api/verifications/search', (_, text) => ({ text })),
  'POST /api/verifications/search (IBAN)': checkByPost('POST /api/verifications/search', (text) => ({
    text,
  })),
  'POST /api/verifications/export': checkByPost('POST /api/verifications/export', (_, text) => ({
    text,
    format: 'csv',
  })),
  'POST /api/reviews/search': checkByPost('POST /api/reviews/search', (_, text) => ({ text })),
  'POST /api/reviews/search (IBAN)': checkByPost('POST /api/reviews/search', (text) => ({ text })),
  'POST /api/reviews/choices': checkByPost('POST /api/reviews/choices', (_, text) => ({ text })),
  'POST /api/payments/reports': checkByReport,
  'POST /api/uploads': checkByUpload({}),
  'POST /api/uploads (ask)': checkByUpload({ known: 'ask' }),
  'POST /api/uploads (take)': checkByUpload({ known: 'take' }),
  'POST /api/uploads/{id}/rows/search': async (asker, iban, text) => {
    const [own] = keptRows(1, Number(iban.slice(-6)) + 500_000)
    const sent = await send('POST /api/uploads', asker, { raw: requestOf(linesOf([own as TestRow])) })
    if (sent.status !== 201) return readText(sent)
    const { id } = (await sent.json()) as { id: string }
    return readText(await send('POST /api/uploads/{id}/rows/search', asker, { id, json: { text } }))
  },
  'POST /api/payments/{id}/lines/search': checkByRun,
  'POST /api/payments/participation': checkByPost('POST /api/payments/participation', (iban) => ({
    ibans: [iban],
  })),
}

/** Routes that take a name or an IBAN and answer an admin. They have their own rate limit, see the last test. */
export const RATE_LIMITED_ROUTES = [
  'POST /api/admin/retention/subjects',
  'POST /api/admin/retention/erasures',
  'POST /api/admin/retention/erasures/{id}/name',
  'POST /api/admin/retention/holds',
]

/** Routes that take other input: ids, settings, files, text about a record that the caller may open. */
export const OTHER_ROUTES = `
  POST /api/payments/{id}/releases, GET /api/payments/{id}/releases/{number}/file,
  GET /api/payments, GET /api/payments/{id}/lines, POST /api/payments/{id}/confirmations,
  PUT /api/admin/payments/policy, POST /api/admin/payments/policy/dry-run, GET /api/payments/coverage,
  POST /api/admin/payments/profiles, PUT /api/admin/payments/profiles/{id}, PUT /api/admin/payments/participants,
  POST /api/account/confirm, POST /api/account/keys, POST /api/account/second-factor, PUT /api/account/language, 
  POST /api/account/recovery-codes, PUT /api/account/password, DELETE /api/account/second-factor,
  PUT /api/account/second-factor, GET /api/admin/audit, GET /api/admin/audit/export, POST /api/admin/connections,
  DELETE /api/admin/connections/{id}, PUT /api/admin/connections/{id}/secret, PUT /api/admin/limits,
  PUT /api/admin/retention, POST /api/admin/retention/preview, POST /api/admin/retention/erasures/{id}/confirm,
  POST /api/admin/retention/erasures/{id}/close,
  POST /api/admin/rules, PUT /api/admin/rules/{id}, PUT /api/admin/rules/order, POST /api/admin/rules/preview,
  PUT /api/admin/rules/settings, POST /api/admin/usage/entries, PUT /api/admin/usage/settings,
  GET /api/admin/usage/ledger, GET /api/admin/usage/spending, GET /api/uploads/{id}/export/table,
  GET /api/home, GET /api/verifications/search/choices, PUT /api/verifications/search/layout, PUT /api/uploads/changes/layout, POST /api/verifications/search/views,
  POST /api/admin/users, PUT /api/admin/users/{id}/roles, PUT /api/admin/users/{id}/state,
  POST /api/admin/users/{id}/confirm, PUT /api/admin/users/policy, GET /api/payments/reports,
  GET /api/payments/reports/{id}, POST /api/payments/reports/{id}/join, GET /api/payments/reports/{id}/table,
  GET /api/payments/{id}/list,
  POST /api/payments/{id}/reports, GET /api/payments/{id}/reports/{number}, POST /api/admin/webhooks, PUT /api/admin/webhooks/{id},
  POST /api/admin/webhooks/{id}/secret, GET /api/attempts,
  POST /api/attempts/{id}/resolve, POST /api/attempts/{id}/resolve/confirm, POST /api/reviews/{id}/decision,
  POST /api/reviews/{id}/documents, POST /api/reviews/{id}/notes, POST /api/reviews/{id}/reopen,
  POST /api/reviews/{id}/take-over, POST /api/reviews/group-decision, POST /api/reviews/group-undo, GET /api/uploads,
  POST /api/uploads/{id}/approval, GET /api/uploads/{id}/export, POST /api/uploads/{id}/known,
  GET /api/uploads/{id}/rows, POST /api/verifications/{id}/reveal, PUT /api/verifications/search/views/{id},
`
  .split(',')
  .map((name) => name.trim())
  .filter(Boolean)
