import { randomUUID } from 'node:crypto'
import { NextRequest } from 'next/server'
import { describe, expect, it, vi } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { fileOf, keptRows, type TestRow } from '@/lib/uploads/testing/body'
import { runWorker } from '@/lib/uploads/testing/office'
import { startProvider } from '@/service/testing/start-provider'
import * as documents from '../reviews/[id]/documents/route'
import * as exported from './[id]/export/route'
import * as table from './[id]/export/table/route'
import * as paused from './[id]/pause/route'
import * as one from './[id]/route'
import * as rows from './[id]/rows/route'
import * as search from './[id]/rows/search/route'
import * as uploads from './route'
import { callUploads, postUpload, readId, readProblem, rowsNamed } from './testing/fixtures'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

const provider = await startProvider()
await insertConnection(provider.baseUrl)
const analyst = await insertPerson()
const stranger = await insertPerson()
const reviewer = await insertPerson('reviewer')
const admin = await insertPerson('admin')

describe('POST /api/uploads', () => {
  it.each<[string, () => Promise<Response>, number, string]>([
    ['without a session', () => postUpload(keptRows(1), undefined), 401, 'session_required'],
    ['as a reviewer', () => postUpload(keptRows(1), reviewer), 403, 'role_required'],
    ['as an admin', () => postUpload(keptRows(1), admin), 403, 'role_required'],
    [
      'from another site',
      () => postUpload(keptRows(1), analyst, { origin: 'https://evil.test' }),
      403,
      'csrf_rejected',
    ],
    [
      'without a key',
      () => postUpload(keptRows(1), analyst, { 'idempotency-key': '' }),
      400,
      'idempotency_key_required',
    ],
    [
      'too large',
      () => postUpload(keptRows(1), analyst, { 'content-length': '99999999' }),
      413,
      'body_too_large',
    ],
    [
      'as JSON',
      () => postUpload(keptRows(1), analyst, { 'content-type': 'application/json' }),
      415,
      'media_type',
    ],
  ])('%s is refused as a problem and stores nothing', async (_what, ask, status, code) => {
    const before = await db().upload.count()
    expect(await readProblem(await ask())).toEqual({
      status,
      code,
      type: 'application/problem+json; charset=utf-8',
    })
    expect(await db().upload.count()).toBe(before)
  })

  it('without a connection is refused, and nothing is stored', async () => {
    const before = await db().upload.count()
    await db().connection.updateMany({ data: { active: false } })
    const answer = await postUpload(keptRows(1), analyst)
    await db().connection.updateMany({ data: { active: true } })
    expect(await readProblem(answer)).toMatchObject({ status: 409, code: 'connection_missing' })
    expect(await db().upload.count()).toBe(before)
  })

  it('sent again with the same key returns the same upload and accepts it once', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const first = await postUpload(keptRows(2), analyst, key)
    expect(first.status).toBe(201)
    const second = await postUpload(keptRows(2), analyst, key)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await readId(second)).toBe(await readId(first))
    const other = await postUpload(keptRows(3), analyst, key)
    expect(await readProblem(other)).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
  })

  it('with the key of another file of the same size is refused', async () => {
    const same = { 'idempotency-key': randomUUID(), 'content-length': '400' }
    expect((await postUpload(keptRows(2), analyst, same)).status).toBe(201)
    const before = await db().upload.count()
    const other = await postUpload(keptRows(2, 4), analyst, same)
    expect(await readProblem(other)).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    expect(await db().upload.count()).toBe(before)
  })
})

