import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { compareUpload } from '@/lib/uploads/comparison/compare.server'
import { exportOriginal } from '@/lib/uploads/export.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { chooseKnown } from '@/lib/uploads/known/choose.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { searchRows } from '@/lib/uploads/rows.server'
import { rowsSearch } from '@/lib/uploads/schema'
import { actOnUpload } from '@/lib/uploads/sending/control.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'
import { linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import { runWorker } from '@/lib/uploads/testing/office'
import type { UploadHead } from '@/lib/uploads/wire'
import { startProvider } from '@/service/testing/start-provider'

const MOREAU = 'Ateliers Moreau SARL'
const TABLE = { encoding: 'utf-8', delimiter: ';', headerRow: 1, lineEnd: 'CRLF', bom: false } as const
const [PAID, ASKED] = ['FR7630006000011234567890189', 'FR7630003036200002021690750']

const provider = await startProvider()
await insertConnection(provider.baseUrl)
const analyst = await insertPerson()

/** Submits these rows with this file, whether or not they agree. */
async function send(rows: TestRow[], file: string | Buffer, head: Partial<UploadHead> = {}): Promise<string> {
  const hash = createHash('sha256').update(file).digest('hex')
  const lines = linesOf(rows, { hash, ...head })
  lines[lines.length - 1] = JSON.stringify({ original: Buffer.from(file).toString('base64') })
  return (await receiveUpload(requestOf(lines), analyst)).id
}
const csv = (...lines: string[]) => ['IBAN;Name', ...lines].join('\r\n')
const read = (id: string) => readUpload(id, analyst.actor)
const editedRows = async (id: string) =>
  (await searchRows(id, rowsSearch.parse({ only: 'edited' }), analyst.actor)).items

/** Expects the upload to be stopped, with nothing sent or billed. */
async function expectNothingSent(id: string): Promise<void> {
  const sent = provider.ledger.length
  const bulks = await db().bulk.findMany({ where: { uploadId: id } })
  await runWorker(id)
  for (const { id: bulkId } of bulks) {
    expect(await sendBulk(bulkId)).toBe('nothing')
    const past = db().attempt.create({ data: { bulkId, state: 'sending' } })
    await expect(past).rejects.toThrow('not compared')
  }
  expect(provider.ledger).toHaveLength(sent)
  expect(await read(id)).toMatchObject({ status: 'stopped', total: 0, credits: 0 })
}

describe('rows that differ from the file', () => {
  it('are never sent: no match is signed for an account that was not checked', async () => {
    const id = await send([{ iban: ASKED, name: MOREAU }], csv(`${PAID};${MOREAU}`))
    expect(await read(id)).toMatchObject({ status: 'comparing', comparison: null, counts: { waiting: 1 } })
    await expectNothingSent(id)
    expect(await read(id)).toMatchObject({
      comparison: { problem: 'row_differs', row: 1, field: 'iban', edited: 0 },
    })
    const [row] = (await searchRows(id, rowsSearch.parse({}), analyst.actor)).items
    expect(row?.notSentCode).toBe('file_differs')
    const log = await db().auditEntry.findMany({ where: { objectId: id }, orderBy: { seq: 'asc' } })
    const entry = log.find(({ action }) => action === 'upload.compared')
    expect(entry?.details).toEqual({ edited: 0, problem: 'row_differs', row: 1, field: 'iban' })
  })

  it.each<[string, TestRow[], string | Buffer, Partial<UploadHead>, object]>([
    [
      'another name',
      [{ iban: PAID, name: 'Ateliers Morel SARL' }],
      csv(`${PAID};${MOREAU}`),
      {},
      { problem: 'row_differs', row: 1, field: 'name' },
    ],
    [
      'the second row differs, and one after it',
      [
        { iban: PAID, name: MOREAU },
        { iban: ASKED, name: 'Ann' },
        { iban: ASKED, name: 'Ben' },
      ],
      csv(`${PAID};${MOREAU}`, `${ASKED};Bob`, `${ASKED};Bill`),
      {},
      { problem: 'row_differs', row: 2, field: 'name' },
    ],
    [
      'a row that the file does not have',
      [
        { iban: PAID, name: MOREAU },
        { iban: ASKED, name: 'Ann', edited: true },
      ],
      csv(`${PAID};${MOREAU}`),
      {},
      { problem: 'row_count' },
    ],
    [
      'another header row',
      [{ iban: PAID, name: MOREAU }],
      csv(`${PAID};${MOREAU}`),
      { table: { ...TABLE, format: 'text', headerRow: null } },
      { problem: 'row_count' },
    ],
    [
      'other columns',
      [{ iban: PAID, name: MOREAU }],
      csv(`${PAID};${MOREAU}`),
      { map: { iban: 0, name: [2], instead: [], reference: null, note: null } },
      { problem: 'row_differs', row: 1, field: 'name' },
    ],
    [
      'a file that is no table',
      [{ iban: PAID, name: MOREAU }],
      Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2, 3]),
      {},
      { problem: 'original_unreadable' },
    ],
    [
      'a workbook that is declared as text',
      [{ iban: PAID, name: MOREAU }],
      Buffer.from('<?xml version="1.0"?><Document/>'),
      {},
      { problem: 'original_unreadable' },
    ],
  ])('%s', async (_, rows, file, head, problem) => {
    const id = await send(rows, file, head)
    await expectNothingSent(id)
    expect((await read(id)).comparison).toMatchObject(problem)
  })

  it('of an unreadable file give no file with results, and the error says so', async () => {
    const id = await send([{ iban: PAID, name: MOREAU }], Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2, 3]))
    await expect(exportOriginal(id, 'en', analyst)).rejects.toMatchObject({ code: 'upload_comparing' })
    await compareUpload(id)
    await expect(exportOriginal(id, 'en', analyst)).rejects.toMatchObject({
      status: 422,
      code: 'original_unreadable',
    })
  })

  it.each([
    ['another sheet than the declared one', 'May', { problem: 'row_differs', row: 1, field: 'iban' }],
    ['a sheet that is not there', 'July', { problem: 'original_unreadable' }],
    [
      'a hidden sheet behind the one that is read',
      undefined,
      { problem: 'row_differs', row: 1, field: 'iban' },
    ],
    ['a hidden sheet that is declared', 'Old', { problem: 'original_unreadable' }],
  ])('of %s of a workbook are not sent', async (_, sheet, problem) => {
    const sheets = { Old: ASKED, May: PAID, June: ASKED }
    const workbook = makeWorkbook(
      Object.entries(sheets).map(([name, iban]) => {
        return {
          name,
          hidden: name === 'Old',
          rows: ['IBAN Name', `${iban} Moreau`].map((row) => row.split(' ')),
        }
      }),
    )
    const table = { ...TABLE, format: 'workbook' as const, ...(sheet !== undefined && { sheet }) }
    const id = await send([{ iban: ASKED, name: 'Moreau' }], Buffer.from(workbook), { table })
    await expectNothingSent(id)
    expect((await read(id)).comparison).toMatchObject(problem)
  })

  it('of a file that was deleted in the meantime are not sent', async () => {
    const id = await send([{ iban: PAID, name: MOREAU }], csv(`${PAID};${MOREAU}`))
    await db().uploadOriginal.delete({ where: { uploadId: id } })
    await expectNothingSent(id)
    expect((await read(id)).comparison).toMatchObject({ problem: 'original_gone' })
  })
})

