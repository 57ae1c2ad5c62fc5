import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { POST } from '@/app/api/verifications/route'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { budgetsSetting } from '@/lib/upstream/budget.server'
import { claimNextCheck, positionOf } from '@/lib/verifications/check/send-queue.server'
import { giveUpWaiting, sendQueued } from '@/lib/verifications/check/send-queued.server'
import { callRoute, PLAIN_CHECK, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE, send } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const CHECK = { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment: 'live' }

const provider = await startProvider()
await insertConnection(provider.baseUrl)
beforeEach(async () => {
  provider.reset()
  await db().setting.deleteMany()
  await db().$executeRaw`update attempts set state = 'not_sent' where state = 'ready'`
  await resetRateLimits()
})

const check = (as: Person) => callRoute(POST, 'POST', '/api/verifications', { as, body: CHECK })
const checks = (as: Person, count: number) => Promise.all(Array.from({ length: count }, () => check(as)))
const connectionId = async () => (await db().connection.findFirstOrThrow({ where: { active: true } })).id
const waitingOf = (person: Person) =>
  db().attempt.count({ where: { state: 'ready', verification: { requestedById: person.id } } })
/** Simulates a minute without requests. */
const aMinuteLater = () =>
  db().$executeRaw`
    update upstream_calls set at = at - interval '61 seconds', ended_at = coalesce(ended_at, at) - interval '61 seconds'`

describe('the rate limit per minute', () => {
  it('does not delay a person who works alone', async () => {
    const alone = await insertPerson()
    const answers = await checks(alone, 30)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(30)
  })

  it('with 20 slots per person leaves the rest to others when somebody has 40 checks', async () => {
    await budgetsSetting.save({ person: 20 })
    const [greedy, modest] = [await insertPerson(), await insertPerson()]
    const answers = await checks(greedy, 40)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20)
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(20)
    expect((await check(modest)).status).toBe(200)
    expect(await waitingOf(greedy)).toBe(20)
  })

  it('sends a check at once when those who wait have had their share, in a check that took long', async () => {
    await budgetsSetting.save({ person: 1 })
    const [slow, other] = [await insertPerson(), await insertPerson()]
    await checks(slow, 1)
    await db().$executeRaw`update upstream_calls set at = at - interval '61 seconds'`
    expect((await check(slow)).status).toBe(202)
    expect((await check(other)).status).toBe(200)
  })

  it('serves waiting people in round robin, the least recently served first', async () => {
    await budgetsSetting.save({ single_post: 1 })
    const [a, b, c] = [await insertPerson(), await insertPerson(), await insertPerson()]
    await check(a)
    for (const person of [a, a, a, a, b, b, c]) await check(person)
    const order: Person[] = []
    for (let n = 0; n < 7; n++) {
      await aMinuteLater()
      const before = await Promise.all([a, b, c].map(waitingOf))
      await sendQueued('00000000-0000-4000-8000-000000000000')
      const after = await Promise.all([a, b, c].map(waitingOf))
      order.push([a, b, c][before.findIndex((count, i) => count !== after[i])] as Person)
    }
    expect(order).toEqual([b, c, a, b, a, a, a])
  })

  it('counts positions in the queue by round, not by arrival', async () => {
    await budgetsSetting.save({ single_post: 1 })
    const [a, b] = [await insertPerson(), await insertPerson()]
    await check(a)
    const mine = []
    for (let n = 0; n < 5; n++) mine.push(await check(a))
    expect(mine.map(({ body }) => body.position)).toEqual([1, 2, 3, 4, 5])
    const other = await check(b)
    expect([other.status, other.body.position]).toEqual([202, 2])
    expect(await positionOf(String(mine[1]?.body.id))).toBe(3)
  })

  it('keeps a place in the queue for a person who has none when somebody else has filled it', async () => {
    await budgetsSetting.save({ single_post: 1 })
    const [greedy, modest] = [await insertPerson(), await insertPerson()]
    await check(greedy)
    const ids = Array.from({ length: 1_000 }, () => randomUUID())
    const on = await connectionId()
    const waits = {
      ...PLAIN_CHECK,
      environment: 'live',
      status: 'pending',
      requestedById: greedy.id,
    } as const
    await db().verification.createMany({ data: ids.map((id) => ({ ...waits, id, connectionId: on })) })
    await db().attempt.createMany({
      data: ids.map((verificationId) => ({ verificationId, connectionId: on, state: 'ready' })),
    })
    expect(await check(greedy)).toMatchObject({ status: 429, body: { code: 'local_rate_limited' } })
    expect(await check(modest)).toMatchObject({ status: 202, body: { position: 2 } })
    expect((await check(modest)).status).toBe(429)
  })

  it('gives twenty concurrent claims different checks, and never too many slots', async () => {
    await budgetsSetting.save({ single_post: 1 })
    const people = await Promise.all(Array.from({ length: 6 }, () => insertPerson()))
    await check(people[0] as Person)
    for (const person of people) await checks(person, 3)
    await budgetsSetting.save({ single_post: 9 })
    await aMinuteLater()
    const id = await connectionId()
    const turns = await Promise.all(Array.from({ length: 20 }, () => claimNextCheck(id)))
    const went = turns.filter((turn) => turn.kind === 'go')
    expect(went).toHaveLength(9)
    expect(new Set(went.map((turn) => turn.claim.id)).size).toBe(9)
  })
})