it('a fourth file of one person is refused while three others arrive, because each is held in memory', async () => {
  const origin = 'http://127.0.0.1:3000'
  const ends: (() => void)[] = []
  const requests: NextRequest[] = []
  const sending = () => {
    const body = new ReadableStream<Uint8Array>({ start: (to) => void ends.push(() => to.close()) })
    const headers = { host: '127.0.0.1:3000', origin, cookie: analyst.cookie }
    const init = { method: 'POST', headers, body, duplex: 'half' } as const
    const params = Promise.resolve({ id: randomUUID() })
    const request = new NextRequest(`${origin}/api/reviews/x/documents`, init)
    requests.push(request)
    return documents.POST(request, { params })
  }
  const four = [1, 2, 3, 4].map(sending)
  await vi.waitFor(() => expect(requests.every(({ body }) => body?.locked)).toBe(true))
  for (const end of ends) end()
  const codes = await Promise.all(four.map(async (one) => (await readProblem(await one)).code))
  expect(codes.sort()).toEqual(['file_empty', 'file_empty', 'file_empty', 'upload_in_progress'])
  const again = sending()
  ends.at(-1)?.()
  expect((await again).status).toBe(422)
})

describe('an upload', () => {
  it('is visible to its analyst and to reviewers, masked to admins, and to no other analyst', async () => {
    const id = await readId(await postUpload(rowsNamed(['Ann Close']), analyst))
    await runWorker(id)
    const page = async (as: Person) => (await callUploads(rows.GET, 'GET', { as, id })).json()
    expect(await page(reviewer)).toMatchObject({
      items: [
        {
          name: 'Ann Close',
          matchedName: 'Ann Klose',
          comparison: { differences: [{}] },
          result: 'close_match',
        },
      ],
    })
    expect(await page(admin)).toMatchObject({
      items: [{ name: 'A···', iban: expect.stringContaining('····'), matchedName: null, comparison: null }],
    })
    for (const [handler, method] of [
      [one.GET, 'GET'],
      [rows.GET, 'GET'],
      [paused.POST, 'POST'],
    ] as const)
      expect((await callUploads(handler, method, { as: stranger, id })).status).toBe(404)
    expect(
      (await callUploads(exported.GET, 'GET', { as: stranger, id, query: '?format=original' })).status,
    ).toBe(404)
    expect(
      (await callUploads(exported.GET, 'GET', { as: admin, id, query: '?format=original' })).status,
    ).toBe(403)
    const listed = async (as: Person) =>
      (
        (await (await callUploads(uploads.GET, 'GET', { as })).json()) as { items: { id: string }[] }
      ).items.map((item) => item.id)
    expect(await listed(analyst)).toContain(id)
    expect(await listed(reviewer)).toContain(id)
    expect(await listed(stranger)).not.toContain(id)
  })

  it.each(['not-an-id', randomUUID()])('with the id %s is not found', async (id) => {
    expect((await callUploads(one.GET, 'GET', { as: analyst, id })).status).toBe(404)
  })

  it('pages its rows by number without repeating or missing one', async () => {
    const id = await readId(await postUpload(keptRows(25), analyst))
    const seen: number[] = []
    let after = ''
    do {
      const response = await callUploads(rows.GET, 'GET', { as: analyst, id, query: `?size=10${after}` })
      const page = (await response.json()) as {
        items: { row: number }[]
        nextCursor: string | null
        total: number
      }
      expect(page.total).toBe(25)
      seen.push(...page.items.map((item) => item.row))
      after = page.nextCursor ? `&after=${encodeURIComponent(page.nextCursor)}` : ''
    } while (after)
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => n + 1))
  })

  it('pages its rows by newest result without repeating or missing one', async () => {
    provider.itemsPerPoll = 7
    const id = await readId(await postUpload(keptRows(25), analyst))
    await runWorker(id, 3)
    provider.itemsPerPoll = Number.POSITIVE_INFINITY
    const seen: number[] = []
    let after: string | null = null
    do {
      const json: Record<string, unknown> = { order: 'newest', size: 4, ...(after && { after }) }
      const page = (await (await callUploads(search.POST, 'POST', { as: analyst, id, json })).json()) as {
        items: { row: number }[]
        nextCursor: string | null
      }
      seen.push(...page.items.map((item) => item.row))
      after = page.nextCursor
    } while (after)
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1))
    expect(seen.slice(0, 7).every((row) => row > 14 && row <= 21)).toBe(true)
  })

  it('finds rows by result, by a part of a name without accents, and by the end of an IBAN', async () => {
    const given = rowsNamed(['Anne Müller', 'Bob Other', 'Carl', 'Dora Late'])
    const id = await readId(await postUpload([...given, { skipped: 'left_out' }], analyst))
    await runWorker(id)
    const found = async (json: object, as = analyst) =>
      (
        (await (await callUploads(search.POST, 'POST', { as, id, json })).json()) as {
          items: { row: number }[]
        }
      ).items.map((item) => item.row)
    expect(await found({ text: 'muller' })).toEqual([1])
    expect(await found({ text: (given[2] as { iban: string }).iban.slice(-10) })).toEqual([3])
    expect(await found({ results: ['no_match', 'failed'] })).toEqual([2, 4])
    expect(await found({ results: ['not_sent'] })).toEqual([5])
    expect(await found({ text: '%' })).toEqual([])
    // people who see masked values can't find them by trial
    for (const text of ['muller', (given[2] as { iban: string }).iban])
      expect([await found({ text }, reviewer), await found({ text }, admin)]).toEqual([
        [expect.any(Number)],
        [],
      ])
  })

  it.each([
    ['size=0', 'pagination'],
    ['size=101', 'pagination'],
    ['after=abc', 'pagination'],
    ['results=maybe', 'enum'],
    ['text=Ann', 'unknown_field'],
  ])('refuses ?%s', async (query, code) => {
    const id = await readId(await postUpload(keptRows(1), analyst))
    const response = await callUploads(rows.GET, 'GET', { as: analyst, id, query: `?${query}` })
    expect(await readProblem(response)).toMatchObject({ status: 422, code })
  })
})

