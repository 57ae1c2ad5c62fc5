import { createHash, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { makeReport } from '../lib/tables/testing/make-report'
import { linesOf, type TestRow } from '../lib/uploads/testing/body'
import { WIRE_BYTES, WIRE_TYPE } from '../lib/uploads/wire'
import { apiClient, OPERATIONS } from './support/contract'
import { clearQueue, queueReviews, withDatabase } from './support/database'
import { createKey, revokeTestKeys, signInAsRole } from './support/keys'
import { expect, test } from './support/office'
import { createOrders, writeOrders } from './support/orders'
import { createPerson, signInAs } from './support/people'

const CHECK = { environment: 'sandbox', iban: 'FR7630006000011234567890189', name: 'Marie Curie' }
const idempotencyKey = () => ({ 'idempotency-key': randomUUID() })
const json = (value: unknown) => JSON.stringify(value)
type Body = Record<string, string>

/** Creates an upload of the analyst that sends nothing: its batch, if any, is due tomorrow. */
async function createIdleUpload(state: 'processing' | 'paused'): Promise<string> {
  const id = randomUUID()
  await withDatabase(async (client) => {
    await client.query(
      `insert into uploads (id, file_name, file_hash, reading, file_rows, total, not_sent, count_waiting, state, pause_reason, comparison, created_by_id)
       select $1, 'still.csv', 'still', '{}', 0, 0, 0, 0, $2::upload_state, $3::pause_reason, '{"edited": 0}', id from users where email = 'analyst@accord.test'`,
      [id, state, state === 'paused' ? 'user' : null],
    )
    if (state === 'processing')
      await client.query(
        `insert into bulks (id, upload_id, number, size, next_poll_at) values (gen_random_uuid(), $1, 1, 1, now() + interval '1 day')`,
        [id],
      )
  })
  return id
}

test.describe('every route for API keys', () => {
  test.use({ role: 'reviewer' })
  test.afterAll(revokeTestKeys)
  test.afterAll(clearQueue)
  const covered = new Set<string>()
  const createClient = async (
    role: 'analyst' | 'reviewer',
    playwright: Parameters<typeof signInAsRole>[0],
  ) => {
    const owner = await signInAsRole(playwright, role)
    return apiClient((await createKey(owner)).secret, covered)
  }

  test('matches the document for checks', async ({ playwright }) => {
    const call = await createClient('analyst', playwright)
    const { body: check } = await call('POST /api/verifications', {
      headers: idempotencyKey(),
      body: json(CHECK),
    })
    const id = String(check.id)
    await call('GET /api/verifications/{id}', { id })
    await call('POST /api/verifications/{id}/refresh', { id })
    await call('POST /api/verifications/{id}/recheck', { id, headers: idempotencyKey() })
    await call('POST /api/verifications/earlier', {
      body: json({ iban: CHECK.iban, environment: 'sandbox' }),
    })
    const { body: found } = await call('POST /api/verifications/search', {
      body: json({ environment: 'sandbox' }),
    })
    expect((found.items as unknown[]).length).toBeGreaterThan(0)
    await call('POST /api/verifications/export', { body: json({ environment: 'sandbox', format: 'csv' }) })
    await call('GET /api/usage/balance')
    await call('GET /api/openapi')

    const waiting = randomUUID()
    await withDatabase(async (client) => {
      await client.query(
        `insert into verifications (id, environment, source, iban, name, name_search, country, status, requested_by_id)
         select $1, 'sandbox', 'api', $2, 'Waiting', 'waiting', 'FR', 'pending', id from users where email = 'analyst@accord.test'`,
        [waiting, CHECK.iban],
      )
      await client.query(
        `insert into attempts (id, verification_id, number, state) values (gen_random_uuid(), $1, 1, 'ready')`,
        [waiting],
      )
    })
    const cancelled = await call('POST /api/verifications/{id}/cancel', { id: waiting })
    expect(cancelled.body.status).toBe('not_sent')
  })

  test('matches the document for uploads', async ({ playwright }) => {
    const call = await createClient('analyst', playwright)
    // the second bank is the one in the service that always times out
    const rows: TestRow[] = [
      { iban: 'DE31370400440000070021', name: 'Karl Pünktlich' },
      { iban: 'DE89990000020000070022', name: 'Karl Spät' },
      { skipped: 'iban_checksum' },
    ]
    const text = linesOf(rows)
      .map((line) => `${line}\n`)
      .join('')
    const wire = { 'content-type': WIRE_TYPE, [WIRE_BYTES]: String(Buffer.byteLength(text)) }
    const sent = await call('POST /api/uploads', {
      body: gzipSync(text),
      headers: { ...idempotencyKey(), ...wire },
    })
    const id = String(sent.body.id)
    const status = async () => (await call('GET /api/uploads/{id}', { id })).body.status
    await expect.poll(status, { timeout: 30_000 }).toBe('completed')
    await call('GET /api/uploads')
    const { body: page } = await call('GET /api/uploads/{id}/rows', { id })
    expect((page.items as unknown[]).length).toBe(3)
    await call('POST /api/uploads/{id}/rows/search', { id, body: json({ text: 'Karl' }) })
    await call('GET /api/uploads/{id}/export', { id, query: '?format=original' })
    await call('GET /api/uploads/{id}/export/table', { id, query: '?format=json' })
    await call('POST /api/uploads/{id}/retry', { id, headers: idempotencyKey() })

    const running = await createIdleUpload('processing')
    await call('POST /api/uploads/{id}/pause', { id: running })
    const stopped = await call('POST /api/uploads/{id}/stop', { id: running })
    expect(stopped.body.status).toBe('stopped')
    const paused = await createIdleUpload('paused')
    const resumed = await call('POST /api/uploads/{id}/resume', { id: paused })
    expect(resumed.body.status).not.toBe('paused')
  })

  test('matches the document for reviews', async ({ page, playwright }) => {
    const call = await createClient('reviewer', playwright)
    await clearQueue()
    const [one, two, three] = await queueReviews([
      ['Jean Dupond', 'Jean Dupont'],
      ['MARIE CURIE', 'Marie Curie'],
      ['Anna Schmit', 'Anna Schmidt'],
    ])
    const { body: queue } = await call('POST /api/reviews/search', { body: json({ environment: 'sandbox' }) })
    const items = queue.items as Body[]
    expect(items.map((item) => item.id).sort()).toEqual([one?.id, two?.id, three?.id].sort())
    const id = one?.id ?? ''
    const item = (await call('GET /api/reviews/{id}', { id })).body as Body
    await call('GET /api/reviews/{id}/signals', { id })
    await call('POST /api/reviews/{id}/claim', { id })
    await call('DELETE /api/reviews/{id}/claim', { id })
    await call('POST /api/reviews/{id}/notes', { id, body: json({ note: 'Asked the payee.' }) })
    const file = { 'x-file-name': 'letter.pdf', 'content-type': 'application/pdf' }
    const { body: document } = await call('POST /api/reviews/{id}/documents', {
      id,
      headers: file,
      body: Buffer.from('%PDF-1.4 a letter'),
    })
    await call('GET /api/documents/{id}', { id: String(document.id) })

    const other = await createPerson(['reviewer'])
    await signInAs(page, other)
    const theirs = apiClient((await createKey(page.request)).secret, covered)
    await theirs('POST /api/reviews/{id}/claim', { id: three?.id })
    await call('POST /api/reviews/{id}/take-over', {
      id: three?.id,
      body: json({ reason: 'They are away.' }),
    })

    const approve = { decision: 'approve', reason: 'spelling_or_accent' }
    await call('POST /api/reviews/{id}/decision', {
      id,
      body: json({ ...approve, evidenceHash: item.evidenceHash }),
    })
    await call('POST /api/reviews/{id}/undo', { id })
    const reject = { decision: 'reject', reason: 'different_person', evidenceHash: item.evidenceHash }
    await call('POST /api/reviews/{id}/decision', { id, body: json(reject) })
    await call('POST /api/reviews/{id}/reopen', { id, body: json({ note: 'A letter came.' }) })
    await call('GET /api/reviews/{id}', { id })
    const { body: group } = await call('POST /api/reviews/group-decision', {
      body: json({ ...approve, items: [{ id: two?.id, evidenceHash: item.evidenceHash }] }),
    })
    const [decided] = group.items as Body[]
    await call('POST /api/reviews/group-undo', {
      body: json({ items: [{ id: two?.id, decisionId: decided?.decisionId }] }),
    })
  })

  test('matches the document for payments', async ({ playwright }) => {
    const sender = await createClient('analyst', playwright)
    const call = await createClient('reviewer', playwright)
    const file = createOrders(2, { close: [], different: [] })
    const text = writeOrders(file)
    const upload = async () => {
      const lines = linesOf(file.orders, {
        fileName: 'orders.xml',
        hash: createHash('sha256').update(text).digest('hex'),
        table: {
          format: 'payments',
          encoding: 'utf-8',
          delimiter: ';',
          headerRow: null,
          lineEnd: 'none',
          bom: false,
        },
        map: { iban: 2, name: [1], instead: [], reference: 0, note: null },
      })
      lines[lines.length - 1] = json({ original: Buffer.from(text).toString('base64') })
      const body = lines.map((line) => `${line}\n`).join('')
      const wire = { 'content-type': WIRE_TYPE, [WIRE_BYTES]: String(Buffer.byteLength(body)) }
      const sent = await sender('POST /api/uploads', {
        body: gzipSync(body),
        headers: { ...idempotencyKey(), ...wire },
      })
      return String(sent.body.id)
    }
    const gatesOf = async (run: string) => {
      const { body } = await call('GET /api/payments')
      const found = (body.items as { id: string; gates: Record<string, object> }[]).find(
        ({ id }) => id === run,
      )
      return found?.gates
    }
    const id = await upload()
    await expect.poll(async () => gatesOf(id), { timeout: 60_000 }).toMatchObject({ clear: { lines: 2 } })
    await call('GET /api/payments/{id}', { id })
    await call('GET /api/payments/{id}/lines', { id })
    await call('POST /api/payments/{id}/lines/search', { id, body: json({ text: 'Philipp' }) })
    await call('GET /api/payments/{id}/list', { id })
    await call('POST /api/payments/participation', { body: json({ ibans: [CHECK.iban] }) })

    const [first] = (await call('GET /api/payments/{id}/lines', { id })).body.items as Body[]
    const expected = { lines: 1, sums: { EUR: first?.amount } }
    const release = { id, body: json({ lines: [1], expected }) }
    await call('POST /api/payments/{id}/releases', { ...release, headers: idempotencyKey() })
    await call('POST /api/payments/{id}/releases/{number}/withdraw', { id, number: 1 })
    await call('POST /api/payments/{id}/releases', { ...release, headers: idempotencyKey() })
    for (const part of ['released', 'held'])
      await call('GET /api/payments/{id}/releases/{number}/file', { id, number: 2, query: `?part=${part}` })
    await call('POST /api/payments/{id}/releases/{number}/not-sent', { id, number: 2 })
    await call('GET /api/payments/coverage')

    const again = await upload()
    await expect.poll(async () => gatesOf(again), { timeout: 60_000 }).toMatchObject({ held: { lines: 2 } })
    const cleared = { kind: 'not_duplicate', lines: [1], reason: 'A second delivery.' }
    await call('POST /api/payments/{id}/confirmations', { id: again, body: json(cleared) })

    const reportOn = (original: string) =>
      Buffer.from(
        makeReport({
          original,
          code: 'RCVC',
          batches: [
            {
              id: 'SUPPLIERS',
              lines: file.orders.map(({ endToEndId, iban }) => ({ code: 'RCVC', endToEndId, iban })),
            },
          ],
        }),
      )
    const named = { 'x-file-name': 'report.xml', 'content-type': 'application/octet-stream' }
    await call('POST /api/payments/{id}/reports', { id, headers: named, body: reportOn(file.messageId) })
    await call('GET /api/payments/{id}/reports/{number}', { id, number: 1 })
    const alone = await call('POST /api/payments/reports', { headers: named, body: reportOn('UNKNOWN') })
    const report = String(alone.body.id)
    await call('GET /api/payments/reports')
    await call('GET /api/payments/reports/{id}', { id: report })
    await call('GET /api/payments/reports/{id}/table', { id: report, query: '?format=csv' })
    await call('POST /api/payments/reports/{id}/join', { id: report, body: json({ run: again }) })
  })

  test('has a successful response in these tests', () => {
    expect([...covered].sort()).toEqual([...OPERATIONS].sort())
  })
})
