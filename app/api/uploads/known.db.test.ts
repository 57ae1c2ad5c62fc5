import { beforeEach, describe, expect, it, vi } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { officeDay } from '@/lib/platform/days/days.server'
import { db } from '@/lib/platform/db.server'
import { linesOf, requestOf } from '@/lib/uploads/testing/body'
import { runWorker, storeCompared } from '@/lib/uploads/testing/office'
import { startProvider } from '@/service/testing/start-provider'
import * as exported from './[id]/export/route'
import * as resume from './[id]/resume/route'
import * as stop from './[id]/stop/route'
import { callUploads, readId, readProblem } from './testing/fixtures'
import {
  decideKnown,
  freshPairs,
  getRows,
  getUpload,
  type Pair,
  readAuditEntries,
  storeMatches,
  uploadWithChoice,
} from './testing/known'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

// here it is another day than in UTC
process.env.TIME_ZONE = new Date().getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'

let analyst: Person
let reviewer: Person
let first: Pair[]

const provider = await startProvider()
await insertConnection(provider.baseUrl, 3)
beforeEach(async () => {
  ;[analyst, reviewer] = [await insertPerson(), await insertPerson('reviewer')]
  first = freshPairs()
})

const paidFor = (pair: Pair) =>
  provider.ledger.flatMap(({ items }) => items).filter(({ iban }) => iban === pair.iban).length
const at = (n: number) => first[n] as Pair

