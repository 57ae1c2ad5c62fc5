import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { GET as listRoute } from '@/app/api/attempts/route'
import {
  analyst,
  confirm,
  connectionId,
  proposedAt,
  provider,
  resolve,
  reviewer,
  second,
  setUpLostBatches,
} from '@/app/api/attempts/testing/lost-batches'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { runWorker, storeCompared } from '@/lib/uploads/testing/office'
import { callRoute } from '@/lib/verifications/testing/fixtures'
import type { PostMode } from '@/service/testing/provider'

setUpLostBatches()
afterEach(async () => {
  // the batches that the next tests lose are alike only among themselves
  await db()
    .$executeRaw`update attempts set claimed_at = claimed_at - interval '1 hour', send_deadline = send_deadline - interval '1 hour'`
})

/** 25 rows in batches of 10, 10 and 5, run until nothing is left to do. */
async function upload(...posts: PostMode[]): Promise<string> {
  provider.bulkModes = posts
  const id = await storeCompared(requestOf(linesOf(keptRows(25))), analyst)
  await runWorker(id)
  return id
}
const look = (id: string) => readUpload(id, analyst.actor)
const sent = () => provider.ledger.map((line) => line.items.length)
const doubtIn = async (uploadId: string) =>
  (await db().attempt.findFirstOrThrow({ where: { state: 'unknown', bulk: { uploadId } } })).id
const GIVEN_UP = { as: 'written_off', reason: 'Nobody knows' }
const DECLARED = { as: 'not_billed', reason: 'Support says it never arrived', evidence: 'Ticket 4711' }
/** Moves the deadline of this attempt that many seconds into the past. */
const passed = (id: string, seconds: number) =>
  db()
    .$executeRaw`update attempts set send_deadline = now() - make_interval(secs => ${seconds}) where id = ${id}::uuid`
const actionsOf = async (id: string) =>
  (await db().auditEntry.findMany({ where: { objectId: id }, orderBy: { seq: 'asc' } })).map((e) => e.action)
const spendingOf = (attemptId: string) =>
  db().creditEntry.findUniqueOrThrow({ where: { attemptId }, select: { amount: true, note: true } })

