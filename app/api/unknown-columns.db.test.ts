import { readdirSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { NextRequest } from 'next/server'
import { describe, expect, it } from 'vitest'
import { auditPeople } from '@/lib/audit/queries.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { checkPack, uploadPack } from '@/lib/exports/evidence/pack.server'
import { exportHistory, exportUploadRows } from '@/lib/exports/export.server'
import { readCheckRecord } from '@/lib/exports/records/check.server'
import { readUploadRecord } from '@/lib/exports/records/upload.server'
import { createSigningKey } from '@/lib/exports/testing/tamper'
import { historyExport } from '@/lib/history/search'
import { createKey } from '@/lib/keys/change.server'
import { SCOPES } from '@/lib/keys/scopes'
import { DEFAULT_PAYMENT_POLICY } from '@/lib/payments/gate/gate'
import { createTestRun, numberLines, paymentTo } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { addUnknownColumns, UNKNOWN_VALUE } from '@/lib/platform/testing/unknown-columns'
import { makePayee, seedUpload } from '@/lib/retention/testing/seed'
import { readProgress } from '@/lib/uploads/queries.server'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'
import { createWebhook } from '@/lib/webhooks/change.server'
import { startProvider } from '@/service/testing/start-provider'

type Route = Record<string, (request: NextRequest, context: { params: Promise<object> }) => Promise<Response>>
type Call = { method: string; address: string; body?: object }

const LONG = Boolean(process.env.LONG)
const FORMATS = LONG ? (['csv', 'json', 'xlsx'] as const) : (['csv', 'json'] as const)
/** People with masked data get no packs, and one of the others is enough in the short form. */
const PACKED = LONG ? ['analyst', 'reviewer'] : ['reviewer']
const API = import.meta.dirname
/** A stream that never ends, and next-auth’s sign-in, which reads no rows of ours. */
const LEFT_OUT = ['events', 'auth/[...nextauth]']
const ROUTES = readdirSync(API, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'route.ts')
  .map((file) => path.dirname(file))
  .filter((address) => !LEFT_OUT.includes(address))

const PLAIN = { environment: 'live' }
const CHECK = { ...PLAIN, iban: 'FR7630006000011234567890189', name: 'Marie Curie' }
/** Reads by POST, because names and IBANs stay out of URLs, and actions that return the record they wrote. */
const POSTS: [string, object][] = [
  ['verifications', CHECK],
  ['verifications/earlier', CHECK],
  ['verifications/search', PLAIN],
  ['verifications/[id]/recheck', {}],
  ['verifications/[id]/refresh', {}],
  ['verifications/search/views', { name: 'All', filters: {} }],
  ['reviews/search', { ...PLAIN, tab: 'decided' }],
  ['reviews/search', PLAIN],
  ['uploads/[id]/rows/search', {}],
  ['payments/[id]/lines/search', {}],
  ['admin/payments/policy/dry-run', DEFAULT_PAYMENT_POLICY],
  ['admin/audit/verify', {}],
  ['account/keys', { name: 'Ledger', scopes: ['checks:read'], days: 30 }],
]
/** Files in a person’s language: they need a request, so `files` makes them below. */
const FILES = [
  'uploads/[id]/export',
  'uploads/[id]/export/table',
  'uploads/[id]/evidence',
  'verifications/[id]/evidence',
]
const isFile = (address: string) => FILES.some((file) => address.startsWith(file))

/** Routes for which this test has data. */
const READ = [
  ...[
    'account',
    'account/keys',
    'account/session',
    'admin/audit',
    'admin/connections',
    'admin/jobs',
    'admin/keys',
    'admin/limits',
    'admin/payments/policy',
  ],
  ...[
    'admin/limits/tried-names',
    'admin/retention',
    'admin/retention/erasures',
    'admin/rules',
    'admin/usage',
  ],
  ...[
    'admin/usage/ledger',
    'admin/usage/spending',
    'admin/users',
    'admin/webhooks',
    'admin/webhooks/[id]/deliveries',
  ],
  ...[
    'attempts',
    'attempts/[id]',
    'payments',
    'payments/[id]',
    'payments/[id]/lines',
    'payments/[id]/list',
    'reviews/[id]',
    'reviews/[id]/signals',
    'uploads',
    'uploads/[id]',
    'uploads/[id]/rows',
  ],
  ...['usage/balance', 'verifications/[id]', 'verifications/search/choices', 'verifications/search/views'],
].map((address) => `GET ${address}`)

process.env.SIGNING_KEY = createSigningKey()
const provider = await startProvider()
await insertConnection(provider.baseUrl)
const [analyst, reviewer, admin] = [
  await insertPerson(),
  await insertPerson('reviewer'),
  await insertPerson('admin'),
]
const people = [analyst, reviewer, admin]
const filled = await seedUpload([makePayee(1, 'Xerxes'), makePayee(2, 'Yannick')], analyst, reviewer)
const made = {
  ...filled,
  ...(await ids(admin)),
  runId: await createTestRun(analyst, numberLines(paymentTo(1))),
}
await addUnknownColumns()
await insertConnection(provider.baseUrl)
/** The headers of everybody's requests. */
const visitors = (await Promise.all(people.map(headersOf))).flat()

async function headersOf(person: Person): Promise<Record<string, string>[]> {
  const session = { cookie: person.cookie, 'sec-fetch-site': 'same-origin' }
  if (!LONG && !person.actor.roles.includes('reviewer')) return [session]
  const { secret } = await createKey({ name: 'All', scopes: [...SCOPES], days: 30 }, person)
  return [session, { authorization: `Bearer ${secret}` }]
}

async function ids(by: Person) {
  const document = await db().document.findFirstOrThrow()
  const attempt = await db().attempt.create({
    data: {
      state: 'unknown',
      verification: { create: { ...PLAIN_CHECK, status: 'unknown', requestedById: by.id } },
    },
  })
  const { id: webhookId } = await createWebhook(
    { url: 'https://erp.example.com/', events: ['upload.finished'] },
    by,
  )
  await db().webhookDelivery.create({ data: { webhookId, event: 'ping', eventId: webhookId, payload: '{}' } })
  return { documentId: document.id, attemptId: attempt.id, webhookId }
}
const idFor = (address: string): string =>
  ({
    uploads: made.uploadId,
    reviews: made.reviewId,
    documents: made.documentId,
    attempts: made.attemptId,
    payments: made.runId,
  })[address.split('/')[0] ?? ''] ?? (address.startsWith('admin/webhooks') ? made.webhookId : made.checkId)

async function ask(
  { method, address, body }: Call,
  headers: Record<string, string>,
): Promise<[number, string]> {
  const [bare = ''] = address.split('?')
  const route = (await import(path.join(API, bare, 'route.ts'))) as Route
  const id = idFor(address)
  const request = new NextRequest(`http://127.0.0.1:3000/api/${address.replace('[id]', id)}`, {
    method,
    headers: {
      host: '127.0.0.1:3000',
      'idempotency-key': crypto.randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body && JSON.stringify(body),
  })
  const answer = await route[method]?.(request, {
    params: Promise.resolve(bare.includes('[id]') ? { id } : {}),
  })
  return [answer?.status ?? 0, textOf(Buffer.from(answer ? await answer.arrayBuffer() : new ArrayBuffer(0)))]
}

/** The text inside packs and workbooks. */
function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, 2).toString() !== 'PK') return bytes.toString('utf8')
  return Object.values(unzipSync(bytes))
    .map((file) => textOf(Buffer.from(file)))
    .join('\n')
}

