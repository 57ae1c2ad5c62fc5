import { randomUUID } from 'node:crypto'
import { NextRequest } from 'next/server'
import { describe, expect, it, vi } from 'vitest'
import { checkedSession } from '@/components/intake/worker/testing/checked-session'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { readStoredLines } from '@/lib/payments/lines/read.server'
import { UNKNOWN_SETTINGS } from '@/lib/payments/profiles/presets'
import { createProfile } from '@/lib/payments/profiles/profiles.server'
import { db } from '@/lib/platform/db.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { undoDecision } from '@/lib/reviews/decision/undo.server'
import { policySetting } from '@/lib/reviews/load.server'
import { CALL_BACK } from '@/lib/reviews/testing/fixtures'
import { readFile } from '@/lib/tables/read/read-file'
import type { RowEdit } from '@/lib/tables/table'
import { DE, ES, FR, NL } from '@/lib/tables/testing/lists'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { ibanOf } from '@/lib/uploads/testing/body'
import { runWorker } from '@/lib/uploads/testing/office'
import { WIRE_BYTES, WIRE_TYPE } from '@/lib/uploads/wire'
import { startProvider } from '@/service/testing/start-provider'
import * as exported from './[id]/export/route'
import * as one from './[id]/route'
import * as layout from './changes/layout/route'
import * as uploads from './route'
import { callUploads, readId, readProblem } from './testing/fixtures'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

const origin = 'http://127.0.0.1:3000'

const provider = await startProvider()
await insertConnection(provider.baseUrl)
await policySetting.save('one')
const analyst = await insertPerson()
const stranger = await insertPerson()
const masked = await insertPerson('admin')
const reviewer = await insertPerson('reviewer')

async function answered(
  bytes: Uint8Array,
  fileName: string,
  edits: [number, RowEdit][] = [],
): Promise<string> {
  const session = await checkedSession(bytes, { fileName, edits })
  const packed = await session.pack()
  const body = await packed.blob.arrayBuffer()
  const headers = {
    ...{ host: '127.0.0.1:3000', origin, cookie: analyst.cookie, 'content-type': WIRE_TYPE },
    ...{ [WIRE_BYTES]: String(packed.bytes), 'content-length': String(body.byteLength) },
    'idempotency-key': randomUUID(),
  }
  const request = new NextRequest(`${origin}/api/uploads`, { method: 'POST', headers, body })
  const id = await readId(await uploads.POST(request, { params: Promise.resolve({}) }))
  await runWorker(id)
  return id
}

/** Adopts the bank's name for the check of this name. */
async function adopt(uploadId: string, name: string, iban?: string): Promise<string> {
  const { id, evidenceHash, verification } = await db().review.findFirstOrThrow({
    where: { uploadId, verification: { name, ...(iban && { iban }) } },
    include: { verification: true },
  })
  const correctedName = verification.matchedName ?? ''
  const input = { decision: 'approve', reason: 'spelling_or_accent', correctedName, evidenceHash } as const
  await decideReview(id, input, reviewer)
  return verification.id
}

const ask = (id: string, query: string, as = analyst) =>
  callUploads(exported.GET, 'GET', { as, id, query: `?format=${query}` })
const fileOf = async (id: string, query: string) => {
  const answer = await ask(id, query)
  expect(answer.status).toBe(200)
  return {
    bytes: new Uint8Array(await answer.arrayBuffer()),
    name: answer.headers.get('content-disposition'),
  }
}
const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** Of another account in every test: many names for one are refused. */
const list = (IBAN: string) =>
  `Payee;IBAN;Reference\r\n"Ann Close";${IBAN};R1\r\nBen Close;${IBAN};R2\r\n\r\nCid;${IBAN};R3\r\n"Ann Close";${IBAN};R4`

