import { beforeEach, describe, expect, it } from 'vitest'
import { POST as cancel } from '@/app/api/verifications/[id]/cancel/route'
import { POST } from '@/app/api/verifications/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { budgetsSetting } from '@/lib/upstream/budget.server'
import { sendQueued } from '@/lib/verifications/check/send-queued.server'
import { callRoute, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE, SANDBOX, send } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const analyst = await insertPerson()
const provider = await startProvider()
await insertConnection(provider.baseUrl)
beforeEach(async () => {
  provider.reset()
  await db().setting.deleteMany()
  await resetRateLimits()
})

const check = (environment: 'live' | 'sandbox') =>
  callRoute(POST, 'POST', '/api/verifications', {
    ...{ as: analyst, body: { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment } },
  })
/** The provider asks to try again in a second, so the process that sent the check waits for it. */
const busyForASecond = (path: string) =>
  provider.next(path, (_hit, response) =>
    send(response, 429, { code: 'rate_limited', message: 'x' }, { 'retry-after': '1' }),
  )
const attempts = async () => {
  const found = await db().attempt.findMany({
    where: { verification: { requestedById: analyst.id } },
    orderBy: { createdAt: 'desc' },
    take: 2,
  })
  return found.map(({ state }) => state).reverse()
}

describe('the retry of a request that was not executed', () => {
  it('takes no place in the minute for a check of the sandbox', async () => {
    busyForASecond(SANDBOX)
    const { status, body } = await check('sandbox')
    expect([status, body.outcome, provider.count(SANDBOX)]).toEqual([200, 'match', 2])
    expect(await db().upstreamCall.count()).toBe(0)
  })

  it('is left to the worker when the minute has no place for it', async () => {
    busyForASecond(LIVE)
    await budgetsSetting.save({ single_post: 1 })
    const { status, body } = await check('live')
    expect([status, body.status, provider.count(LIVE)]).toEqual([202, 'pending', 1])
    expect(await attempts()).toEqual(['not_sent', 'ready'])
    const { id } = await db().attempt.findFirstOrThrow({ where: { state: 'ready' } })
    const jobs = await db().$queryRaw<unknown[]>`
      select 1 from pgboss.job where name = 'check.send' and data ->> 'attemptId' = ${id}`
    expect(jobs).toHaveLength(1)
    await resetRateLimits()
    await sendQueued(id)
    expect([await attempts(), provider.ledger.length]).toEqual([['not_sent', 'accepted'], 1])
  })

  it('is left to the worker after three, so that nobody waits for as long as the provider refuses', async () => {
    for (const _ of [1, 2, 3, 4, 5]) busyForASecond(LIVE)
    const { status, body } = await check('live')
    expect([status, body.status, provider.count(LIVE)]).toEqual([202, 'pending', 4])
    expect(await attempts()).toEqual(['not_sent', 'ready'])
    await db().attempt.updateMany({ where: { state: 'ready' }, data: { state: 'not_sent' } })
  })

  it('isn’t sent when the check was cancelled meanwhile, and its place is free again', async () => {
    busyForASecond(LIVE)
    const answer = check('live')
    await expect.poll(attempts).toEqual(['not_sent', 'ready'])
    const newest = { orderBy: { createdAt: 'desc' } } as const
    const { id } = await db().verification.findFirstOrThrow(newest)
    const cancelled = await callRoute(cancel, 'POST', '/x', { as: analyst, params: { id } })
    expect(cancelled.body.outcome).toBe('not_sent')
    expect((await answer).body).toMatchObject({ code: 'cancelled' })
    expect(provider.count(LIVE)).toBe(1)
    expect(await db().upstreamCall.count({ where: { endedAt: null } })).toBe(0)
  })
})
