import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type ApiCase, FIELDS, HEADERS, IBANS, JSON_BODIES, NAMES } from './api-cases'
import { contractDifferences, findOperation } from './support/contract'
import { cookieHeader, ORIGIN, type RawResponse, sendRaw } from './support/http'
import { expect, signIn, test } from './support/office'

const VALID_CHECK = { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment: 'sandbox' }
const CHECKS = '/api/verifications'

type ApiRequest = {
  method?: string
  path?: string
  body?: string | Uint8Array
  headers?: Record<string, string | null>
}

let cookie = ''
let database: pg.Client

test.beforeAll(async ({ playwright }) => {
  database = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await database.connect()
  const person = await playwright.request.newContext({ baseURL: ORIGIN })
  await signIn(person, 'analyst')
  cookie = await cookieHeader(person)
  await person.dispose()
})
test.afterAll(() => database.end())

/**
 * Sends a request of the analyst with the required headers; `null` removes one. Validates the response against the
 * OpenAPI document.
 */
async function sendRequest({
  method = 'POST',
  path = CHECKS,
  body,
  headers = {},
}: ApiRequest): Promise<RawResponse> {
  const usual: Record<string, string | null> = { cookie, origin: ORIGIN, 'idempotency-key': randomUUID() }
  if (body !== undefined) usual['content-type'] = 'application/json'
  const all = Object.entries({ ...usual, ...headers }).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  )
  const got = await sendRaw({ method, path, body, headers: Object.fromEntries(all) })
  const operation = findOperation(method, path)
  if (operation)
    expect(contractDifferences(operation, got), 'differences from the OpenAPI document').toEqual([])
  return got
}

/** Counts everything that costs money: ledger entries and live attempts. */
async function readSpending(): Promise<unknown> {
  const { rows } = await database.query(
    `select (select count(*) from credit_entries) as entries,
            (select count(*) from attempts a join verifications v on v.id = a.verification_id where v.environment = 'live') as attempts`,
  )
  return rows[0]
}