describe('the original with corrected names', () => {
  it('has no name that the bank never gave', async () => {
    const id = await answered(new TextEncoder().encode(`Payee;IBAN\r\nDora Other;${DE}`), 'other.csv')
    const { id: item, evidenceHash } = await db().review.findFirstOrThrow({ where: { uploadId: id } })
    const reason = { decision: 'approve', reason: 'confirmed_with_payee', callBack: CALL_BACK } as const
    const input = { ...reason, correctedName: 'Dora Typed', evidenceHash }
    await decideReview(item, input, reviewer)
    expect(await readProblem(await ask(id, 'corrected'))).toMatchObject({ code: 'nothing_corrected' })
  })

  it('has no name that the first of two people alone adopted', async () => {
    const id = await answered(new TextEncoder().encode(`Payee;IBAN\r\nAnn Close;${ES}`), 'two.csv')
    await policySetting.save('two')
    await adopt(id, 'Ann Close')
    await policySetting.save('one')
    expect(await readProblem(await ask(id, 'corrected'))).toMatchObject({ code: 'nothing_corrected' })
  })

  it('has no name of an approval that was undone, even if the payee was approved again', async () => {
    const id = await answered(new TextEncoder().encode(`Payee;IBAN\r\nAnn Close;${NL}`), 'undone.csv')
    await adopt(id, 'Ann Close')
    const { id: item, evidenceHash } = await db().review.findFirstOrThrow({ where: { uploadId: id } })
    await undoDecision(item, reviewer)
    await decideReview(item, { decision: 'approve', reason: 'spelling_or_accent', evidenceHash }, reviewer)
    expect(await readProblem(await ask(id, 'corrected'))).toMatchObject({ code: 'nothing_corrected' })
  })

  it('has the bank’s name where it was adopted, and every other byte of the original', async () => {
    const id = await answered(new TextEncoder().encode(list(DE)), 'list.csv')
    expect(await readProblem(await ask(id, 'corrected'))).toMatchObject({
      status: 409,
      code: 'nothing_corrected',
    })
    await adopt(id, 'Ann Close')
    const { bytes, name } = await fileOf(id, 'corrected')
    expect(text(bytes)).toBe(list(DE).replaceAll('"Ann Close"', '"Ann Klose"'))
    expect(name).toContain('list-corrected.csv')
    const view = await (await callUploads(one.GET, 'GET', { as: analyst, id })).json()
    expect(view.corrections).toEqual({
      ...{ corrected: 2, edited: 0, notApproved: 1 },
      ...{ cut: 0, cutRows: [], nameCap: null },
    })
    const entry = await db().auditEntry.findFirstOrThrow({
      where: { objectId: id, action: 'upload.exported' },
      orderBy: { at: 'desc' },
    })
    expect(entry.details).toMatchObject({ format: 'corrected', rows: 2 })
    const added = text((await fileOf(id, 'corrected&with=decisions')).bytes).split('\r\n')
    const at = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/
    expect(added.map((line) => line.replace(at, 'AT'))).toEqual([
      'Payee;IBAN;Reference;Old name;Approved by;Approved at (UTC)',
      `"Ann Klose";${DE};R1;Ann Close;${reviewer.actor.name};AT`,
      `Ben Close;${DE};R2;;;`,
      '',
      `Cid;${DE};R3;;;`,
      `"Ann Klose";${DE};R4;Ann Close;${reviewer.actor.name};AT`,
    ])
  })

  it('leaves a row alone whose IBAN was edited before sending: the bank named the holder of another account', async () => {
    const [inFile, checked] = [ibanOf(91_000_001), ibanOf(91_000_002)]
    const file = `Payee;IBAN\r\nAnn Close;${inFile}\r\nAnn Close;${DE}`
    const id = await answered(new TextEncoder().encode(file), 'edited.csv', [[1, { iban: checked }]])
    const counts = async () => {
      const { corrections } = await (await callUploads(one.GET, 'GET', { as: analyst, id })).json()
      return [corrections.corrected, corrections.edited]
    }
    await adopt(id, 'Ann Close', checked)
    expect(await counts()).toEqual([1, 1])
    expect(await readProblem(await ask(id, 'corrected'))).toMatchObject({ code: 'nothing_corrected' })
    await adopt(id, 'Ann Close', DE)
    expect(await counts()).toEqual([2, 1])
    expect(text((await fileOf(id, 'corrected')).bytes)).toBe(
      `Payee;IBAN\r\nAnn Close;${inFile}\r\nAnn Klose;${DE}`,
    )
  })

  it('keeps the other cells of a workbook, and only replaces the creditor’s name in payment orders', async () => {
    const rows = [
      ['Payee', 'IBAN', 'Reference'],
      ['Dan Close', FR, 'R1'],
      ['Eve', FR, 'R2'],
    ]
    const book = await answered(makeWorkbook([{ name: 'Payees', rows }]), 'list.xlsx')
    await adopt(book, 'Dan Close')
    const found = readFile((await fileOf(book, 'corrected')).bytes)
    if ('problem' in found) throw new Error(found.problem)
    expect(found.records.map(({ cells }) => cells)).toEqual([
      ['Dan Klose', FR, 'R1'],
      ['Eve', FR, 'R2'],
    ])
    const added = readFile((await fileOf(book, 'corrected&with=decisions')).bytes)
    if ('problem' in added) throw new Error(added.problem)
    expect(added.records.map(({ cells }) => cells.slice(0, 5))).toEqual([
      ['Dan Klose', FR, 'R1', 'Dan Close', reviewer.actor.name],
      ['Eve', FR, 'R2'],
    ])
    const xml = `<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>M</MsgId></GrpHdr><PmtInf><DbtrAgt><FinInstnId><BICFI>BYLADEM1001</BICFI></FinInstnId></DbtrAgt><CdtTrfTxInf><Amt><InstdAmt Ccy="EUR">1.00</InstdAmt></Amt><Cdtr><Nm>Fay Close</Nm></Cdtr><CdtrAcct><Id><IBAN>${NL}</IBAN></Id></CdtrAcct></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>\n`
    const orders = await answered(new TextEncoder().encode(xml), 'run.xml')
    await adopt(orders, 'Fay Close')
    const { bytes, name } = await fileOf(orders, 'corrected')
    expect(text(bytes)).toBe(xml.replace('Fay Close', 'Fay Klose'))
    expect(name).toContain('run-corrected.xml')
    await readStoredLines(orders)
    const settings = { ...UNKNOWN_SETTINGS, nameCap: 5 }
    await createProfile({ bic: 'BYLADEM1', name: 'BayernLB', settings }, reviewer.auditActor)
    expect(text((await fileOf(orders, 'corrected')).bytes)).toBe(xml.replace('Fay Close', 'Fay K'))
    expect(await readProblem(await ask(orders, 'corrected&with=decisions'))).toMatchObject({
      status: 409,
      code: 'no_columns',
    })
  })
})

