import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { proposedAt } from '@/app/api/attempts/testing/lost-batches'
import { confirmBatch, resolveBatch } from '@/lib/attempts/batch.server'
import { confirmCheck, resolveCheck } from '@/lib/attempts/check.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'
import { readUpload } from '@/lib/uploads/queries.server'
import { claimBulk } from '@/lib/uploads/sending/claim.server'
import { settleBulk } from '@/lib/uploads/sending/settle.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { acceptLate, runWorker, storeCompared } from '@/lib/uploads/testing/office'
import { readLedger } from '@/lib/usage/reconcile.server'
import type { ProviderReply } from '@/lib/verifications/check/check'
import { recordReply } from '@/lib/verifications/check/record.server'
import { reap } from '@/lib/verifications/check/sweep.server'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'
import { startProvider } from '@/service/testing/start-provider'

const SYSTEM = { kind: 'system' } as const

const analyst = await insertPerson()
const reviewer = await insertPerson('reviewer')
const provider = await startProvider()
const connectionId = await insertConnection(provider.baseUrl, 10)

/** A check whose process was paused while it waited for the response, so that it counts as lost. */
async function paused() {
  const check = {
    ...PLAIN_CHECK,
    id: randomUUID(),
    sandboxResult: null,
    requestedById: analyst.actor.id,
    connectionId,
  }
  await db().verification.create({ data: { ...check, status: 'pending' } })
  const sendDeadline = new Date(Date.now() - 61_000)
  const attempt = await db().attempt.create({
    data: {
      verificationId: check.id,
      connectionId,
      state: 'sending',
      claimedAt: sendDeadline,
      sendDeadline,
    },
  })
  await reap()
  return { check: { ...check, payloadSha256: null }, attempt }
}
type Paused = Awaited<ReturnType<typeof paused>>
const wakes = ({ check, attempt }: Paused, reply: ProviderReply) => recordReply(check, attempt, reply, SYSTEM)
const answer = (more: object = { match_result: 'match' }): ProviderReply => ({
  kind: 'accepted',
  body: { id: randomUUID(), status: 'completed', ...more } as never,
  httpStatus: 200,
  latencyMs: 90_000,
})
const idOf = (reply: ProviderReply) => (reply.kind === 'accepted' ? reply.body.id : '')
const stateOf = async ({ check: { id } }: Paused) => {
  const { status, attempts, review } = await db().verification.findUniqueOrThrow({
    where: { id },
    include: { attempts: { orderBy: { number: 'asc' } }, review: true },
  })
  return [status, ...attempts.map(({ state }) => state), ...(review ? [review.state] : [])]
}
const bookedFor = async (attemptId: string) =>
  (await db().creditEntry.findUniqueOrThrow({ where: { attemptId } })).amount
const entriesOf = (objectId: string, action: string) =>
  db().auditEntry.findMany({ where: { objectId, action }, select: { details: true } })

describe('the answer to a check that was written off because its process seemed dead', () => {
  it('is stored when the process wakes up: booked once, reviewed, and recorded', async () => {
    const lost = await paused()
    await resolveCheck(lost.attempt.id, { as: 'written_off', reason: 'Nobody can find out' }, reviewer)
    const late = answer({ match_result: 'close_match', matched_name: 'Maria Curie' })
    await Promise.all([wakes(lost, late), wakes(lost, late)])
    expect(await stateOf(lost)).toEqual(['completed', 'accepted', 'todo'])
    expect(await bookedFor(lost.attempt.id)).toBe(-1n)
    const checked = await entriesOf(lost.check.id, 'verification.checked')
    expect(checked.map(({ details }) => (details as { outcome: string }).outcome)).toEqual([
      'unknown',
      'close_match',
    ])
    expect((await readLedger({})).total).toMatchObject({ addsUp: true, writtenOff: 0 })
  })

  it('stays written off, and nothing is sent again, when the process wakes up without an answer', async () => {
    const lost = await paused()
    await resolveCheck(lost.attempt.id, { as: 'written_off', reason: 'Nobody can find out' }, reviewer)
    await wakes(lost, { kind: 'not_sent', code: 'upstream_rate_limited', retryInMs: 1_000 })
    await wakes(lost, { kind: 'unknown', code: 'upstream_timeout' })
    expect(await stateOf(lost)).toEqual(['unknown', 'written_off'])
  })

  it('is accepted by the database with the ID of the provider only', async () => {
    const { attempt } = await paused()
    await resolveCheck(attempt.id, { as: 'written_off', reason: 'Nobody can find out' }, reviewer)
    const accept = `update attempts set state = 'accepted' where id = '${attempt.id}'`
    await expect(queryAsOwner(accept)).rejects.toThrow(/resolved by a person/)
  })
})