describe('waiting checks', () => {
  it('keep waiting while the provider is down, and are sent when it is back', async () => {
    await budgetsSetting.save({ single_post: 1 })
    const analyst = await insertPerson()
    await check(analyst)
    await check(analyst)
    await aMinuteLater()
    await db().$executeRaw`
      insert into breakers (connection_id, kind, open_since, probe_from)
      values (${await connectionId()}::uuid, 'circuit', now(), now() + interval '2 seconds')`
    const started = performance.now()
    await sendQueued('00000000-0000-4000-8000-000000000000')
    expect(performance.now() - started).toBeGreaterThan(1_500)
    expect([provider.ledger.length, await waitingOf(analyst)]).toEqual([2, 0])
  })

  it('are not sent any more after a day without a slot', async () => {
    await budgetsSetting.save({ single_post: 1 })
    const analyst = await insertPerson()
    await check(analyst)
    const stale = String((await check(analyst)).body.id)
    const fresh = String((await check(analyst)).body.id)
    await db().$executeRaw`
      update attempts set created_at = now() - interval '25 hours' where verification_id = ${stale}::uuid`
    await giveUpWaiting()
    const stored = await db().verification.findMany({ where: { id: { in: [stale, fresh] } } })
    expect(
      Object.fromEntries(stored.map(({ id, status, problemCode }) => [id, [status, problemCode]])),
    ).toEqual({
      [stale]: ['not_sent', 'upstream_unavailable'],
      [fresh]: ['pending', null],
    })
    expect(provider.ledger).toHaveLength(1)
  })

  it('are stored with the reason when the provider requires payment, without another request', async () => {
    const [first, other] = [await insertPerson(), await insertPerson()]
    await budgetsSetting.save({ single_post: 1 })
    await check(first)
    const { body } = await check(other)
    await aMinuteLater()
    await db().$executeRaw`delete from upstream_calls`
    await budgetsSetting.save({ single_post: 54 })
    provider.next(LIVE, (_hit, response) => send(response, 403, { code: 'no_credits', message: 'x' }))
    await db().$executeRaw`update attempts set due_at = now() + interval '1 minute' where state = 'ready'`
    expect((await check(first)).body.code).toBe('credits_exhausted')
    const hits = provider.count(LIVE)
    const refused = await check(first)
    expect([refused.status, refused.body.code]).toEqual([402, 'credits_exhausted'])
    await db().$executeRaw`update attempts set due_at = null where state = 'ready'`
    await sendQueued('00000000-0000-4000-8000-000000000000')
    const record = await db().verification.findUniqueOrThrow({ where: { id: String(body.id) } })
    expect([record.status, record.problemCode]).toEqual(['not_sent', 'credits_exhausted'])
    expect(provider.count(LIVE)).toBe(hits)
  })
})
