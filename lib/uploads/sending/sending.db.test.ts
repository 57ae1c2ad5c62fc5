import { describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { claimBulk } from '@/lib/uploads/sending/claim.server'
import { actOnUpload } from '@/lib/uploads/sending/control.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'
import { reapBulks, requeueBulks } from '@/lib/uploads/sending/sweep.server'
import { acceptLate, runWorker } from '@/lib/uploads/testing/office'
import { createSendingOffice } from '@/lib/uploads/testing/sending'
import { Provider } from '@/service/testing/provider'

const office = await createSendingOffice()
const { analyst, upload, look, sent } = office

describe('a batch that the provider refuses', () => {
  it('for missing credits pauses the upload; after resuming, exactly the rest is sent', async () => {
    const id = await upload('accept', 'credits')
    await runWorker(id)
    expect(await look(id)).toMatchObject({
      status: 'paused',
      pauseReason: 'credits',
      credits: 10,
      counts: { match: 10, waiting: 15 },
      bulks: [{ status: 'completed' }, { status: 'waiting' }, { status: 'waiting' }],
    })
    await actOnUpload(id, 'resume', analyst)
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'completed', credits: 25, counts: { match: 25 } })
    expect(sent()).toEqual([10, 10, 5])
  })

  it('for its items is not sent again, its rows leave the total, and the rest continues', async () => {
    const id = await upload('accept', 'reject')
    await runWorker(id)
    expect(await look(id)).toMatchObject({
      status: 'completed',
      fileRows: 25,
      total: 15,
      notSent: 10,
      counts: { match: 15, waiting: 0 },
      bulks: [{ status: 'completed' }, { status: 'rejected' }, { status: 'completed' }],
    })
    expect(sent()).toEqual([10, 5])
  })

  it('for its rate limit is sent later, not at once', async () => {
    const id = await upload('limit')
    const started = Date.now()
    expect(await sendBulk((await look(id)).bulks[0]?.id ?? '')).toBe('not_sent')
    const [first] = (await look(id)).bulks
    expect(first).toMatchObject({ status: 'waiting', attempt: { httpStatus: 429 } })
    expect(Date.parse(first?.nextTryAt ?? '')).toBeGreaterThan(started + 900)
    const later = new Date(started + 60_000)
    await db().bulk.updateMany({ where: { uploadId: id }, data: { nextPollAt: later } })
    expect(await sendBulk(first?.id ?? '')).toBe('nothing')
    expect(sent()).toEqual([])
    await db().bulk.updateMany({ where: { uploadId: id }, data: { nextPollAt: null } })
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 25 } })
  })
})

describe('a batch whose response is lost', () => {
  it.each(['accept_then_lose', 'error_after_accept'] as const)(
    'by %s becomes unknown, pauses the upload and is never sent again',
    async (mode) => {
      const id = await upload('accept', mode)
      await runWorker(id)
      expect(await look(id)).toMatchObject({
        status: 'paused',
        pauseReason: 'unknown',
        counts: { match: 10, unknown: 10, waiting: 5 },
        bulks: [
          { status: 'completed' },
          { status: 'unknown', attempt: { state: 'unknown' } },
          { status: 'waiting' },
        ],
      })
      expect(await requeueBulks()).toBe(0)
      await runWorker(id)
      const resumed = actOnUpload(id, 'resume', analyst)
      await expect(resumed).rejects.toMatchObject({ status: 409, code: 'outcome_unknown' })
      expect(sent()).toEqual([10, 10])
    },
  )

  it('continues automatically when the response arrives after all', async () => {
    const id = await upload('accept_then_lose')
    await runWorker(id)
    const [bulk] = (await look(id)).bulks
    const sentBulk = { attemptId: bulk?.attempt?.id ?? '', bulkId: bulk?.id ?? '' }
    expect(await acceptLate(sentBulk, office.provider.ledger[0]?.id ?? '')).toBe(true)
    expect(await acceptLate(sentBulk, office.provider.ledger[0]?.id ?? '')).toBe(false)
    await runWorker(id)
    expect(await look(id)).toMatchObject({
      status: 'completed',
      credits: 25,
      counts: { match: 25, unknown: 0 },
    })
    expect(sent()).toEqual([10, 10, 5])
  })

  it('with its process becomes unknown when its deadline has passed, and not before', async () => {
    const id = await upload()
    const answer = office.provider.holdBulks()
    const [bulk] = (await look(id)).bulks
    const sending = sendBulk(bulk?.id ?? '')
    await expect.poll(sent).toEqual([10])
    expect(await reapBulks()).toBe(0)
    await db().$executeRaw`update attempts set send_deadline = now() where state = 'sending'`
    expect(await reapBulks()).toBe(1)
    expect(await look(id)).toMatchObject({ status: 'paused', counts: { unknown: 10, waiting: 15 } })
    answer()
    await sending
    expect(await look(id)).toMatchObject({ status: 'processing', counts: { unknown: 0, waiting: 25 } })
  })
})

