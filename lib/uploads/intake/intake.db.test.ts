import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection, NOWHERE } from '@/lib/connections/testing/connection'
import { decrypt } from '@/lib/platform/crypto.server'
import { db, lockOf, type Tx, takeLocks } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'
import { signedOutWaiting } from '@/lib/platform/testing/locks'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import {
  fileOf,
  keptRows,
  linesOf,
  rawRequest,
  requestOf,
  stalledRequest,
  type TestRow,
} from '@/lib/uploads/testing/body'
import { MAX_UNPACKED } from '@/lib/uploads/wire'

await insertConnection(NOWHERE, 3)
const analyst = await insertPerson()

async function everything() {
  const [row] = await db().$queryRaw<Record<string, bigint>[]>`
    select (select count(*) from uploads) as uploads, (select count(*) from upload_rows) as rows,
           (select count(*) from upload_originals) as originals, (select count(*) from bulks) as bulks,
           (select count(*) from verifications) as verifications, (select count(*) from audit_entries) as audit,
           (select count(*) from pgboss.job where name in ('bulk.submit', 'upload.compare')) as jobs`
  return row
}

const rows = keptRows(4)
const good = linesOf(rows)
const withLine = (n: number, line: string) => good.map((given, at) => (at === n ? line : given))
const text = (lines: string[]) => lines.map((line) => `${line}\n`).join('')
const row = (values: object) => JSON.stringify({ row: 1, ...rows[0], ...values })
/** The lines of an upload whose head names this sheet. */
const headOf = (sheet: string) => {
  const { table, ...head } = JSON.parse(good[0] ?? '')
  return withLine(0, JSON.stringify({ ...head, table: { ...table, sheet } }))
}
const packed = (lines: string[]) => gzipSync(text(lines))
const size = (lines: string[]) => Buffer.byteLength(text(lines))

type Case = [what: string, request: () => Request, status: number, code: string]
const REFUSED: Case[] = [
  ['another media type', () => requestOf(good, { 'content-type': 'application/json' }), 415, 'media_type'],
  ['no Content-Length', () => requestOf(good, { 'content-length': '' }), 411, 'length_required'],
  ['no unpacked size', () => requestOf(good, { 'x-accord-bytes': '' }), 400, 'unpacked_size_required'],
  [
    'an unpacked size above the cap',
    () => requestOf(good, { 'x-accord-bytes': String(MAX_UNPACKED + 1) }),
    413,
    'body_too_large',
  ],
  ['more bytes than declared', () => rawRequest(packed(good), size(good) - 1), 413, 'body_too_large'],
  ['fewer bytes than declared', () => rawRequest(packed(good), size(good) + 1), 400, 'size_mismatch'],
  ['a gzip bomb', () => rawRequest(gzipSync(Buffer.alloc(8_000_000)), 2_000_000), 400, 'line_too_long'],
  ['bytes that are not gzip', () => rawRequest(Buffer.from(text(good)), size(good)), 400, 'gzip_invalid'],
  ['a truncated gzip', () => rawRequest(packed(good).subarray(0, -40), size(good)), 400, 'body_truncated'],
  ['an empty body', () => rawRequest(gzipSync(''), 1), 400, 'size_mismatch'],
  [
    'a last line without its end',
    () => rawRequest(gzipSync(good.join('\n')), size(good) - 1),
    400,
    'body_truncated',
  ],
  ['a head that is not JSON', () => requestOf(withLine(0, '{')), 400, 'json_invalid'],
  ['a head without its hash', () => requestOf(linesOf(rows, { hash: undefined })), 422, 'hash_required'],
  ['a head with another hash than SHA-256', () => requestOf(linesOf(rows, { hash: 'x' })), 422, 'schema'],
  [
    'a sheet with a name of 201 characters',
    () => requestOf(headOf('A'.repeat(201))),
    422,
    'sheet_name_too_long',
  ],
  ['a sheet with half a character in its name', () => requestOf(headOf('A\ud800')), 422, 'schema'],
  ['more rows than declared', () => requestOf(linesOf(rows, { rows: 3, kept: 3 })), 422, 'row_count'],
  ['fewer rows than declared', () => requestOf(linesOf(rows, { rows: 5, kept: 5 })), 422, 'row_count'],
  ['another number of kept rows', () => requestOf(linesOf(rows, { kept: 3 })), 422, 'row_count'],
  ['the wrong hash', () => requestOf(linesOf(rows, { hash: '0'.repeat(64) })), 422, 'hash_mismatch'],
  ['no line after the head', () => requestOf(good.slice(0, 1)), 400, 'body_truncated'],
  [
    'no body',
    () => new Request('http://x', { method: 'POST', headers: requestOf(good).headers }),
    400,
    'body_truncated',
  ],
  ['no original', () => requestOf(good.slice(0, -1)), 400, 'body_truncated'],
  ['something after the original', () => requestOf([...good, '{}']), 400, 'line_unexpected'],
  ['a row that is not JSON', () => requestOf(withLine(2, 'row')), 400, 'json_invalid'],
  ['a row out of order', () => requestOf(withLine(2, row({}))), 422, 'row_number'],
  [
    'an IBAN with wrong check digits',
    () => requestOf(withLine(1, row({ iban: 'DE00370400440000000060' }))),
    422,
    'iban_checksum',
  ],
  [
    'an IBAN of no country',
    () => requestOf(withLine(1, row({ iban: 'ZZ893704004405320130' }))),
    422,
    'iban_country_unknown',
  ],
  ['an empty name', () => requestOf(withLine(1, row({ name: '  ' }))), 422, 'name_required'],
  ['a name with a NUL', () => requestOf(withLine(1, row({ name: 'A\0B' }))), 422, 'name_control_characters'],
  [
    'a name with a lone surrogate',
    () => requestOf(withLine(1, row({ name: 'A\ud800' }))),
    422,
    'unicode_malformed',
  ],
  [
    'a name of 141 characters',
    () => requestOf(withLine(1, row({ name: 'A'.repeat(141) }))),
    422,
    'name_too_long',
  ],
  [
    'a reference with a NUL',
    () => requestOf(withLine(1, row({ reference: 'A\0' }))),
    422,
    'reference_control_characters',
  ],
  [
    'a row of 70,000 bytes',
    () => requestOf(withLine(1, row({ note: 'A'.repeat(70_000) }))),
    400,
    'line_too_long',
  ],
  [
    'a file name with a NUL',
    () => requestOf(linesOf(rows, { fileName: 'a\0.csv' })),
    422,
    'unicode_malformed',
  ],
]

