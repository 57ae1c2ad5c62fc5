import { randomUUID } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'
import { type Case, FIELDS, HEADERS, IBANS, JSON_BODIES, NAMES } from './api-cases'
import { expect, signIn, test } from './support/office'

const ORIGIN = process.env.BASE_URL ?? 'http://127.0.0.1:3000'
const GOOD = { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment: 'sandbox' }
const CHECKS = '/api/verifications'

type Sent = {
  method?: string
  path?: string
  body?: string | Uint8Array
  headers?: Record<string, string | null>
}
type Got = { status: number; headers: http.IncomingHttpHeaders; text: string; body: Record<string, unknown> }

let cookie = ''
let database: pg.Client

test.beforeAll(async ({ playwright }) => {
  database = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await database.connect()
  const person = await playwright.request.newContext({ baseURL: ORIGIN })
  await signIn(person, 'analyst')
  const { cookies } = await person.storageState()
  cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await person.dispose()
})
test.afterAll(() => database.end())

/** Plain HTTP: no library between the test and the wire may repair what is wrong on purpose. */
function request({ method = 'POST', path = CHECKS, body, headers = {} }: Sent): Promise<Got> {
  const usual: Record<string, string | null> = { cookie, origin: ORIGIN, 'idempotency-key': randomUUID() }
  if (body !== undefined) usual['content-type'] = 'application/json'
  const all = Object.entries({ ...usual, ...headers }).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  )
  return new Promise((resolve, reject) => {
    const sending = http.request(
      `${ORIGIN}${path}`,
      { method, headers: Object.fromEntries(all) },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const isJson = /json/.test(answer.headers['content-type'] ?? '')
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text,
            body: isJson ? JSON.parse(text) : {},
          })
        })
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}

/** What money and the provider could notice: our books, paid attempts, and what the service itself debited. */
async function spent(): Promise<unknown> {
  const { rows } = await database.query(
    `select (select count(*) from credit_entries) as entries,
            (select count(*) from attempts a join verifications v on v.id = a.verification_id where v.environment = 'live') as attempts`,
  )
  return rows[0]
}