describe('rows answered by an earlier check', () => {
  const known = { known: 'take' } as const
  const annotated = async (id: string) => {
    const { pieces } = await exportOriginal(id, 'en', analyst)
    return Buffer.concat(await Array.fromAsync(pieces))
      .toString()
      .split('\r\n')
  }

  it('return the account and name of that check: a row may be edited into a known pair', async () => {
    await runWorker(await send([{ iban: ASKED, name: 'Kim' }], csv(`${ASKED};Kim`)))
    const id = await send([{ iban: ASKED, name: 'Kim', edited: true }], csv(`${PAID};Kim`), known)
    await runWorker(id)
    expect(await read(id)).toMatchObject({ status: 'completed', known: { state: 'taken', rows: 1 } })
    expect((await annotated(id))[1]).toMatch(new RegExp(`^${PAID};Kim;Not sent;.*;${ASKED};Kim$`))
  })

  it('have no answer when they differ from the file', async () => {
    await runWorker(await send([{ iban: ASKED, name: 'Lou' }], csv(`${ASKED};Lou`)))
    const id = await send([{ iban: ASKED, name: 'Lou' }], csv(`${PAID};Lou`), known)
    await expectNothingSent(id)
    expect(await read(id)).toMatchObject({ comparison: { problem: 'row_differs', row: 1 }, known: null })
    const [row] = (await searchRows(id, rowsSearch.parse({}), analyst.actor)).items
    expect(row).toMatchObject({ result: 'not_sent', notSentCode: 'file_differs', known: null })
    expect((await annotated(id))[1]).not.toMatch(/earlier|matched/i)
  })
})

