import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { activateConnection } from '@/lib/connections/remove.server'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { claimBulk } from '@/lib/uploads/sending/claim.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { runWorker, storeCompared } from '@/lib/uploads/testing/office'
import { LIVE, Provider, send } from '@/service/testing/provider'

let provider: Provider
let connectionId: string

const analyst = await insertPerson()
beforeEach(async () => {
  provider = await new Provider().start()
  connectionId = await insertConnection(provider.baseUrl, 10)
})
afterEach(() => provider.stop())

/** 15 rows: batches of 10 and 5. */
const upload = () => storeCompared(requestOf(linesOf(keptRows(15))), analyst)

it('an acceptance with the ID of another batch is unknown at once: its results would be those of the other', async () => {
  const id = await upload()
  const first = await db().bulk.findFirstOrThrow({ where: { uploadId: id }, orderBy: { number: 'asc' } })
  await sendBulk(first.id)
  const [line] = provider.ledger
  const body = { id: line?.id.toUpperCase(), status: 'accepted', total_items: 5 }
  provider.next(`${LIVE}/bulk`, (_hit, response) => send(response, 200, body))
  await runWorker(id)
  expect(await readUpload(id, analyst.actor)).toMatchObject({
    status: 'paused',
    pauseReason: 'unknown',
    counts: { match: 10, unknown: 5 },
    credits: 10,
    bulks: [
      { status: 'completed' },
      { status: 'unknown', attempt: { state: 'unknown', code: 'upstream_bad_response' } },
    ],
  })
})

it('a refusal keeps the code that the provider gave for it', async () => {
  const id = await upload()
  const body = { code: 'invalid_name_format', message: 'verifications[3] has no name.' }
  provider.next(`${LIVE}/bulk`, (_hit, response) => send(response, 400, body))
  await runWorker(id)
  const [bulk] = (await readUpload(id, analyst.actor)).bulks
  expect(bulk).toMatchObject({
    status: 'rejected',
    attempt: { code: 'upstream_rejected_input', upstreamCode: 'invalid_name_format', httpStatus: 400 },
  })
})

it('a batch whose claim waited for its upload still has its whole deadline', async () => {
  const id = await upload()
  const first = await db().bulk.findFirstOrThrow({ where: { uploadId: id }, orderBy: { number: 'asc' } })
  const { id: connectionId } = await db().connection.findFirstOrThrow({ where: { active: true } })
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const other = db().$transaction(async (tx) => {
    await tx.$executeRaw`select from uploads where id = ${id}::uuid for update`
    lock()
    await tx.$executeRaw`select pg_sleep(0.2)`
    return tx.$queryRaw<[{ at: Date }]>`select clock_timestamp() as at`
  })
  await locked
  const [[over]] = await Promise.all([other, claimBulk(first.id, connectionId)])
  const attempt = await db().attempt.findFirstOrThrow({ where: { bulkId: first.id } })
  const claimedAt = attempt.claimedAt?.getTime() ?? 0
  expect(claimedAt).toBeGreaterThanOrEqual(over.at.getTime())
  expect(attempt.sendDeadline?.getTime()).toBeGreaterThanOrEqual(claimedAt + 70_000)
})

it('a batch that a gateway refuses waits longer each time, and people see since when; another connection ends that', async () => {
  const id = await upload()
  const look = () => readUpload(id, analyst.actor)
  const before = await look()
  expect(before.failingSince).toBeNull()
  const bulkId = before.bulks[0]?.id ?? ''
  const due = () => db().bulk.updateMany({ where: { uploadId: id }, data: { nextPollAt: null } })
  for (let tries = 0; tries < 9; tries++) {
    provider.next(`${LIVE}/bulk`, (_hit, response) => send(response, 404, '<html>'))
    await due()
    expect(await sendBulk(bulkId)).toBe('not_sent')
  }
  const { failingSince, bulks, ...rest } = await look()
  expect(rest).toMatchObject({ status: 'processing', total: 15, credits: 0 })
  expect(bulks[0]?.attempt).toMatchObject({ state: 'not_sent', httpStatus: 404, number: 9 })
  const [first] = await db().attempt.findMany({ where: { bulkId }, orderBy: { number: 'asc' } })
  expect(failingSince).toBe(first?.createdAt.toISOString())
  expect(Date.parse(bulks[0]?.nextTryAt ?? '') - Date.now()).toBeGreaterThan(3 * 60_000)
  await insertConnection(provider.baseUrl, 10)
  await activateConnection(connectionId, analyst)
  await runWorker(id)
  expect(await look()).toMatchObject({ status: 'completed', failingSince: null })
})

it('a batch that is held, also after a refusal, shows since when the bank service doesn’t answer', async () => {
  const id = await upload()
  const look = () => readUpload(id, analyst.actor)
  const { id: connectionId } = await db().connection.findFirstOrThrow({ where: { active: true } })
  const openSince = new Date(Date.now() - 20_000)
  const open = { openSince, probeFrom: new Date(Date.now() + 60_000) }
  const key = { connectionId, kind: 'circuit' } as const
  const since = openSince.toISOString()
  const bulkId = (await look()).bulks[0]?.id ?? ''
  const hold = async () => {
    await db().breaker.upsert({
      where: { connectionId_kind: key },
      create: { ...key, ...open },
      update: open,
    })
    expect(await sendBulk(bulkId)).toBe('nothing')
  }
  const end = async () => {
    await db().breaker.deleteMany({ where: { connectionId } })
    await db().bulk.updateMany({ where: { uploadId: id }, data: { nextPollAt: null } })
  }
  await hold()
  expect(await look()).toMatchObject({ failingSince: since, unansweredSince: since })
  await end()
  provider.next(`${LIVE}/bulk`, (_hit, response) => send(response, 404, '<html>'))
  expect(await sendBulk(bulkId)).toBe('not_sent')
  const refused = await look()
  expect(refused).toMatchObject({ failingSince: expect.any(String), unansweredSince: null })
  await db().bulk.updateMany({ where: { uploadId: id }, data: { nextPollAt: null } })
  await hold()
  expect(await look()).toMatchObject({ failingSince: refused.failingSince, unansweredSince: since })
  await end()
  await runWorker(id)
  expect(await look()).toMatchObject({ status: 'completed', failingSince: null, unansweredSince: null })
})

it('a batch that waited for its place while another connection was made active goes out by that one', async () => {
  const id = await upload()
  const first = await db().bulk.findFirstOrThrow({ where: { uploadId: id }, orderBy: { number: 'asc' } })
  const { id: old } = await db().connection.findFirstOrThrow({ where: { active: true } })
  const other = await insertConnection(provider.baseUrl, 10)
  expect(await claimBulk(first.id, old)).toBeNull()
  expect(await sendBulk(first.id)).toBe('accepted')
  expect((await db().bulk.findUniqueOrThrow({ where: { id: first.id } })).connectionId).toBe(other)
})
