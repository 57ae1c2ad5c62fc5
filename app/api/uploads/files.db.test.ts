import { randomUUID } from 'node:crypto'
import { NextRequest } from 'next/server'
import { describe, expect, it, vi } from 'vitest'
import type { Session } from '@/components/intake/worker/session'
import { checkedSession } from '@/components/intake/worker/testing/checked-session'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { readFile } from '@/lib/tables/read/read-file'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { compareUpload } from '@/lib/uploads/comparison/compare.server'
import { runWorker } from '@/lib/uploads/testing/office'
import { WIRE_BYTES, WIRE_TYPE } from '@/lib/uploads/wire'
import { startProvider } from '@/service/testing/start-provider'
import * as exported from './[id]/export/route'
import * as one from './[id]/route'
import * as stop from './[id]/stop/route'
import * as uploads from './route'
import { callUploads, readId, readProblem } from './testing/fixtures'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

const origin = 'http://127.0.0.1:3000'

const provider = await startProvider()
await insertConnection(provider.baseUrl)
const analyst = await insertPerson()
const stranger = await insertPerson()

const HEADER = ['Nom', 'IBAN', 'Reference']
const ROWS = [
  ['Ann', 'DE89370400440532013000', 'R1'],
  ['Ann Close', 'DE8937O400440532013000', 'R2'],
  ['Nobody', '', 'R3'],
]
const workbook = () => makeWorkbook([{ name: 'Payees', rows: [HEADER, ...ROWS] }])

/** Sends what the wizard packs, as a browser does. */
async function send(session: Session, as = analyst): Promise<Response> {
  const { blob, bytes } = await session.pack()
  const body = await blob.arrayBuffer()
  const headers = {
    ...{ host: '127.0.0.1:3000', origin, cookie: as.cookie, 'content-type': WIRE_TYPE },
    ...{ [WIRE_BYTES]: String(bytes), 'content-length': String(body.byteLength) },
    'idempotency-key': randomUUID(),
  }
  const request = new NextRequest(`${origin}/api/uploads`, { method: 'POST', headers, body })
  return uploads.POST(request, { params: Promise.resolve({}) })
}

