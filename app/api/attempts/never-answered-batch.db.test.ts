import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmBatch, resolveBatch } from '@/lib/attempts/batch.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { codeOf } from '@/lib/platform/testing/refusals'
import { expireBulks } from '@/lib/uploads/polling/expire.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { pollDueBulks, runWorker, storeCompared } from '@/lib/uploads/testing/office'
import { readLedger } from '@/lib/usage/reconcile.server'
import { Provider } from '@/service/testing/provider'

let provider: Provider

const analyst = await insertPerson()
const reviewer = await insertPerson('reviewer')
beforeEach(async () => {
  provider = await new Provider().start()
  await insertConnection(provider.baseUrl)
})
afterEach(() => provider.stop())

const look = (id: string) => readUpload(id, analyst.actor)
const quietFor = (id: string, days: number) =>
  db().$executeRaw`
    update bulks set last_movement_at = now() - make_interval(days => ${days}::int, hours => 1) where upload_id = ${id}::uuid`
const attemptOf = async (id: string) => (await look(id)).bulks[0]?.attempt?.id ?? ''
const bookedFor = async (attemptId: string) =>
  (await db().creditEntry.findUniqueOrThrow({ where: { attemptId } })).amount

/** 20 rows that the provider accepted, 5 of them answered, and then nothing for a week. */
async function silent(rows = keptRows(20)): Promise<string> {
  provider.itemsPerPoll = 5
  const id = await storeCompared(requestOf(linesOf(rows)), analyst)
  await sendBulk((await look(id)).bulks[0]?.id ?? '')
  await db().bulk.updateMany({ where: { uploadId: id }, data: { nextPollAt: new Date(0) } })
  await pollDueBulks()
  provider.itemsPerPoll = 0
  await quietFor(id, 7)
  return id
}

