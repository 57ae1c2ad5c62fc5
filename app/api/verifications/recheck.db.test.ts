import { beforeEach, describe, expect, it } from 'vitest'
import { POST as cancel } from '@/app/api/verifications/[id]/cancel/route'
import { POST as recheck } from '@/app/api/verifications/[id]/recheck/route'
import { POST as refresh } from '@/app/api/verifications/[id]/refresh/route'
import { GET as read } from '@/app/api/verifications/[id]/route'
import { POST } from '@/app/api/verifications/route'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { hashSecret, makeSecret } from '@/lib/keys/secret.server'
import { db } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { readAnswer } from '@/lib/verifications/answer'
import { recordAnswers } from '@/lib/verifications/answers.server'
import { callRoute, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE, send } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

let analyst: Person

const provider = await startProvider()
await insertConnection(provider.baseUrl)
beforeEach(async () => {
  analyst = await insertPerson()
  await resetRateLimits()
})

const check = (more: object = {}) =>
  callRoute(POST, 'POST', '/api/verifications', {
    as: analyst,
    body: { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment: 'live', ...more },
  })
const on = (handler: typeof recheck, method: string, id: unknown, as: Person) =>
  callRoute(handler, method, '/api/verifications/x', { as, params: { id: String(id) } })
const answerWith = (body: object) =>
  provider.answerChanges.push((answer) => ({ id: (answer as { id: string }).id, ...body }))
const PENDING = { status: 'pending' }
const CLOSE = { status: 'completed', match_result: 'close_match', matched_name: 'Maria Curie' }

/** A check that the provider accepted and did not answer in time. */
async function lost(): Promise<{ id: string; upstreamId: string }> {
  answerWith(PENDING)
  const { body } = await check()
  const { id, upstreamId } = await db().verification.update({
    where: { id: String(body.id) },
    data: { status: 'unknown' },
  })
  await db().attempt.updateMany({ where: { verificationId: id }, data: { state: 'unknown' } })
  return { id, upstreamId: upstreamId ?? '' }
}

it('a check that was sent can’t be cancelled, and keeps its answer', async () => {
  const { body } = await check()
  const late = await on(cancel, 'POST', body.id, analyst)
  expect([late.status, late.body.code]).toEqual([409, 'already_sent'])
  expect((await on(read, 'GET', body.id, analyst)).body.outcome).toBe('match')
})

describe('running a check again', () => {
  it('creates a linked record for a new credit, and supersedes the undecided review of the old one', async () => {
    answerWith(CLOSE)
    const { body: old } = await check({ reference: 'V-1' })
    const { status, body } = await on(recheck, 'POST', old.id, analyst)
    expect([status, body.outcome, body.previousId, body.reference]).toEqual([200, 'match', old.id, 'V-1'])
    const still = (await on(read, 'GET', old.id, analyst)).body
    expect([still.outcome, (still.review as { state: string }).state]).toEqual(['close_match', 'superseded'])
  })

  it('keeps the undecided review of the old one open when it failed, because there is no newer answer to decide about', async () => {
    answerWith(CLOSE)
    const { body: old } = await check()
    answerWith({ status: 'failed', status_reason: 'institution_timeout' })
    expect((await on(recheck, 'POST', old.id, analyst)).body.outcome).toBe('failed')
    expect((await on(read, 'GET', old.id, analyst)).body.review).toMatchObject({ state: 'todo' })
  })

  it('keeps the review of the old one closed when the old one is answered only after the new one', async () => {
    const old = await lost()
    answerWith(CLOSE)
    const { body: newer } = await on(recheck, 'POST', old.id, analyst)
    provider.next(`${LIVE}/`, (_, response) => send(response, 200, { id: old.upstreamId, ...CLOSE }))
    await db().webhook.create({
      data: {
        url: 'https://receiver.test',
        events: ['review.created'],
        secretCipher: Buffer.from('secret'),
        createdById: analyst.id,
      },
    })
    const { body } = await on(refresh, 'POST', old.id, analyst)
    expect([body.outcome, body.review]).toEqual([
      'close_match',
      expect.objectContaining({ state: 'superseded' }),
    ])
    expect(await db().webhookDelivery.count()).toBe(0)
    expect((await on(read, 'GET', newer.id, analyst)).body.review).toMatchObject({ state: 'todo' })
  })

  it('keeps one review open when both are answered at the same moment', async () => {
    const old = await lost()
    answerWith(PENDING)
    const { body: newer } = await on(recheck, 'POST', old.id, analyst)
    const answer = (id: unknown) => ({
      verificationId: String(id),
      answer: readAnswer({ id: old.upstreamId, ...CLOSE }),
    })
    let second: Promise<unknown> = Promise.resolve()
    await db().$transaction(async (tx) => {
      await recordAnswers(tx, [answer(old.id)])
      second = db().$transaction((other) => recordAnswers(other, [answer(newer.id)]))
      await Promise.race([second, expect.poll(countLockWaits).toBe(1)])
    })
    await second
    const reviews = await db().review.findMany({
      where: { verificationId: { in: [old.id, String(newer.id)] } },
    })
    expect(new Map(reviews.map((one) => [one.verificationId, one.state]))).toEqual(
      new Map([
        [old.id, 'superseded'],
        [newer.id, 'todo'],
      ]),
    )
  })

  it('closes the review of the first one even if the check in between had no result', async () => {
    answerWith(CLOSE)
    const { body: first } = await check()
    answerWith({ status: 'failed', status_reason: 'institution_timeout' })
    const { body: between } = await on(recheck, 'POST', first.id, analyst)
    expect((await on(recheck, 'POST', between.id, analyst)).body.outcome).toBe('match')
    expect((await on(read, 'GET', first.id, analyst)).body.review).toMatchObject({ state: 'superseded' })
  })

  it('is refused while the first one waits, and for people who may not see it', async () => {
    answerWith(PENDING)
    const { body } = await check()
    expect((await on(recheck, 'POST', body.id, analyst)).body.code).toBe('verification_waiting')
    expect((await on(recheck, 'POST', body.id, await insertPerson())).status).toBe(404)
    expect((await on(recheck, 'POST', body.id, await insertPerson('reviewer'))).status).toBe(403)
  })
})

describe('a program whose key may not read checks', () => {
  it('can’t read checks of other people by acting on them, even if its owner sees them', async () => {
    answerWith(CLOSE)
    const { body: theirs } = await check()
    const owner = await insertPerson('analyst', 'reviewer')
    const withKey = async (...scopes: string[]) => {
      const secret = makeSecret()
      const [lastFour, expiresAt] = [secret.slice(-4), new Date(Date.now() + 86_400_000)]
      const key = { ownerId: owner.id, name: 'Program', secretHash: hashSecret(secret) }
      await db().apiKey.create({ data: { ...key, lastFour, scopes, expiresAt } })
      return { headers: { authorization: `Bearer ${secret}` }, params: { id: String(theirs.id) } }
    }
    const write = await withKey('checks:write')
    const both = await withKey('checks:read', 'checks:write')
    const act = (handler: typeof recheck, key: typeof both) =>
      callRoute(handler, 'POST', '/api/verifications/x', key)
    expect((await act(refresh, both)).body.name).toBe('Marie Curie')
    const paid = provider.ledger.length
    for (const route of [refresh, recheck, cancel]) expect((await act(route, write)).status).toBe(404)
    expect(provider.ledger).toHaveLength(paid)
  })
})