describe('several lost batches', () => {
  it("become visible independently: one that can't be settled doesn't hold up another", async () => {
    const ids = [await upload(), await upload()]
    const [connectionId] = (await db().connection.findMany({ where: { active: true } })).map(({ id }) => id)
    for (const id of ids) {
      const [bulk] = (await look(id)).bulks
      await claimBulk(bulk?.id ?? '', connectionId ?? '')
    }
    await db().$executeRaw`update attempts set send_deadline = now() where state = 'sending'`
    // a negative count violates a check constraint
    await db().upload.update({ where: { id: ids[0] ?? '' }, data: { countWaiting: 0, countMatch: 25 } })
    expect(await reapBulks()).toBe(1)
    expect(await look(ids[1] ?? '')).toMatchObject({ status: 'paused', pauseReason: 'unknown' })
    await db().upload.update({ where: { id: ids[0] ?? '' }, data: { countWaiting: 25, countMatch: 0 } })
    expect(await reapBulks()).toBe(1)
  })
})

describe('a batch of which nothing was sent', () => {
  it('because no connection is possible waits and is retried', async () => {
    const id = await upload()
    const { baseUrl } = office.provider
    await office.provider.stop()
    const [bulk] = (await look(id)).bulks
    expect(await sendBulk(bulk?.id ?? '')).toBe('not_sent')
    expect(await look(id)).toMatchObject({ status: 'processing', counts: { waiting: 25 }, credits: 0 })
    office.provider = await new Provider().start(Number(new URL(baseUrl).port))
    await db().bulk.updateMany({ where: { uploadId: id }, data: { nextPollAt: null } })
    // one token request in 10 s: the first one failed
    await db().connection.updateMany({ data: { tokenRequestedAt: null } })
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 25 } })
  })
})

describe('the sweep', () => {
  it('queues a batch whose job was lost, once, however often it runs', async () => {
    const id = await upload()
    const [bulkId] = (await look(id)).bulks.map((bulk) => bulk.id)
    const jobs = () => db().$queryRaw<unknown[]>`select 1 from pgboss.job where data ->> 'bulkId' = ${bulkId}`
    await db().upload.update({ where: { id }, data: { createdAt: new Date(Date.now() - 60_000) } })
    await requeueBulks()
    expect(await jobs()).toHaveLength(1)
    await db().$executeRaw`delete from pgboss.job where data ->> 'bulkId' = ${bulkId}`
    await requeueBulks()
    await requeueBulks()
    expect(await jobs()).toHaveLength(1)
  })
})

describe('twenty workers with the same job', () => {
  it('send a batch once, and never two batches of an upload at the same time', async () => {
    const id = await upload()
    const answer = office.provider.holdBulks()
    const bulks = (await look(id)).bulks.map((bulk) => bulk.id)
    const ended: string[] = []
    const all = Array.from({ length: 20 }, async (_, n) => ended.push(await sendBulk(bulks[n % 3] ?? '')))
    await expect.poll(() => [ended.length, sent()]).toEqual([19, [10]])
    answer()
    await Promise.all(all)
    expect(sent()).toEqual([10])
  })
})

describe('a batch out of order', () => {
  it('is not sent: neither before an earlier one nor while one is in flight', async () => {
    const id = await upload()
    const [first, second] = (await look(id)).bulks.map((bulk) => bulk.id)
    expect(await sendBulk(second ?? '')).toBe('nothing')
    const answer = office.provider.holdBulks()
    const sending = sendBulk(first ?? '')
    await expect.poll(sent).toEqual([10])
    expect(await sendBulk(second ?? '')).toBe('nothing')
    answer()
    await sending
    expect(await sendBulk(second ?? '')).toBe('accepted')
  })
})