describe('a payment file whose names can’t be corrected', () => {
  const orders = (version: string, iban: string, payees: string[], end = '') =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><CstmrCdtTrfInitn><GrpHdr><MsgId>${randomUUID()}</MsgId></GrpHdr><PmtInf>${payees.map((payee) => `<CdtTrfTxInf><Amt><InstdAmt Ccy="EUR">1.00</InstdAmt></Amt><Cdtr><Nm>${payee}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></CdtTrfTxInf>`).join('')}</PmtInf></CstmrCdtTrfInitn>${end}</Document>`
  const refused = async (xml: string, payee: string) => {
    const id = await answered(new TextEncoder().encode(xml), 'run.xml')
    await adopt(id, payee)
    const answer = await ask(id, 'corrected')
    expect(await db().auditEntry.count({ where: { objectId: id, action: 'upload.exported' } })).toBe(0)
    return [answer.status, await answer.json()]
  }

  it('has an electronic signature, which a new name would break', async () => {
    const signed = orders('pain.001.001.09', ibanOf(91_000_003), ['Ida Close'], '<Signature xmlns="x"/>')
    expect(await refused(signed, 'Ida Close')).toEqual([
      409,
      expect.objectContaining({ code: 'original_signed' }),
    ])
  })

  it('is of a version that doesn’t allow their letters: the first ten of their rows are named', async () => {
    const payees = ['Max Muster', ...Array<string>(11).fill('Łucja Close')]
    const [status, problem] = await refused(
      orders('pain.001.001.03.ch.02', ibanOf(91_000_004), payees),
      'Łucja Close',
    )
    expect([status, problem.code]).toEqual([409, 'original_letters'])
    expect(problem.title).toContain(' 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …. ')
  })
})

describe('the list of changes', () => {
  it('names payee, IBAN, both names, who approved it, when, and the check, as CSV and as a workbook', async () => {
    const id = await answered(
      new TextEncoder().encode(list(ES).replaceAll('Ann', 'Gus').replace('Ben', 'Hal')),
      'list.csv',
    )
    const check = await adopt(id, 'Gus Close')
    const read = async (query: string) => {
      const table = readFile((await fileOf(id, query)).bytes)
      if ('problem' in table) throw new Error(table.problem)
      return [table.headers, ...table.records.map(({ cells }) => cells)]
    }
    const csv = await read('changes')
    expect(csv[0]?.slice(0, 5)).toEqual(['Row', 'Payee reference', 'IBAN', 'Old name', 'Bank’s name'])
    expect(csv.slice(1)).toEqual(
      [
        ['1', 'R1'],
        ['4', 'R4'],
      ].map(([row, reference]) => [
        ...[row, reference, ES, 'Gus Close', 'Gus Klose', reviewer.actor.name],
        ...[expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/), check],
      ]),
    )
    expect(await read('changes&as=xlsx')).toEqual(csv)
    const columns = ['newName', 'iban', 'oldName']
    expect((await callUploads(layout.PUT, 'PUT', { as: analyst, json: { columns } })).status).toBe(200)
    expect(await (await callUploads(layout.GET, 'GET', { as: analyst })).json()).toEqual({ columns })
    expect((await read('changes&as=xlsx'))[0]).toEqual(['Bank’s name', 'IBAN', 'Old name'])
    expect(await read('changes')).toEqual([
      ['Bank’s name', 'IBAN', 'Old name'],
      ...[1, 4].map(() => ['Gus Klose', ES, 'Gus Close']),
    ])
    const other = await (await callUploads(layout.GET, 'GET', { as: stranger })).json()
    expect(other.columns).toHaveLength(8)
    for (const wrong of [[], ['iban'], ['newName', 'newName'], ['newName', 'secret']])
      expect((await callUploads(layout.PUT, 'PUT', { as: analyst, json: { columns: wrong } })).status).toBe(
        422,
      )
    for (const query of ['changes', 'corrected']) {
      expect((await ask(id, query, stranger)).status).toBe(404)
      expect((await ask(id, query, masked)).status).toBe(403)
    }
  })
})