describe('a batch that the provider accepted and then never answers', () => {
  it('is given up after seven days, not before: its answers stay, and people decide about the rest', async () => {
    const id = await silent()
    await quietFor(id, 6)
    expect(await expireBulks()).toBe(0)
    await quietFor(id, 7)
    expect(await expireBulks()).toBe(1)
    expect(await expireBulks()).toBe(0)
    expect(await look(id)).toMatchObject({
      counts: { match: 5, unknown: 15, waiting: 0 },
      bulks: [{ status: 'unknown', attempt: { state: 'unknown' } }],
    })
    const attemptId = await attemptOf(id)
    expect(await bookedFor(attemptId)).toBe(-20n)
    const where = { objectId: id, action: 'bulk.unknown' }
    expect(await db().auditEntry.findMany({ where, select: { actorKind: true, details: true } })).toEqual([
      {
        actorKind: 'system',
        details: { bulkId: expect.any(String), attemptId, code: 'never_answered' },
      },
    ])
  })

  it('leaves a row alone that failed, when it is given up and when its ID is found', async () => {
    const [first, ...rows] = keptRows(20)
    const id = await silent([{ ...first, name: 'Ann Late' } as (typeof rows)[number], ...rows])
    const failed = () => db().verification.count({ where: { uploadId: id, status: 'failed' } })
    await expireBulks()
    expect([await failed(), (await look(id)).counts]).toMatchObject([1, { failed: 1, match: 4, unknown: 15 }])
    const attached = { as: 'attached', upstreamId: provider.ledger[0]?.id ?? '' } as const
    await resolveBatch(await attemptOf(id), attached, reviewer)
    expect([await failed(), (await look(id)).counts]).toMatchObject([1, { failed: 1, match: 4, waiting: 15 }])
  })

  it('keeps the answers that a poll stores while it is about to be given up', async () => {
    const id = await silent()
    let expired: Promise<number> | undefined
    await db().$transaction(async (tx) => {
      await tx.$executeRaw`select 1 from uploads where id = ${id}::uuid for no key update`
      expired = expireBulks()
      await expect.poll(countLockWaits).toBeGreaterThan(0)
      await tx.bulk.updateMany({ where: { uploadId: id }, data: { lastMovementAt: new Date() } })
    })
    expect(await expired).toBe(0)
    expect(await look(id)).toMatchObject({
      status: 'processing',
      bulks: [{ attempt: { state: 'accepted' } }],
    })
  })

  it('is never declared not billed; written off it ends the upload, and its credits stay booked', async () => {
    const id = await silent()
    await expireBulks()
    const attemptId = await attemptOf(id)
    const declared = { as: 'not_billed', reason: 'They say so', evidence: 'Ticket' } as const
    expect(await codeOf(resolveBatch(attemptId, declared, reviewer))).toBe('accepted_by_provider')
    await resolveBatch(attemptId, { as: 'written_off', reason: 'Lost by the provider' }, reviewer)
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 5, unknown: 15 } })
    expect(await bookedFor(attemptId)).toBe(-20n)
    expect(provider.ledger).toHaveLength(1)
  })

  it('is not sent again by confirming what one person declared before the provider accepted it', async () => {
    const id = await silent()
    const attemptId = await attemptOf(id)
    const set = (data: object) => db().attempt.update({ where: { id: attemptId }, data })
    const { upstreamId } = await set({ state: 'unknown', sendDeadline: new Date(Date.now() - 61_000) })
    await set({ upstreamId: null })
    const declared = { as: 'not_billed', reason: 'They say so', evidence: 'Ticket' } as const
    await resolveBatch(attemptId, declared, reviewer)
    await set({ state: 'accepted', upstreamId })
    expect(await expireBulks()).toBe(1)
    const { proposedAt } = await db().resolution.findFirstOrThrow({ where: { attemptId } })
    const seen = { agree: true, proposedAt: proposedAt.toISOString() }
    expect(await codeOf(confirmBatch(attemptId, seen, await insertPerson('reviewer')))).toBe(
      'accepted_by_provider',
    )
    expect(provider.ledger).toHaveLength(1)
  })

  it('adds up in the ledger, before and after it is written off, without the row that was not billed', async () => {
    const [first, ...rows] = keptRows(20)
    const id = await silent([{ ...first, name: 'Invalid' } as (typeof rows)[number], ...rows])
    await expireBulks()
    const line = async () =>
      (await readLedger({})).lines.find((one) => one.kind === 'upload' && one.id === id)
    const credits = { booked: 19, expected: 19 }
    const billed = { neverAnswered: 20, rejectedItems: 1, credits, addsUp: true }
    expect(await line()).toMatchObject({ unknown: 20, ...billed })
    const writtenOff = { as: 'written_off', reason: 'Lost by the provider' } as const
    await resolveBatch(await attemptOf(id), writtenOff, reviewer)
    expect(await line()).toMatchObject({ writtenOff: 20, ...billed })
  })

  it('stays booked on the day on which it was accepted when it is attached to its own ID later', async () => {
    const id = await silent()
    await expireBulks()
    const attemptId = await attemptOf(id)
    const at = new Date('2026-01-15T12:00:00Z')
    await db().creditEntry.update({ where: { attemptId }, data: { at } })
    const attached = { as: 'attached', upstreamId: provider.ledger[0]?.id ?? '' } as const
    await resolveBatch(attemptId, attached, reviewer)
    expect(await db().creditEntry.findUniqueOrThrow({ where: { attemptId } })).toMatchObject({
      at,
      amount: -20n,
    })
  })

  it('can be attached to its own ID when the provider has it after all, and can be given up again', async () => {
    const id = await silent()
    await expireBulks()
    const attached = { as: 'attached', upstreamId: provider.ledger[0]?.id ?? '' } as const
    await resolveBatch(await attemptOf(id), attached, reviewer)
    expect(await look(id)).toMatchObject({ status: 'processing', counts: { match: 5, waiting: 15 } })
    await quietFor(id, 7)
    expect(await expireBulks()).toBe(1)
    expect(
      await codeOf(resolveBatch(await attemptOf(id), { ...attached, upstreamId: randomUUID() }, reviewer)),
    ).toBe('attach_invalid')
    const same = (provider.ledger[0]?.items ?? []).map((item) => ({ ...item, name: 'Somebody else' }))
    const upstreamId = await provider.acceptFromAnotherProgram(same, Date.now())
    expect(await codeOf(resolveBatch(await attemptOf(id), { ...attached, upstreamId }, reviewer))).toBe(
      'attach_mismatch',
    )
    await resolveBatch(await attemptOf(id), attached, reviewer)
    provider.itemsPerPoll = 20
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 20 }, credits: 20 })
  })
})