function expectProblem(got: Got, status: number, code: string | undefined) {
  expect({ status: got.status, code: got.body.code }).toEqual({ status, code })
  expect(got.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(got.headers['cache-control']).toBe('private, no-store')
  expect(got.body.requestId).toEqual(expect.any(String))
  expect(got.text).not.toMatch(/node_modules|\.tsx?:\d|\bat [\w.]+ \(|PrismaClient|select .* from/i)
}

async function run(one: Case) {
  const before = await spent()
  const got = await request({
    body: one.raw ?? JSON.stringify({ ...GOOD, ...one.change }),
    headers: one.headers,
  })
  if (one.status === 200) {
    expect({ status: got.status, code: got.body.code }).toEqual({ status: 200, code: undefined })
    expect(got.body).toMatchObject(one.holds ?? {})
  } else expectProblem(got, one.status, one.code)
  expect(await spent(), 'nothing is billed').toEqual(before)
}

const TABLE: Record<string, Case[]> = {
  'an IBAN': IBANS,
  'a name': NAMES,
  'a field': FIELDS,
  'a body': JSON_BODIES,
  'a header': HEADERS,
}
for (const [subject, cases] of Object.entries(TABLE))
  test.describe(`what ${subject} gets:`, () => {
    for (const one of cases) test(`${one.name} → ${one.status} ${one.code ?? ''}`, () => run(one))
  })

test.describe('a check', () => {
  test('sent twice with one key is one check; with another body it is refused', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await request({ body: JSON.stringify(GOOD), headers })
    const again = await request({ body: JSON.stringify(GOOD), headers })
    expect([again.status, again.body.id, again.headers['idempotent-replayed']]).toEqual([
      200,
      first.body.id,
      'true',
    ])
    const other = await request({ body: JSON.stringify({ ...GOOD, name: 'Pierre Curie' }), headers })
    expectProblem(other, 409, 'idempotency_key_reused')
  })

  test('leaves Object as it was after __proto__', () => {
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })
})

test.describe('an id', () => {
  const read = (id: string) => request({ method: 'GET', path: `${CHECKS}/${id}` })
  for (const id of ['abc', '1', '..%2F1', 'x'.repeat(2_000), '7d8e9c7a-0000-4000-8000-000000000001%20'])
    test(`${id.slice(0, 40)} does not exist`, async () => expectProblem(await read(id), 404, 'not_found'))

  test('of a check is read in capitals too', async () => {
    const { body } = await request({ body: JSON.stringify(GOOD) })
    const got = await read(String(body.id).toUpperCase())
    expect([got.status, got.body.id]).toEqual([200, body.id])
  })

  test("of somebody else's check is answered like one that does not exist", async () => {
    const { rows } = await database.query(
      `select v.id from verifications v join users u on u.id = v.requested_by_id where u.email <> 'analyst@accord.test' limit 1`,
    )
    const foreign = await read(rows[0]?.id ?? randomUUID())
    const unknown = await read(randomUUID())
    expectProblem(foreign, 404, 'not_found')
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  })

  test('with a zero byte or tricks of a path is answered like one that does not exist', async () => {
    for (const id of ['%00', '1', '..%2f1', `${randomUUID()}%20`, 'x'.repeat(8_000)])
      expect((await read(id)).status, id.slice(0, 40)).toBe(404)
  })
})

test.describe('a method', () => {
  const ID = '7d8e9c7a-0000-4000-8000-000000000001'
  const ROUTES: [string, string[]][] = [
    [CHECKS, ['GET', 'PUT', 'PATCH', 'DELETE']],
    [`${CHECKS}/search`, ['GET', 'PUT', 'PATCH', 'DELETE']],
    [`${CHECKS}/earlier`, ['GET', 'PUT', 'PATCH', 'DELETE']],
    [`${CHECKS}/${ID}`, ['POST', 'PUT', 'PATCH', 'DELETE']],
    [`${CHECKS}/${ID}/recheck`, ['GET', 'PUT', 'PATCH', 'DELETE']],
    ['/api/uploads', ['PUT', 'PATCH', 'DELETE']],
  ]
  for (const [path, methods] of ROUTES)
    for (const method of methods)
      test(`${method} ${path} is not allowed, and Allow says what is`, async () => {
        const got = await request({ method, path })
        expectProblem(got, 405, 'method_not_allowed')
        expect(got.headers.allow).toMatch(/^[A-Z]+(, [A-Z]+)*$/)
        expect(got.headers.allow?.split(', ')).not.toContain(method)
      })

  test('override in a header is ignored', async () => {
    const got = await request({ body: JSON.stringify(GOOD), headers: { 'x-http-method-override': 'DELETE' } })
    expect(got.status).toBe(200)
  })

  test('OPTIONS from elsewhere allows nothing', async () => {
    const got = await request({ method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
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
      expectProblem(await request({ method: 'GET', path: `/api/uploads?size=${size}` }), 422, 'pagination')
    })
  test('after something that is no cursor is refused', async () => {
    for (const after of ['x', 'W10', btoa('["2026-01-01","x"]')])
      expectProblem(await request({ method: 'GET', path: `/api/uploads?after=${after}` }), 422, 'pagination')
  })
  test('with a parameter twice or an unknown one is refused', async () => {
    const path = '/api/uploads?size=1'
    expectProblem(await request({ method: 'GET', path: `${path}&size=2` }), 422, 'parameter_repeated')
    expectProblem(await request({ method: 'GET', path: `${path}&size[]=1` }), 422, 'unknown_field')
    expectProblem(await request({ method: 'GET', path: `${path}&sort=password` }), 422, 'unknown_field')
  })
})

test.describe('a search', () => {
  const search = (text: unknown) =>
    request({ path: `${CHECKS}/search`, body: JSON.stringify({ environment: 'sandbox', text }) })
  for (const text of ['%', '_', '\\', 'x', '(a+)+$', "'; select 1--"])
    test(`for ${text} is taken literally and fast`, async () => {
      const started = performance.now()
      const got = await search(text)
      expect(got.status).toBe(200)
      expect(performance.now() - started).toBeLessThan(2_000)
    })
  test('for 300 signs is refused', async () => expectProblem(await search('x'.repeat(300)), 422, 'too_long'))
  test('for an object is refused', async () =>
    expectProblem(await search({ contains: 'x' }), 422, 'type_string'))
})