describe('a batch whose response was lost', () => {
  it('is shown to reviewers with its possible cost, and to nobody else', async () => {
    const id = await upload('accept', 'accept_then_lose')
    const attemptId = await doubtIn(id)
    const { body } = await callRoute(listRoute, 'GET', '/api/attempts', { as: reviewer })
    const item = (body.items as { id: string }[]).find((one) => one.id === attemptId)
    expect(body).toMatchObject({
      nextCursor: null,
      total: { credits: 10, batches: 1, checks: 0, waiting: 0 },
    })
    expect(item).toMatchObject({
      state: 'unknown',
      items: 10,
      subject: { kind: 'batch', uploadId: id, batch: 2, batches: 3 },
      code: 'upstream_connection_lost',
      resolution: null,
    })
    expect(
      (await callRoute(listRoute, 'GET', '/api/attempts', { as: await insertPerson('analyst', 'admin') }))
        .status,
    ).toBe(403)
    expect((await resolve(attemptId, DECLARED, await insertPerson())).status).toBe(403)
    expect((await resolve(randomUUID(), DECLARED)).status).toBe(404)
  })

  it('is attached to the id found at the provider: its results are stored by index and the rest is sent', async () => {
    const id = await upload('accept', 'accept_then_lose')
    expect(await look(id)).toMatchObject({ status: 'paused', counts: { match: 10, unknown: 10, waiting: 5 } })
    const attemptId = await doubtIn(id)
    const upstreamId = provider.ledger[1]?.id ?? ''
    const { status, body } = await resolve(attemptId, {
      as: 'attached',
      upstreamId: upstreamId.toUpperCase(),
    })
    expect([status, body.state]).toEqual([200, 'attached'])
    expect(await look(id)).toMatchObject({
      status: 'processing',
      counts: { unknown: 0, waiting: 15 },
      credits: 20,
    })
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 25 }, credits: 25 })
    expect(sent()).toEqual([10, 10, 5])
    expect(await actionsOf(attemptId)).toEqual(['attempt.attached'])
    expect((await resolve(attemptId, { as: 'written_off', reason: 'x' })).body.code).toBe('attempt_settled')
  })

  it('is not attached to an invalid or unknown id, or to a bulk with other items, another time or another owner', async () => {
    const id = await upload('accept', 'accept_then_lose')
    const attemptId = await doubtIn(id)
    const attach = async (upstreamId: string) => {
      const { status, body } = await resolve(attemptId, { as: 'attached', upstreamId })
      return [status, body.code, body.differs]
    }
    expect(await attach('not an id')).toEqual([422, 'attach_invalid', undefined])
    expect(await attach(randomUUID())).toEqual([422, 'attach_invalid', undefined])
    expect(await attach(provider.ledger[0]?.id ?? '')).toEqual([409, 'already_attached', undefined])
    const items = provider.ledger[0]?.items ?? []
    const elsewhere = (seconds: number, some = items) =>
      provider.acceptFromAnotherProgram(some, Date.now() + seconds * 1_000)
    expect(await attach(await elsewhere(0, items.slice(1)))).toEqual([422, 'attach_mismatch', ['items']])
    for (const seconds of [-130, 195])
      expect(await attach(await elsewhere(seconds))).toEqual([422, 'attach_mismatch', ['time']])
    // an answer about another bulk says nothing about this one
    provider.changeCounters = (bulk) => ({ ...bulk, id: randomUUID() })
    expect(await attach(await elsewhere(0))).toEqual([502, 'upstream_unavailable', undefined])
    expect(await look(id)).toMatchObject({ status: 'paused', counts: { unknown: 10 } })
    expect(await db().resolution.count({ where: { attemptId } })).toBe(0)
  })

  it('is attached once, however many requests arrive at the same time', async () => {
    const id = await upload('accept_then_lose')
    const attemptId = await doubtIn(id)
    const upstreamId = provider.ledger[0]?.id ?? ''
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        resolve(attemptId, { as: 'attached', upstreamId }, n % 2 ? reviewer : second),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 25 } })
  })

  it('stays unknown when the provider cannot be asked about it', async () => {
    const id = await upload('accept_then_lose')
    const attemptId = await doubtIn(id)
    const upstreamId = provider.ledger[0]?.id ?? ''
    await db().connection.update({
      where: { id: connectionId },
      data: { baseUrl: 'http://127.0.0.1:9/api-v1' },
    })
    const { status, body } = await resolve(attemptId, { as: 'attached', upstreamId })
    expect([status, body.code]).toEqual([502, 'upstream_unavailable'])
  })

  it('can be declared not billed only when no process can send it any more', async () => {
    const attemptId = await doubtIn(await upload('accept_then_lose'))
    const early = await resolve(attemptId, DECLARED)
    expect([early.status, early.body.code]).toEqual([409, 'too_early'])
    expect(Date.parse(String(early.body.declarableAt))).toBeGreaterThan(Date.now() + 60_000)
    await passed(attemptId, 50)
    expect((await resolve(attemptId, DECLARED)).body.code).toBe('too_early')
    await passed(attemptId, 61)
    expect((await resolve(attemptId, DECLARED)).status).toBe(200)
  })

  it('declared not billed is sent again only after a second person confirmed: one new attempt, with unchanged counts', async () => {
    const id = await upload('accept', 'accept_then_lose')
    const attemptId = await doubtIn(id)
    await passed(attemptId, 61)
    expect((await resolve(attemptId, { ...DECLARED, evidence: ' ' })).status).toBe(422)
    const declared = await resolve(attemptId, DECLARED)
    expect(declared.body).toMatchObject({
      state: 'unknown',
      resolution: { kind: 'not_billed', waiting: true },
    })
    await runWorker(id)
    expect(sent()).toEqual([10, 10])
    expect((await resolve(attemptId, DECLARED, second)).body.code).toBe('already_proposed')
    const same = await confirm(attemptId, reviewer)
    expect([same.status, same.body.code]).toEqual([403, 'four_eyes'])
    const waits = await insertPerson('reviewer')
    await db().user.update({ where: { id: waits.id }, data: { decidesFrom: new Date(Date.now() + 60_000) } })
    for (const early of [await confirm(attemptId, waits), await resolve(attemptId, GIVEN_UP, waits)])
      expect([early.status, early.body.code]).toEqual([403, 'decides_later'])
    const late = { confirmedById: waits.id, confirmedAt: new Date() }
    const standing = { attemptId, withdrawnAt: null }
    await expect(db().resolution.updateMany({ where: standing, data: late })).rejects.toThrow('decide yet')
    const { status, body } = await confirm(attemptId)
    expect([status, body.state]).toEqual([200, 'not_billed'])
    expect(await look(id)).toMatchObject({ status: 'processing', counts: { unknown: 0, waiting: 15 } })
    expect(await spendingOf(attemptId)).toEqual({ amount: 0n, note: 'declared not billed' })
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'completed', counts: { match: 25 }, credits: 25 })
    const states = await db().attempt.findMany({
      where: { bulk: { uploadId: id, number: 2 } },
      orderBy: { number: 'asc' },
    })
    expect(states.map((attempt) => attempt.state)).toEqual(['not_billed', 'accepted'])
    expect(await actionsOf(attemptId)).toEqual([
      'attempt.not_billed_declared',
      'attempt.not_billed_confirmed',
    ])
    expect((await confirm(attemptId)).body.code).toBe('attempt_settled')
  })

  it('can’t be declared and confirmed by one person: the database refuses it even if the program didn’t', async () => {
    const attemptId = await doubtIn(await upload('accept_then_lose'))
    await passed(attemptId, 61)
    await resolve(attemptId, DECLARED)
    await expect(
      db().resolution.updateMany({
        where: { attemptId },
        data: { confirmedById: reviewer.id, confirmedAt: new Date() },
      }),
    ).rejects.toThrow(/resolutions_two_people/)
    const end = (state: 'not_billed' | 'written_off' | 'attached') =>
      db().attempt.update({ where: { id: attemptId }, data: { state } })
    await expect(end('not_billed')).rejects.toThrow(/without the decision/)
    await expect(end('written_off')).rejects.toThrow(/without the decision/)
    await expect(end('attached')).rejects.toThrow(/without the decision/)
    await expect(db().resolution.deleteMany({ where: { attemptId } })).rejects.toThrow(/not rewritten/)
    await db().resolution.updateMany({
      where: { attemptId },
      data: { confirmedById: second.id, confirmedAt: new Date() },
    })
    await passed(attemptId, 10)
    await expect(end('not_billed')).rejects.toThrow(/on its way/)
  })

  it('can be withdrawn after a declaration, and resolved otherwise', async () => {
    const id = await upload('accept_then_lose')
    const attemptId = await doubtIn(id)
    await passed(attemptId, 61)
    expect((await confirm(attemptId)).body.code).toBe('nothing_proposed')
    await resolve(attemptId, DECLARED)
    const seen = await proposedAt(attemptId)
    expect((await confirm(attemptId, reviewer, false)).body).toMatchObject({
      state: 'unknown',
      resolution: null,
    })
    await resolve(attemptId, DECLARED)
    // the page of the second person still shows the first declaration, with other evidence
    expect((await confirm(attemptId, second, true, seen)).body.code).toBe('nothing_proposed')
    const attached = await resolve(attemptId, { as: 'attached', upstreamId: provider.ledger[0]?.id }, second)
    expect([attached.status, attached.body.state]).toEqual([200, 'attached'])
    expect(await db().resolution.count({ where: { attemptId, withdrawnAt: { not: null } } })).toBe(2)
  })

  it('written off stays unknown; the rest is sent and the upload ends with its unknown rows', async () => {
    const id = await upload('accept', 'accept_then_lose')
    const attemptId = await doubtIn(id)
    const { status, body } = await resolve(attemptId, { as: 'written_off', reason: 'Nobody can find out' })
    expect([status, body.state]).toEqual([200, 'written_off'])
    await runWorker(id)
    expect(await look(id)).toMatchObject({
      status: 'completed',
      counts: { match: 15, unknown: 10, waiting: 0 },
      credits: 15,
    })
    expect(sent()).toEqual([10, 10, 5])
    expect(await spendingOf(attemptId)).toEqual({ amount: 0n, note: 'written off' })
    expect(await actionsOf(attemptId)).toEqual(['attempt.written_off'])
    await expect(
      db().attempt.update({ where: { id: attemptId }, data: { state: 'unknown' } }),
    ).rejects.toThrow(/resolved by a person/)
  })

  it('of a stopped upload is not sent again: its rows are marked as not sent', async () => {
    const { actOnUpload } = await import('@/lib/uploads/sending/control.server')
    const id = await upload('accept', 'accept_then_lose')
    const attemptId = await doubtIn(id)
    await actOnUpload(id, 'stop', analyst)
    await passed(attemptId, 61)
    await resolve(attemptId, DECLARED)
    await confirm(attemptId)
    await runWorker(id)
    expect(await look(id)).toMatchObject({
      status: 'stopped',
      total: 10,
      notSent: 15,
      counts: { match: 10, unknown: 0 },
    })
    expect((await look(id)).finishedAt).not.toBeNull()
    expect(sent()).toEqual([10, 10])
  })
})
