import { beforeEach, describe, expect, it } from 'vitest'
import { POST } from '@/app/api/verifications/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
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