describe('an upload with pairs that its sender matched recently', () => {
  it('waits for a choice before anything is paid, and shows the earlier checks', async () => {
    const ids = await storeMatches([at(0), at(4)], analyst)
    const id = await readId(await uploadWithChoice([...first, at(0)], 'ask', analyst))
    await runWorker(id)
    expect(await getUpload(id, analyst)).toMatchObject({
      ...{ status: 'paused', pauseReason: 'known', counts: { waiting: 9 } },
      known: { state: 'open', rows: 3, credits: 2 },
    })
    const listed = await getRows(id, analyst, '?only=known')
    expect(listed.items.map(({ row, known }) => [row, known?.id])).toEqual([
      [1, ids[0]],
      [5, ids[1]],
      [9, ids[0]],
    ])
    expect(listed.total).toBe(3)
    const bulk = await db().bulk.findFirstOrThrow({ where: { uploadId: id } })
    const past = db().attempt.create({ data: { bulkId: bulk.id, state: 'sending' } })
    await expect(past).rejects.toThrow('nobody chose yet')
    expect(await readProblem(await callUploads(resume.POST, 'POST', { as: analyst, id }))).toMatchObject({
      ...{ status: 409, code: 'known_open' },
    })
    expect(provider.ledger.flatMap(({ items }) => items).filter(({ iban }) => iban === at(1).iban)).toEqual(
      [],
    )
  })

  it('reuses them: the rows point to the old checks, and the rest is sent in full batches', async () => {
    const [old] = await storeMatches([at(0), at(4)], analyst)
    const id = await readId(await uploadWithChoice([...first, at(0)], 'ask', analyst))
    expect(await (await decideKnown(id, true, analyst)).json()).toMatchObject({
      ...{ status: 'waiting', pauseReason: null, total: 6, notSent: 3, verifications: 6 },
      known: { state: 'taken', rows: 3, credits: 2 },
    })
    expect((await getUpload(id, analyst)).bulks.map(({ number, size }) => [number, size])).toEqual([
      [1, 3],
      [2, 3],
    ])
    await runWorker(id)
    const view = await getUpload(id, analyst)
    expect(view).toMatchObject({ status: 'completed', counts: { waiting: 0 }, credits: 6 })
    expect([paidFor(at(0)), paidFor(at(1)), paidFor(at(7))]).toEqual([0, 1, 1])
    const { items } = await getRows(id, analyst)
    expect(items[0]).toMatchObject({ result: 'not_sent', notSentCode: 'known_match', known: { id: old } })
    expect(items[1]).toMatchObject({ result: 'match', known: null, name: at(1).name })
    expect(items[7]).toMatchObject({ name: at(7).name, iban: at(7).iban })
    expect((await readAuditEntries(id)).slice(0, 2)).toMatchObject([
      { action: 'upload.created', details: { knownRows: 3 } },
      { action: 'upload.known_taken', details: { rows: 3, credits: 2 } },
    ])
  })

  it('names in the exported file the check that a row reuses, with its day in TIME_ZONE, and the row isn’t to be corrected', async () => {
    const [old] = await storeMatches([at(0)], analyst)
    const id = await readId(await uploadWithChoice(first, 'take', analyst))
    await runWorker(id)
    const export_ = (format: string) =>
      callUploads(exported.GET, 'GET', { as: analyst, id, query: `?format=${format}` })
    const { answeredAt } = await db().verification.findUniqueOrThrow({ where: { id: old ?? '' } })
    const day = officeDay(answeredAt ?? undefined)
    expect((await (await export_('original')).text()).split('\r\n')[1]).toContain(
      `matched on ${day} by the earlier check ${old}`,
    )
    expect(await readProblem(await export_('fix'))).toMatchObject({ code: 'nothing_to_fix' })
  })

  it('stay offered for another upload, whose sender may open them, when somebody else uses their own', async () => {
    const other = await insertPerson()
    await storeMatches([at(0)], other)
    await storeMatches([at(1)], analyst)
    const theirs = await readId(await uploadWithChoice(first, 'ask', other))
    await uploadWithChoice(first, 'take', analyst)
    expect((await (await decideKnown(theirs, true, other)).json()).known).toEqual({
      ...{ state: 'taken', rows: 1, credits: 1 },
    })
  })

  it('are nothing that a corrected file repeats, because they have their answer', async () => {
    await storeMatches([at(0)], analyst)
    const id = await readId(await uploadWithChoice(first, 'take', analyst))
    const again = await storeCompared(requestOf(linesOf([at(0)], { completes: id })), analyst)
    expect(await db().verification.findFirstOrThrow({ where: { uploadId: again } })).toMatchObject({
      ...at(0),
      previousId: null,
    })
  })

  it('checks them again when the person chooses that', async () => {
    await storeMatches([at(0)], analyst)
    const id = await readId(await uploadWithChoice(first, 'ask', analyst))
    expect((await decideKnown(id, false, analyst)).status).toBe(200)
    await runWorker(id)
    expect(await getUpload(id, analyst)).toMatchObject({
      status: 'completed',
      total: 8,
      known: { state: 'anew' },
    })
    expect(paidFor(at(0))).toBe(1)
    expect((await getRows(id, analyst)).items[0]?.known).toBeNull()
    expect((await readAuditEntries(id))[1]).toMatchObject({ action: 'upload.known_declined' })
  })

  it('ends immediately when all of it is reused', async () => {
    await storeMatches(first, analyst)
    const id = await readId(await uploadWithChoice(first, 'take', analyst))
    expect(await getUpload(id, analyst)).toMatchObject({
      status: 'completed',
      total: 0,
      notSent: 8,
      bulks: [],
    })
    expect((await readAuditEntries(id)).map(({ action }) => action)).toEqual([
      'upload.created',
      'upload.known_taken',
      'upload.finished',
    ])
  })

  it('is chosen once, by its sender or a person who sees everything', async () => {
    await storeMatches([at(0)], analyst)
    const id = await readId(await uploadWithChoice(first, 'ask', analyst))
    expect((await decideKnown(id, true, await insertPerson())).status).toBe(404)
    expect((await decideKnown(id, true, reviewer)).status).toBe(403)
    const answers = await Promise.all([
      decideKnown(id, true, analyst),
      decideKnown(id, false, await insertPerson('analyst', 'reviewer')),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await readProblem(await decideKnown(id, true, analyst))).toMatchObject({
      code: 'known_not_offered',
    })
  })

  it.each([
    ['became too old', { answeredAt: new Date(Date.now() - 31 * 86_400_000) }],
    ['was erased', { iban: '', name: '', nameSearch: '', purgedAt: new Date() }],
  ])('checks again what %s while it waited', async (_, change) => {
    const [old = ''] = await storeMatches([at(0), at(1)], analyst)
    const id = await readId(await uploadWithChoice(first, 'ask', analyst))
    await db().verification.update({ where: { id: old }, data: change })
    expect((await (await decideKnown(id, true, analyst)).json()).known).toEqual({
      state: 'taken',
      rows: 1,
      credits: 1,
    })
    await runWorker(id)
    expect([paidFor(at(0)), paidFor(at(1))]).toEqual([1, 0])
  })

  it('can be stopped while it waits, and then shows none of them', async () => {
    await storeMatches([at(0)], analyst)
    const id = await readId(await uploadWithChoice(first, 'ask', analyst))
    expect((await callUploads(stop.POST, 'POST', { as: analyst, id })).status).toBe(200)
    expect((await getUpload(id, analyst)).known).toBeNull()
    expect((await getRows(id, analyst)).items[0]?.known).toBeNull()
    expect((await decideKnown(id, true, analyst)).status).toBe(409)
  })
})