it('rows of an upload that is stopped before its comparison have no answer of an earlier check either', async () => {
  await runWorker(await send([{ iban: PAID, name: 'Joy' }], csv(`${PAID};Joy`)))
  const id = await send([{ iban: PAID, name: 'Joy' }], csv(`${PAID};Joy`), { known: 'take' })
  await actOnUpload(id, 'stop', analyst)
  expect((await read(id)).known).toBeNull()
  const [row] = (await searchRows(id, rowsSearch.parse({}), analyst.actor)).items
  expect(row).toMatchObject({ notSentCode: 'stopped', known: null })
})

describe('rows that equal the file', () => {
  it('are sent; the server counts the edited ones, and only those that really differ', async () => {
    const rows: TestRow[] = [
      { iban: PAID, name: MOREAU },
      { iban: ASKED, name: 'Ann', edited: true },
      { iban: ASKED, name: 'Ben', edited: true },
      { skipped: 'left_out' },
    ]
    const file = csv(
      `"fr76 3000 6000 0112 3456 7890 189";  Ateliers   Moreau SARL `,
      `${PAID};Ann`,
      `${ASKED};Ben`,
      'x;y',
    )
    const id = await send(rows, file)
    await runWorker(id)
    expect(await read(id)).toMatchObject({
      status: 'completed',
      comparison: { edited: 1, problem: null },
    })
    expect((await editedRows(id)).map(({ row }) => row)).toEqual([2])
    const { pieces } = await exportOriginal(id, 'en', analyst)
    const lines = Buffer.concat(await Array.fromAsync(pieces))
      .toString()
      .split('\r\n')
    expect(lines[0]).toMatch(/;IBAN as checked;Name as checked$/)
    expect(lines[1]).toMatch(new RegExp(`^"fr76.*;${PAID};${MOREAU}$`))
    expect(lines[2]).toMatch(new RegExp(`^${PAID};Ann;Match;.*;${ASKED};Ann$`))
    expect(lines[4]).toMatch(/^x;y;Not sent;.*;;$/)
  })

  it('are compared once, and the outcome is final', async () => {
    const id = await send([{ iban: PAID, name: MOREAU }], csv(`${PAID};${MOREAU}`))
    const answers = await Promise.all([compareUpload(id), compareUpload(id)])
    expect(answers.filter(Boolean).length).toBeGreaterThan(0)
    expect(await compareUpload(id)).toBeNull()
    expect(await db().auditEntry.count({ where: { objectId: id, action: 'upload.compared' } })).toBe(1)
    const rewrite = db().upload.update({ where: { id }, data: { comparison: { edited: 7 } } })
    await expect(rewrite).rejects.toThrow('compared already')
  })

  it('of an upload that a restore paused before its comparison are compared first when a person resumes it', async () => {
    const id = await send([{ iban: PAID, name: MOREAU }], csv(`${PAID};${MOREAU}`))
    await db().upload.update({ where: { id }, data: { state: 'paused', pauseReason: 'user' } })
    expect(await compareUpload(id)).toBeNull()
    await actOnUpload(id, 'resume', analyst)
    expect((await read(id)).status).toBe('comparing')
    await runWorker(id)
    expect(await read(id)).toMatchObject({ status: 'completed', comparison: { edited: 0, problem: null } })
  })

  it('of an upload that a restore paused stay paused when somebody chooses about known answers', async () => {
    await runWorker(await send([{ iban: PAID, name: 'Roy' }], csv(`${PAID};Roy`)))
    const id = await send([{ iban: PAID, name: 'Roy' }], csv(`${PAID};Roy`), { known: 'ask' })
    await db().upload.update({ where: { id }, data: { state: 'paused', pauseReason: 'user' } })
    await chooseKnown(id, { take: false }, analyst)
    expect(await read(id)).toMatchObject({ status: 'paused', pauseReason: 'user', comparison: null })
    await actOnUpload(id, 'resume', analyst)
    await runWorker(id)
    expect(await read(id)).toMatchObject({ status: 'completed', known: { state: 'anew' } })
  })

  it('can be stopped before the comparison, and stay stopped', async () => {
    const id = await send([{ iban: PAID, name: MOREAU }], csv(`${PAID};${MOREAU}`))
    await expect(actOnUpload(id, 'pause', analyst)).rejects.toMatchObject({ code: 'upload_not_running' })
    await actOnUpload(id, 'stop', analyst)
    expect(await compareUpload(id)).toBeNull()
    await runWorker(id)
    expect(await read(id)).toMatchObject({ status: 'stopped', comparison: null })
    await expect(exportOriginal(id, 'en', analyst)).rejects.toMatchObject({ code: 'upload_not_compared' })
  })
})