function expectProblem(got: RawResponse, status: number, code: string | undefined) {
  expect({ status: got.status, code: got.body.code }).toEqual({ status, code })
  expect(got.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(got.headers['cache-control']).toBe('private, no-store')
  expect(got.body.requestId).toEqual(expect.any(String))
  expect(got.text).not.toMatch(/node_modules|\.tsx?:\d|\bat [\w.]+ \(|PrismaClient|select .* from/i)
}

async function runCase(one: ApiCase) {
  const before = await readSpending()
  const got = await sendRequest({
    body: one.raw ?? JSON.stringify({ ...VALID_CHECK, ...one.change }),
    headers: one.headers,
  })
  if (one.status === 200) {
    expect({ status: got.status, code: got.body.code }).toEqual({ status: 200, code: undefined })
    expect(got.body).toMatchObject(one.expected ?? {})
  } else expectProblem(got, one.status, one.code)
  expect(await readSpending(), 'nothing is billed').toEqual(before)
}

const TABLE: Record<string, ApiCase[]> = {
  'an IBAN': IBANS,
  'a name': NAMES,
  'a field': FIELDS,
  'a body': JSON_BODIES,
  'a header': HEADERS,
}
for (const [subject, cases] of Object.entries(TABLE))
  test.describe(`what ${subject} gets:`, () => {
    for (const one of cases) test(`${one.name} → ${one.status} ${one.code ?? ''}`, () => runCase(one))
  })

test.describe('a check', () => {
  test('sent twice with one key is one check, and with another body it is refused', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await sendRequest({ body: JSON.stringify(VALID_CHECK), headers })
    const again = await sendRequest({ body: JSON.stringify(VALID_CHECK), headers })
    expect([again.status, again.body.id, again.headers['idempotent-replayed']]).toEqual([
      200,
      first.body.id,
      'true',
    ])
    const other = await sendRequest({
      body: JSON.stringify({ ...VALID_CHECK, name: 'Pierre Curie' }),
      headers,
    })
    expectProblem(other, 409, 'idempotency_key_reused')
  })

  test('does not change Object with __proto__', () => {
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })
})

test.describe('an id', () => {
  const read = (id: string) => sendRequest({ method: 'GET', path: `${CHECKS}/${id}` })
  for (const id of ['abc', '1', '..%2F1', 'x'.repeat(2_000), '7d8e9c7a-0000-4000-8000-000000000001%20'])
    test(`${id.slice(0, 40)} is not found`, async () => expectProblem(await read(id), 404, 'not_found'))

  test('of a check may have capital letters', async () => {
    const { body } = await sendRequest({ body: JSON.stringify(VALID_CHECK) })
    const got = await read(String(body.id).toUpperCase())
    expect([got.status, got.body.id]).toEqual([200, body.id])
  })

  test('of another person’s check gets the same response as an unknown one', async () => {
    const { rows } = await database.query(
      `select v.id from verifications v join users u on u.id = v.requested_by_id where u.email <> 'analyst@accord.test' limit 1`,
    )
    const foreign = await read(rows[0]?.id ?? randomUUID())
    const unknown = await read(randomUUID())
    expectProblem(foreign, 404, 'not_found')
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  })

  test('with a zero byte or a path traversal gets the same response as an unknown one', async () => {
    for (const id of ['%00', '1', '..%2f1', `${randomUUID()}%20`, 'x'.repeat(8_000)])
      expect((await read(id)).status, id.slice(0, 40)).toBe(404)
  })
})

test.describe('a method', () => {
  test('override in a header is ignored', async () => {
    const got = await sendRequest({
      body: JSON.stringify(VALID_CHECK),
      headers: { 'x-http-method-override': 'DELETE' },
    })
    expect(got.status).toBe(200)
  })

  test('OPTIONS from another origin allows nothing', async () => {
    const got = await sendRequest({ method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
    expect(got.headers['access-control-allow-origin']).toBeUndefined()
  })
})

test.describe('a page of a list', () => {
  for (const size of [
    '0',
    '-1',
    '1.5',
    'NaN',
    '',
    '%201%20',
    '0x10',
    '1e9',
    '%EF%BC%91',
    '1;2',
    '101',
    '9007199254740993',
  ])
    test(`of size ${size || 'nothing'} is refused`, async () => {
      expectProblem(
        await sendRequest({ method: 'GET', path: `/api/uploads?size=${size}` }),
        422,
        'pagination',
      )
    })
  test('after an invalid cursor is refused', async () => {
    for (const after of ['x', 'W10', btoa('["2026-01-01","x"]')])
      expectProblem(
        await sendRequest({ method: 'GET', path: `/api/uploads?after=${after}` }),
        422,
        'pagination',
      )
  })
  test('with a repeated or unknown parameter is refused', async () => {
    const path = '/api/uploads?size=1'
    expectProblem(await sendRequest({ method: 'GET', path: `${path}&size=2` }), 422, 'parameter_repeated')
    expectProblem(await sendRequest({ method: 'GET', path: `${path}&size[]=1` }), 422, 'unknown_field')
    expectProblem(await sendRequest({ method: 'GET', path: `${path}&sort=password` }), 422, 'unknown_field')
  })
})

test.describe('a search', () => {
  const search = (text: unknown) =>
    sendRequest({ path: `${CHECKS}/search`, body: JSON.stringify({ environment: 'sandbox', text }) })
  for (const text of ['%', '_', '\\', 'x', '(a+)+$', "'; select 1--"])
    test(`for ${text} is literal and fast`, async () => {
      const started = performance.now()
      const got = await search(text)
      expect(got.status).toBe(200)
      expect(performance.now() - started).toBeLessThan(2_000)
    })
  test('for 300 characters is refused', async () =>
    expectProblem(await search('x'.repeat(300)), 422, 'too_long'))
  test('for an object is refused', async () =>
    expectProblem(await search({ contains: 'x' }), 422, 'type_string'))
  for (const day of [
    '0000-00-00',
    '2026-02-30',
    '2026-13-01',
    '275761-01-01',
    '1/2/2026',
    '2026-01-01T00:00:00+02:00',
    '',
    20260101,
  ])
    test(`from ${JSON.stringify(day)} is refused`, async () => {
      const body = JSON.stringify({ environment: 'sandbox', filters: { from: day } })
      const got = await sendRequest({ path: `${CHECKS}/search`, body })
      expect(got.status).toBe(422)
      expect(JSON.stringify(got.body.errors)).toContain('filters.from')
    })
  test('by an unsupported sort order is refused', async () => {
    for (const order of ['createdAt;drop', 'password', '__proto__', '-constructor']) {
      const path = `/api/uploads/${randomUUID()}/rows?order=${encodeURIComponent(order)}`
      expect((await sendRequest({ method: 'GET', path })).status, order).toBe(422)
    }
  })
})

test('idle connections are kept longer than a reverse proxy keeps them', async ({ playwright }) => {
  const proxy = await playwright.request.newContext({ baseURL: process.env.WEB_URL })
  expect((await proxy.get('/api/health')).headers()['keep-alive']).toBe('timeout=130')
  await proxy.dispose()
})
