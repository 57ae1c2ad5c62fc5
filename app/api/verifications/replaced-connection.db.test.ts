import { beforeEach, describe, expect, it } from 'vitest'
import { POST } from '@/app/api/verifications/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { activeConnection, makeActive } from '@/lib/connections/active.server'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db, type Tx, takeLocks } from '@/lib/platform/db.server'
import { actsWaiting } from '@/lib/platform/testing/locks'
import { rateBucketLock } from '@/lib/upstream/budget.server'
import { sendQueued } from '@/lib/verifications/check/send-queued.server'
import { callRoute, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE, SANDBOX, send, TOKEN } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const analyst = await insertPerson()
const replaced = await startProvider()
const active = await startProvider()
beforeEach(async () => {
  replaced.reset()
  active.reset()
  await insertConnection(replaced.baseUrl)
  await resetRateLimits()
})

const check = (environment: string) =>
  callRoute(POST, 'POST', '/api/verifications', {
    ...{ as: analyst, body: { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment } },
  })
const replace = () => insertConnection(active.baseUrl)
/** The one that the check was stored with may also have been deleted meanwhile. */
const remove = async () => {
  await replace()
  await db().connection.deleteMany({ where: { baseUrl: replaced.baseUrl } })
}
/** A worker sends the waiting check. @returns the connection and the state of its newest request */
async function sendWaiting(id: unknown) {
  const of = { where: { verificationId: String(id) }, orderBy: { number: 'desc' } } as const
  await sendQueued((await db().attempt.findFirstOrThrow(of)).id)
  const { state, connectionId } = await db().attempt.findFirstOrThrow(of)
  return {
    state,
    isActive: (await db().connection.count({ where: { id: connectionId ?? '', active: true } })) === 1,
  }
}

describe.each([
  ['live', LIVE],
  ['sandbox', SANDBOX],
])('a check (%s) whose connection is no longer in use', (environment, path) => {
  it.each([
    ['replaced', replace],
    ['deleted', remove],
  ])('goes out by the one in use when it was %s before the check was claimed', async (_, change) => {
    replaced.next(TOKEN, async (_hit, response) => {
      await change()
      send(response, 200, { access_token: 'any', token_type: 'Bearer', expires_in: 3_600 })
    })
    const { status, body } = await check(environment)
    expect([status, body.status]).toEqual([202, 'pending'])
    expect(await sendWaiting(body.id)).toEqual({ state: 'accepted', isActive: true })
    expect([replaced.count(path), active.count(path)]).toEqual([0, 1])
  })

  it('goes out by the one in use when it was replaced before a retry', async () => {
    replaced.next(path, async (_hit, response) => {
      await replace()
      send(response, 429, { code: 'rate_limited', message: 'x' }, { 'retry-after': '1' })
    })
    const { status, body } = await check(environment)
    expect([status, body.status]).toEqual([202, 'pending'])
    expect(await sendWaiting(body.id)).toEqual({ state: 'accepted', isActive: true })
    expect([replaced.count(path), active.count(path)]).toEqual([1, 1])
  })
})

describe('a check that is claimed while another connection is made active', () => {
  /** The connection in use now, and another one that is not. */
  const connections = async () => {
    const next = await insertConnection(active.baseUrl)
    const used = await insertConnection(replaced.baseUrl)
    return { used, next }
  }
  const makeUsed = (id: string) => () => db().$transaction((tx) => makeActive(tx, id))

  it('is claimed before the other one is active', async () => {
    const { used, next } = await connections()
    const holdSlots = (tx: Tx) => takeLocks(tx, [rateBucketLock(used, 'single_post')])
    expect(await actsWaiting(holdSlots, [() => check('live'), makeUsed(next)])).toEqual(['done', 'done'])
    expect([replaced.count(LIVE), active.count(LIVE)]).toEqual([1, 0])
    expect((await activeConnection())?.id).toBe(next)
  })

  it.each(['live', 'sandbox'])('waits for the other one and goes out by it (%s)', async (environment) => {
    const { next } = await connections()
    await check(environment)
    expect(await actsWaiting((tx) => makeActive(tx, next), [() => check(environment)])).toEqual(['done'])
    const { id } = await db().verification.findFirstOrThrow({ where: { status: 'pending' } })
    expect(await sendWaiting(id)).toEqual({ state: 'accepted', isActive: true })
    expect(active.count(environment === 'live' ? LIVE : SANDBOX)).toBe(1)
  })

  it('doesn’t wait for another check of its connection', async () => {
    const { used } = await connections()
    await check('live')
    await db().$transaction(async (tx) => {
      await tx.$executeRaw`select from connections where id = ${used}::uuid for share`
      expect(await check('live')).toMatchObject({ body: { status: 'completed' } })
    })
  })
})