describe('a column that the program does not know', () => {
  it('appears in no response, for any role', async () => {
    const calls: Call[] = [
      ...ROUTES.filter((address) => !isFile(address)).map((address) => ({ method: 'GET', address })),
      ...POSTS.map(([address, body]) => ({ method: 'POST', address, body })),
    ]
    const told = new Set<string>()
    const answered = new Set<string>()
    for (const call of calls)
      for (const visitor of visitors) {
        const [status, text] = await ask(call, visitor)
        // this route has no GET
        if (status === 405) break
        const name = `${call.method} ${call.address}`
        expect(`${name} ${status}`).not.toMatch(/ 500$/)
        if (status < 300) answered.add(name)
        if (text.includes(UNKNOWN_VALUE)) told.add(name)
      }
    expect([...told]).toEqual([])
    expect([...answered]).toEqual(expect.arrayContaining(READ))
  })

  it('appears in no file: exports, originals, evidence', async () => {
    for (const one of people) {
      const { uploadId, checkId } = made
      const tables = FORMATS.flatMap((format) => [
        exportUploadRows(uploadId, format, 'en', one),
        exportHistory(historyExport.parse({ ...PLAIN, format }), 'en', one),
      ])
      const packs = one.actor.roles.some((role) => PACKED.includes(role))
        ? [checkPack(checkId, 'en', one), uploadPack(uploadId, 'en', one)]
        : []
      for (const file of [...tables, ...packs]) {
        const pieces: Uint8Array[] = []
        for await (const piece of (await file).pieces) pieces.push(Buffer.from(piece))
        expect(textOf(Buffer.concat(pieces))).not.toContain(UNKNOWN_VALUE)
      }
      expect(JSON.stringify(await readCheckRecord(checkId, one.actor))).not.toContain(UNKNOWN_VALUE)
      expect(JSON.stringify(await readUploadRecord(uploadId, one.actor))).not.toContain(UNKNOWN_VALUE)
    }
  })

  it('appears in no event stream and on no page', async () => {
    const read = [await readProgress([made.uploadId]), await auditPeople()]
    expect(
      JSON.stringify(read, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain(UNKNOWN_VALUE)
  })
})