it('shows a file name and a title without bidirectional control characters', async () => {
  const names = { fileName: 'pay\u202evsc.exe\n', title: 'June\u2066\t2026' }
  const { id } = await receiveUpload(requestOf(linesOf(keptRows(1), names)), analyst)
  const stored = await db().upload.findUniqueOrThrow({ where: { id } })
  expect([stored.fileName, stored.title]).toEqual(['payvsc.exe', 'June 2026'])
})

describe('an upload that is refused', () => {
  it.each(REFUSED)('for %s leaves nothing behind', async (_what, request, status, code) => {
    const before = await everything()
    await expect(receiveUpload(request(), analyst)).rejects.toMatchObject({ status, code })
    expect(await everything()).toEqual(before)
  })

  it('for a bad row names the row and the field', async () => {
    const bad = withLine(3, JSON.stringify({ row: 3, ...rows[2], iban: 'DE00' }))
    await expect(receiveUpload(requestOf(bad), analyst)).rejects.toMatchObject({
      errors: [{ path: 'rows.3.iban' }],
      extra: { row: 3 },
    })
  })

  it('because three are being received already may be tried again', async () => {
    const senders = await Promise.all(Array.from({ length: 5 }, () => insertPerson()))
    const results = await Promise.allSettled(senders.map((sender) => receiveUpload(requestOf(good), sender)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.map((result) => result.reason)).toEqual(
      Array.from({ length: 2 }, () =>
        expect.objectContaining({ status: 503, code: 'uploads_busy', headers: { 'retry-after': '5' } }),
      ),
    )
  })
})

describe('one person', () => {
  it('sends one upload at a time, so that nobody takes all slots', async () => {
    const [slow, other] = [stalledRequest(good), await insertPerson()]
    const first = receiveUpload(slow.request, analyst)
    await expect(receiveUpload(requestOf(good), analyst, 10)).rejects.toMatchObject({
      status: 429,
      code: 'upload_in_progress',
      headers: { 'retry-after': '5' },
    })
    await receiveUpload(requestOf(good), other)
    const seconds = [1, 2, 3].map(() => receiveUpload(requestOf(good), analyst))
    slow.finish()
    const stored = await Promise.all([first, ...seconds])
    expect(new Set(stored.map(({ id }) => id)).size).toBe(4)
  })
})

it('an upload is not stored when its sender is signed out while it waits for the tried names of others', async () => {
  const sender = await insertPerson()
  const before = await everything()
  const lock = (tx: Tx) => takeLocks(tx, [lockOf('tried')])
  const outcome = await signedOutWaiting(sender, lock, () => receiveUpload(requestOf(good), sender))
  expect(outcome).toBe('session_required')
  expect(await everything()).toEqual(before)
})

describe('an upload that is accepted', () => {
  it('stores each row once, equal pairs as one verification, and fills bulks in file order', async () => {
    const spelled = { ...(rows[0] as { iban: string; name: string }), name: 'HOLDER  0' }
    const given: TestRow[] = [...rows, spelled, { skipped: 'iban_checksum' }, { skipped: 'left_out' }]
    const { id } = await receiveUpload(requestOf(linesOf(given)), analyst)
    const upload = await db().upload.findUniqueOrThrow({
      where: { id },
      include: {
        bulks: { orderBy: { number: 'asc' } },
        rows: { orderBy: { number: 'asc' } },
        original: true,
      },
    })
    expect(upload).toMatchObject({ fileRows: 7, total: 5, notSent: 2, countWaiting: 5, state: 'comparing' })
    expect(upload.bulks.map((bulk) => bulk.size)).toEqual([3, 1])
    expect(upload.rows.map((one) => one.notSentCode)).toEqual([
      null,
      null,
      null,
      null,
      null,
      'iban_checksum',
      'left_out',
    ])
    expect(upload.rows[4]).toMatchObject({ name: 'HOLDER 0', verificationId: upload.rows[0]?.verificationId })
    const verifications = await db().verification.findMany({ where: { uploadId: id } })
    const places = verifications.map((one) => [one.name, one.bulkId, one.itemIndex]).sort()
    const [first, second] = upload.bulks.map((bulk) => bulk.id)
    expect(places).toEqual([
      ['Holder 0', first, 0],
      ['Holder 1', first, 1],
      ['Holder 2', first, 2],
      ['Holder 3', second, 0],
    ])
    const original = decrypt(upload.original?.cipher ?? new Uint8Array(), `upload_originals|cipher|${id}`)
    expect(original.toString()).toBe(fileOf(given))
  })

  it('is listed in the history in the order of its file', async () => {
    const many = keptRows(40)
    const { id } = await receiveUpload(requestOf(linesOf(many)), analyst)
    const listed = await db().verification.findMany({
      where: { uploadId: id },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    })
    expect(listed.map(({ iban }) => iban)).toEqual(many.map((row) => 'iban' in row && row.iban))
  })

  it('stores how its file is read, but not the column titles that older programs still send', async () => {
    const [head = '', ...lines] = linesOf(rows)
    const told = JSON.stringify({ ...JSON.parse(head), headers: ['IBAN', 'Name'] })
    const { id } = await receiveUpload(requestOf([told, ...lines]), analyst)
    const { reading } = await db().upload.findUniqueOrThrow({ where: { id } })
    expect(Object.keys(reading as object).sort()).toEqual(['map', 'table'])
  })

  it('updates the planner’s statistics before others see its rows', async () => {
    const known = () =>
      queryAsOwner<{ relname: string }>(`
        select relname from pg_class where relnamespace = 'public'::regnamespace and reltuples > 0
           and relname in ('uploads', 'bulks', 'verifications', 'upload_rows') order by 1`)
    await queryAsOwner(
      "update pg_class set reltuples = 0 where relname in ('uploads', 'bulks', 'verifications', 'upload_rows')",
    )
    expect(await known()).toEqual([])
    await receiveUpload(requestOf(linesOf(keptRows(600, 10_000))), analyst)
    expect((await known()).map(({ relname }) => relname)).toEqual([
      'bulks',
      'upload_rows',
      'uploads',
      'verifications',
    ])
  })

  it('has one comparison job, and one audit entry without a name or an IBAN', async () => {
    const { id } = await receiveUpload(requestOf(good), analyst)
    const jobs = await db().$queryRaw<unknown[]>`
      select name from pgboss.job where data ->> 'uploadId' = ${id}
       or data ->> 'bulkId' in (select b.id::text from bulks b where b.upload_id = ${id}::uuid)`
    expect(jobs).toEqual([{ name: 'upload.compare' }])
    const [entry, ...more] = await db().auditEntry.findMany({ where: { objectId: id } })
    expect(more).toEqual([])
    expect(entry).toMatchObject({ action: 'upload.created', actorId: analyst.actor.id })
    expect(JSON.stringify(entry?.details)).not.toMatch(/Holder|DE\d\d/)
  })
})