describe('the answer to a request about which people decided otherwise', () => {
  it('doesn’t change the decision of two people, and the audit log records its ID', async () => {
    const lost = await paused()
    const declared = { as: 'not_billed', reason: 'It never arrived', evidence: 'Ticket 4711' } as const
    await resolveCheck(lost.attempt.id, declared, reviewer)
    const seen = { agree: true, proposedAt: await proposedAt(lost.attempt.id) }
    await confirmCheck(lost.attempt.id, seen, await insertPerson('reviewer'))
    const late = answer()
    await wakes(lost, late)
    expect(await stateOf(lost)).toEqual(['pending', 'not_billed', 'ready'])
    expect(await entriesOf(lost.attempt.id, 'attempt.answered_late')).toEqual([
      { details: { verificationId: lost.check.id, upstreamId: idOf(late), state: 'not_billed' } },
    ])
  })

  it('doesn’t change an attached ID, and the audit log records its own', async () => {
    const { bulkId, attemptId, upstreamId } = await lostBatch()
    const attached = { as: 'attached', upstreamId } as const
    await resolveBatch(attemptId, attached, reviewer)
    expect(await wakesUp({ bulkId, attemptId, upstreamId })).toBe(false)
    expect(await entriesOf(attemptId, 'attempt.answered_late')).toEqual([])
    const own = randomUUID()
    expect(await wakesUp({ bulkId, attemptId, upstreamId: own })).toBe(false)
    expect(await entriesOf(attemptId, 'attempt.answered_late')).toEqual([
      { details: { bulkId, upstreamId: own, state: 'attached' } },
    ])
  })
})

/** A batch that was accepted by the provider, but the response was lost. */
async function lostBatch() {
  provider.bulkModes = ['accept', 'accept_then_lose']
  const accepted = provider.ledger.length
  const uploadId = await storeCompared(requestOf(linesOf(keptRows(25))), analyst)
  await runWorker(uploadId)
  const { id, bulkId } = await db().attempt.findFirstOrThrow({
    where: { state: 'unknown', bulk: { uploadId } },
  })
  const upstreamId = provider.ledger[accepted + 1]?.id ?? ''
  return { uploadId, attemptId: id, bulkId: bulkId ?? '', upstreamId }
}

const wakesUp = (batch: { attemptId: string; bulkId: string; upstreamId: string }) =>
  acceptLate(batch, batch.upstreamId)

describe('the response to a batch that was written off because its process seemed dead', () => {
  it('is accepted when the process wakes up: its upload ends again with the results, booked once', async () => {
    const batch = await lostBatch()
    await resolveBatch(batch.attemptId, { as: 'written_off', reason: 'Nobody can find out' }, reviewer)
    await runWorker(batch.uploadId)
    const look = () => readUpload(batch.uploadId, analyst.actor)
    expect(await look()).toMatchObject({ status: 'completed', credits: 15, counts: { unknown: 10 } })
    expect(await Promise.all([wakesUp(batch), wakesUp(batch)])).toContain(false)
    expect(await look()).toMatchObject({ status: 'processing', finishedAt: null, counts: { waiting: 10 } })
    await runWorker(batch.uploadId)
    expect(await look()).toMatchObject({ status: 'completed', credits: 25, counts: { match: 25 } })
    expect((await readLedger({})).total).toMatchObject({ addsUp: true })
  })
})

it('a batch that is sent again stays as it is when the process that lost the first response wakes up', async () => {
  const { attemptId, bulkId } = await lostBatch()
  await db()
    .$executeRaw`update attempts set send_deadline = now() - interval '61 seconds' where id = ${attemptId}::uuid`
  const declared = { as: 'not_billed', reason: 'It never arrived', evidence: 'Ticket 4711' } as const
  await resolveBatch(attemptId, declared, reviewer)
  await confirmBatch(
    attemptId,
    { agree: true, proposedAt: await proposedAt(attemptId) },
    await insertPerson('reviewer'),
  )
  const again = await claimBulk(bulkId, connectionId)
  const lost = { kind: 'unknown', code: 'upstream_connection_lost' } as const
  expect(await settleBulk({ attemptId, bulkId }, lost)).toBe(false)
  const { state, attempts } = await db().bulk.findUniqueOrThrow({
    where: { id: bulkId },
    include: { attempts: { orderBy: { number: 'asc' } } },
  })
  expect([state, ...attempts.map((one) => [one.id, one.state])]).toEqual([
    'sending',
    [attemptId, 'not_billed'],
    [again?.attemptId, 'sending'],
  ])
})
