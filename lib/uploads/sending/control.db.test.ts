import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { restoresSetting } from '@/lib/platform/restores.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { actOnUpload } from '@/lib/uploads/sending/control.server'
import { delayBulk } from '@/lib/uploads/sending/defer.server'
import { finishUpload } from '@/lib/uploads/sending/finish.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'
import { acceptLate, runWorker } from '@/lib/uploads/testing/office'
import { createSendingOffice } from '@/lib/uploads/testing/sending'

const office = await createSendingOffice()
const { analyst, upload, look, sent } = office

describe('the sender of an upload', () => {
  it('pauses the unsent batches and resumes them', async () => {
    const id = await upload()
    await sendBulk((await look(id)).bulks[0]?.id ?? '')
    await actOnUpload(id, 'pause', analyst)
    await runWorker(id)
    expect(await look(id)).toMatchObject({
      status: 'paused',
      pauseReason: 'user',
      counts: { match: 10, waiting: 15 },
    })
    await expect(actOnUpload(id, 'pause', analyst)).rejects.toMatchObject({ code: 'upload_not_running' })
    const [past, coming] = ['2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z']
    await restoresSetting.save([{ madeAt: past, restoredAt: past }])
    expect((await look(id)).restore).toBeNull()
    await restoresSetting.save([{ madeAt: past, restoredAt: coming }])
    expect((await look(id)).restore).toEqual({ madeAt: past, restoredAt: coming })
    await actOnUpload(id, 'resume', analyst)
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 25 }, restore: null })
    expect(sent()).toEqual([10, 10, 5])
  })

  it('can’t pause an upload whose batches were all sent: their answers come all the same', async () => {
    const id = await upload()
    for (const { id: bulk } of (await look(id)).bulks) await sendBulk(bulk)
    const pausing = actOnUpload(id, 'pause', analyst)
    await expect(pausing).rejects.toMatchObject({ status: 409, code: 'upload_all_sent' })
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 25 } })
  })

  it('keeps it paused when the response to the current batch is lost, even if it arrives later', async () => {
    const id = await upload('accept_then_lose')
    const answer = office.provider.holdBulks()
    const [bulk] = (await look(id)).bulks
    const sending = sendBulk(bulk?.id ?? '')
    await expect.poll(async () => (await look(id)).bulks[0]?.status).toBe('sending')
    await actOnUpload(id, 'pause', analyst)
    answer()
    expect(await sending).toBe('unknown')
    expect(await look(id)).toMatchObject({ status: 'paused', pauseReason: 'user', counts: { unknown: 10 } })
    await expect(actOnUpload(id, 'resume', analyst)).rejects.toMatchObject({ code: 'outcome_unknown' })
    const attemptId = (await look(id)).bulks[0]?.attempt?.id ?? ''
    await acceptLate({ attemptId, bulkId: bulk?.id ?? '' }, office.provider.ledger[0]?.id ?? '')
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'paused', counts: { match: 10, waiting: 15 } })
    expect(sent()).toEqual([10])
    await actOnUpload(id, 'resume', analyst)
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 25 } })
  })

  it('stops it: sent batches are answered, the rest is marked as not sent', async () => {
    const id = await upload()
    await sendBulk((await look(id)).bulks[0]?.id ?? '')
    await actOnUpload(id, 'stop', analyst)
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'stopped', total: 10, notSent: 15, counts: { match: 10 } })
    expect((await look(id)).finishedAt).not.toBeNull()
    expect(sent()).toEqual([10])
    await expect(actOnUpload(id, 'resume', analyst)).rejects.toMatchObject({ code: 'upload_not_paused' })
    await expect(actOnUpload(id, 'stop', analyst)).rejects.toMatchObject({ code: 'upload_finished' })
  })

  it.each(['limit', 'credits', 'reject'] as const)(
    'stops it for good while a batch is under way that the provider then refuses: %s',
    async (mode) => {
      const id = await upload('accept', mode)
      await sendBulk((await look(id)).bulks[0]?.id ?? '')
      const answer = office.provider.holdBulks()
      const sending = sendBulk((await look(id)).bulks[1]?.id ?? '')
      await expect.poll(async () => (await look(id)).bulks[1]?.status).toBe('sending')
      await actOnUpload(id, 'stop', analyst)
      answer()
      await sending
      await runWorker(id)
      expect(await look(id)).toMatchObject({
        ...{ status: 'stopped', total: 10, notSent: 15, counts: { match: 10, waiting: 0 } },
        finishedAt: expect.any(String),
      })
      expect(await db().breaker.count({ where: { kind: 'credits', openSince: { not: null } } })).toBe(0)
    },
  )

  it('ends it once, and no job of a batch delays one that was sent or ends it again', async () => {
    const id = await upload()
    await runWorker(id)
    const [bulk] = await db().bulk.findMany({ where: { uploadId: id } })
    expect(await delayBulk(bulk?.id ?? '', 60_000)).toBe(0)
    expect(await db().$transaction((tx) => finishUpload(tx, id))).toBe(false)
    expect(await db().auditEntry.count({ where: { objectId: id, action: 'upload.finished' } })).toBe(1)
  })

  it('is the only analyst who can see it', async () => {
    const id = await upload()
    const stranger = await insertPerson()
    await expect(readUpload(id, stranger.actor)).rejects.toMatchObject({ status: 404 })
    await expect(actOnUpload(id, 'stop', stranger)).rejects.toMatchObject({ status: 404 })
    expect((await readUpload(id, (await insertPerson('reviewer')).actor)).id).toBe(id)
  })
})