describe('the exports of an upload', () => {
  it('never share a file name', async () => {
    const id = await readId(await postUpload([...rowsNamed(['Ann']), { skipped: 'iban_checksum' }], analyst))
    await runWorker(id)
    const asked: [typeof exported.GET, string][] = [
      ...['original', 'fix'].map((format): [typeof exported.GET, string] => [exported.GET, format]),
      ...['csv', 'xlsx', 'json'].map((format): [typeof exported.GET, string] => [table.GET, format]),
    ]
    const names: (string | null)[] = []
    for (const [route, format] of asked) {
      const answer = await callUploads(route, 'GET', { as: analyst, id, query: `?format=${format}` })
      expect(answer.status, format).toBe(200)
      await answer.arrayBuffer()
      names.push(answer.headers.get('content-disposition'))
    }
    expect(new Set(names).size).toBe(asked.length)
  })
})

describe('the original with results', () => {
  it('has every byte of the original and the result of each row', async () => {
    const given: TestRow[] = [...rowsNamed(['Ann', 'Ann Close', 'Ann Late']), { skipped: 'iban_checksum' }]
    const id = await readId(await postUpload(given, analyst))
    await runWorker(id)
    const response = await callUploads(exported.GET, 'GET', { as: analyst, id, query: '?format=original' })
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''suppliers-results.csv")
    const lines = (await response.text()).split('\r\n')
    const original = fileOf(given).split('\r\n')
    expect(lines.map((line, n) => line.startsWith(original[n] ?? '?'))).toEqual(original.map(() => true))
    const added = lines.map((line, n) => line.slice((original[n] ?? '').length))
    expect(added[0]).toBe(
      ";Result;Bank's name;Reason;Checked at (UTC);Check ID;Decision;IBAN as checked;Name as checked",
    )
    expect(added[1]).toMatch(/^;Match;;;\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;[0-9a-f-]{36};;DE\d{20};Ann$/)
    expect(added[2]).toMatch(/^;Close match;Ann Klose;;.*;To review;DE\d{20};Ann Close$/)
    expect(added[3]).toMatch(/^;Failed;;The bank did not answer in time\.;/)
    expect(added[4]).toBe(';Not sent;;The check digits are wrong.;;;;;')
  })

  it('is deleted after its retention period', async () => {
    const id = await readId(await postUpload(keptRows(1), analyst))
    await db().uploadOriginal.delete({ where: { uploadId: id } })
    const response = await callUploads(exported.GET, 'GET', { as: analyst, id, query: '?format=original' })
    expect(await readProblem(response)).toMatchObject({ status: 410, code: 'original_gone' })
  })
})