async function download(id: string, format: 'original' | 'fix'): Promise<Uint8Array> {
  const answer = await callUploads(exported.GET, 'GET', { as: analyst, id, query: `?format=${format}` })
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

const tableOf = (bytes: Uint8Array) => {
  const table = readFile(bytes)
  if ('problem' in table) throw new Error(table.problem)
  return table
}

describe('a workbook', () => {
  it('is returned with its own cells, the results, and extra columns with what was checked', async () => {
    const session = await checkedSession(workbook(), { fileName: 'payees.xlsx' })
    session.fix('letter_o')
    const id = await readId(await send(session))
    await runWorker(id)
    const table = tableOf(await download(id, 'original'))
    expect(table.format).toBe('workbook')
    expect(table.headers.slice(0, 3)).toEqual(HEADER)
    expect(table.headers.slice(-2)).toEqual(['IBAN as checked', 'Name as checked'])
    expect(table.records.map(({ cells }) => cells.slice(0, 3))).toEqual(ROWS)
    expect(table.records.map(({ cells }) => [cells[3], cells[9] ?? ''])).toEqual([
      ['Match', 'DE89370400440532013000'],
      ['Close match', 'DE89370400440532013000'],
      ['Not sent', ''],
    ])
  })

  it('returns its unsent rows as a file that, corrected, becomes a linked upload', async () => {
    const first = await checkedSession(workbook(), { fileName: 'payees.xlsx' })
    const id = await readId(await send(first))
    await compareUpload(id)
    const text = new TextDecoder().decode(await download(id, 'fix'))
    expect(text.split('\r\n')[1]).toMatch(/^2;[0-9a-f-]{36};Ann Close;DE8937O400440532013000;R2;/)
    const corrected = text.replace('8937O4', '893704')
    const second = await checkedSession(corrected, { fileName: 'payees-to-fix.csv' })
    expect(second.completes).toBe(id)
    const linked = await readId(await send(second))
    const stored = await db().upload.findUniqueOrThrow({ where: { id: linked } })
    expect(stored).toMatchObject({ completesId: id, total: 1, notSent: 1 })
    expect(await readProblem(await send(second, stranger))).toMatchObject({ status: 404 })
  })

  it('leaves out the rows that were corrected, directly or in a later file, and links to those files', async () => {
    const read = async (id: string) => {
      const { toFix, completedBy } = await (await callUploads(one.GET, 'GET', { as: analyst, id })).json()
      return { toFix, completedBy }
    }
    const correct = async (id: string, replace: [string, string]) => {
      const text = new TextDecoder().decode(await download(id, 'fix')).replace(...replace)
      const linked = await readId(await send(await checkedSession(text, { fileName: 'payees-to-fix.csv' })))
      await compareUpload(linked)
      return linked
    }
    const id = await readId(await send(await checkedSession(workbook(), { fileName: 'payees.xlsx' })))
    await compareUpload(id)
    expect(await read(id)).toEqual({ toFix: 2, completedBy: [] })
    const second = await correct(id, ['8937O4', '893704'])
    expect(await read(id)).toEqual({ toFix: 1, completedBy: [second] })
    expect(await db().uploadRow.count({ where: { uploadId: id, corrects: { not: null } } })).toBe(0)
    const left = new TextDecoder().decode(await download(id, 'fix'))
    expect(left.split('\r\n').map((line) => line.split(';')[0])).toEqual(['Accord row', '3', ''])
    const third = await correct(second, ['Nobody;', 'Nobody;FR1420041010050500013M02606'])
    expect(await read(second)).toEqual({ toFix: 0, completedBy: [third] })
    expect(await read(id)).toEqual({ toFix: 0, completedBy: [second] })
    expect((await callUploads(stop.POST, 'POST', { as: analyst, id: second })).status).toBe(200)
    expect(await read(id)).toMatchObject({ toFix: 1 })
  })
})

describe('the rows to correct', () => {
  it('leave out rows that people checked again, and the page counts the same rows', async () => {
    const id = await readId(await send(await checkedSession(workbook(), { fileName: 'payees.xlsx' })))
    await compareUpload(id)
    expect((await callUploads(stop.POST, 'POST', { as: analyst, id })).status).toBe(200)
    const read = async () => (await (await callUploads(one.GET, 'GET', { as: analyst, id })).json()).toFix
    expect(await read()).toBe(3)
    const old = await db().verification.findFirstOrThrow({ where: { uploadId: id } })
    const { environment, iban, name, nameSearch, country, requestedById } = old
    const again = { environment, iban, name, nameSearch, country, requestedById, previousId: old.id }
    await db().verification.create({ data: { ...again, source: 'single' } })
    expect(await read()).toBe(2)
    const text = new TextDecoder().decode(await download(id, 'fix'))
    expect(text.split('\r\n').map((line) => line.split(';')[0])).toEqual(['Accord row', '2', '3', ''])
  })

  it('leave out rows that were sent unchanged in the corrected file, until that is stopped too', async () => {
    const id = await readId(await send(await checkedSession(workbook(), { fileName: 'payees.xlsx' })))
    await compareUpload(id)
    expect((await callUploads(stop.POST, 'POST', { as: analyst, id })).status).toBe(200)
    const read = async () => (await (await callUploads(one.GET, 'GET', { as: analyst, id })).json()).toFix
    const linked = await readId(
      await send(await checkedSession(await download(id, 'fix'), { fileName: 'payees-to-fix.csv' })),
    )
    expect(await read()).toBe(2)
    expect((await callUploads(stop.POST, 'POST', { as: analyst, id: linked })).status).toBe(200)
    expect(await read()).toBe(3)
  })
})

describe('a check of a corrected file', () => {
  const LIST = `Nom;IBAN\r\nAnn;${ROWS[0]?.[1]}\r\nBea;${ROWS[0]?.[1]}`

  it('is a repeat of the unsent check of the same payee, and of no other on that account', async () => {
    const id = await readId(await send(await checkedSession(LIST, { fileName: 'payees.csv' })))
    await compareUpload(id)
    expect((await callUploads(stop.POST, 'POST', { as: analyst, id })).status).toBe(200)
    const text = new TextDecoder().decode(await download(id, 'fix')).replace('Bea', 'Beatrix')
    const linked = await readId(await send(await checkedSession(text, { fileName: 'payees-to-fix.csv' })))
    const checksOf = async (uploadId: string) => {
      const checks = await db().verification.findMany({ where: { uploadId } })
      return new Map(checks.map((check) => [check.name, check]))
    }
    const [unsent, again] = [await checksOf(id), await checksOf(linked)]
    expect(again.get('Ann')?.previousId).toBe(unsent.get('Ann')?.id)
    expect(again.get('Beatrix')?.previousId).toBeNull()
  })
})

describe('the file type declared by a browser', () => {
  const NAMES = new TextEncoder().encode('IBAN;Nom\r\nDE89370400440532013000;Andr\u00e9\r\n')
  const answerFor = async (fileName: string, encoding?: string) => {
    const id = await readId(await send(await checkedSession(NAMES, { fileName })))
    await compareUpload(id)
    if (encoding)
      await db().$executeRaw`
        update uploads set reading = jsonb_set(reading, '{table,encoding}', to_jsonb(${encoding}::text)) where id = ${id}::uuid`
    return callUploads(exported.GET, 'GET', { as: analyst, id, query: '?format=original' })
  }

  it('is not copied into a header: the type names the encoding that was used', async () => {
    for (const declared of ['utf-8, text/html', 'utf-8\r\nx: y', 'utf-7']) {
      const answer = await answerFor('payees.csv', declared)
      expect(answer.headers.get('content-type'), declared).toBe('text/csv; charset=utf-8')
    }
    const answer = await answerFor('payees.csv', 'windows-1252')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=windows-1252')
  })

  it('does not decide which program opens a saved file: extensions are those of tables', async () => {
    for (const [given, saved] of [
      ['payees.txt', 'payees-results.txt'],
      ['payees.TSV', 'payees-results.tsv'],
      ['payees.hta', 'payees-results.csv'],
      ['payees.csv.html', 'payees.csv-results.csv'],
      ['payees.xlsx', 'payees-results.csv'],
    ] as const) {
      const { headers, body } = await answerFor(given)
      await body?.cancel()
      const named = headers.get('content-disposition')
      expect(named, given).toContain(`filename="${saved}"`)
    }
  })
})
