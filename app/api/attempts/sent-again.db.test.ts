import { describe, expect, it } from 'vitest'
import {
  analyst,
  confirm,
  provider,
  resolve,
  setUpLostBatches,
} from '@/app/api/attempts/testing/lost-batches'
import { db } from '@/lib/platform/db.server'
import { stripChecks } from '@/lib/retention/strip.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { runWorker, storeCompared } from '@/lib/uploads/testing/office'
import { recheck } from '@/lib/verifications/check/recheck.server'

setUpLostBatches()

/** 25 rows in batches of 10, 10 and 5; the answer to the second one is lost, and no process can send it any more. */
async function lost(): Promise<{ id: string; attemptId: string }> {
  provider.bulkModes = ['accept', 'accept_then_lose']
  const id = await storeCompared(requestOf(linesOf(keptRows(25))), analyst)
  await runWorker(id)
  const where = { state: 'unknown', bulk: { uploadId: id } } as const
  const { id: attemptId } = await db().attempt.findFirstOrThrow({ where })
  await db()
    .$executeRaw`update attempts set send_deadline = now() - interval '61 seconds' where id = ${attemptId}::uuid`
  return { id, attemptId }
}
const look = (id: string) => readUpload(id, analyst.actor)
const sent = () => provider.ledger.map((line) => line.items.length)
const DECLARED = { as: 'not_billed', reason: 'Support says it never arrived', evidence: 'Ticket 4711' }

async function sendAnew(id: string): Promise<void> {
  expect((await resolve(id, DECLARED)).status).toBe(200)
  expect((await confirm(id)).status).toBe(200)
}

/** Takes the data of these rows of the second batch, as an erasure and the retention rule do. */
async function eraseRows(uploadId: string, ...itemIndexes: number[]): Promise<string[]> {
  const where = { bulk: { uploadId, number: 2 }, itemIndex: { in: itemIndexes } }
  const ids = (await db().verification.findMany({ where, select: { id: true } })).map(({ id }) => id)
  await db().$transaction((tx) => stripChecks(tx, ids))
  return ids
}

/** Rows of the second batch that people check again one by one; they are answered immediately. */
async function repeatRows(uploadId: string, ...itemIndexes: number[]): Promise<string[]> {
  const where = { bulk: { uploadId, number: 2 }, itemIndex: { in: itemIndexes } }
  const ids = (await db().verification.findMany({ where, select: { id: true } })).map(({ id }) => id)
  for (const id of ids) expect(await recheck(id, analyst)).toMatchObject({ view: { previousId: id } })
  return ids
}

describe('a batch whose answer was lost, and of which rows were checked again meanwhile', () => {
  it('is sent again without those rows, so that none is paid twice', async () => {
    const { id, attemptId } = await lost()
    const repeated = await repeatRows(id, 0, 5)
    await eraseRows(id, 9)
    await sendAnew(attemptId)
    await runWorker(id)
    expect(sent()).toEqual([10, 10, 1, 1, 7, 5])
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 22 }, notSent: 3 })
    for (const row of repeated)
      expect(
        await db().verification.findUniqueOrThrow({ where: { id: row }, include: { rows: true } }),
      ).toMatchObject({
        status: 'not_sent',
        problemCode: 'not_billed',
        rows: [{ notSentCode: 'not_billed' }],
      })
  })

  it('is sent again without a row that was checked again and then erased, which is counted once', async () => {
    const { id, attemptId } = await lost()
    await repeatRows(id, 5)
    await eraseRows(id, 5)
    await sendAnew(attemptId)
    await runWorker(id)
    expect(sent()).toEqual([10, 10, 1, 9, 5])
    expect(await look(id)).toMatchObject({
      status: 'completed',
      total: 24,
      counts: { match: 24 },
      notSent: 1,
    })
  })

  it('is not sent again when all of its rows were checked again', async () => {
    const { id, attemptId } = await lost()
    await repeatRows(id, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    await sendAnew(attemptId)
    for (const _ of [1, 2]) await runWorker(id)
    expect(sent()).toEqual([10, 10, ...Array(10).fill(1), 5])
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 15 }, notSent: 10 })
  })
})

describe('a batch whose answer was lost, and of which data was erased', () => {
  it('is sent again without those rows, and the others get their own answers', async () => {
    const { id, attemptId } = await lost()
    const [first = '', last = ''] = await eraseRows(id, 3, 9)
    await sendAnew(attemptId)
    await runWorker(id)
    expect(sent()).toEqual([10, 10, 8, 5])
    expect(provider.ledger.flatMap(({ items }) => items).some(({ iban }) => iban === '')).toBe(false)
    expect(await look(id)).toMatchObject({
      status: 'completed',
      counts: { match: 23 },
      notSent: 2,
      credits: 23,
    })
    for (const erased of [first, last])
      expect(
        await db().verification.findUniqueOrThrow({ where: { id: erased }, include: { rows: true } }),
      ).toMatchObject({
        status: 'not_sent',
        problemCode: 'data_erased',
        rows: [{ notSentCode: 'data_erased' }],
      })
  })

  it('is not sent again when no row is left, and its upload continues', async () => {
    const { id, attemptId } = await lost()
    await eraseRows(id, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    await sendAnew(attemptId)
    // the job of the erased batch, then that of the next one
    for (const _ of [1, 2]) await runWorker(id)
    expect(sent()).toEqual([10, 10, 5])
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 15 }, notSent: 10 })
    expect(await db().uploadRow.count({ where: { uploadId: id, notSentCode: 'data_erased' } })).toBe(10)
  })
})
