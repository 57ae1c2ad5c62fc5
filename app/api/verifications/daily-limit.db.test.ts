import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { POST } from '@/app/api/verifications/route'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { DEFAULT_LIMITS } from '@/lib/limits/limits'
import { limitsSetting } from '@/lib/limits/limits.server'
import { db } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { ibanOf } from '@/lib/uploads/testing/body'
import { spentToday } from '@/lib/usage/daily-spending.server'
import { callRoute, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE, send } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

let analyst: Person
let accounts = 0

const provider = await startProvider()
await insertConnection(provider.baseUrl)
await limitsSetting.save({ ...DEFAULT_LIMITS, credits: { personDay: 3, upload: null } })
beforeEach(async () => {
  provider.reset()
  await resetRateLimits()
  analyst = await insertPerson()
})

const check = (more: object = {}, as = analyst) => {
  const body = { iban: ibanOf(++accounts), name: 'Ada Lovelace', environment: 'live', ...more }
  return callRoute(POST, 'POST', '/api/verifications', { as, body })
}
const codes = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => check()))).map(
    ({ status, body }) => body.code ?? status,
  )

describe('one person’s daily limit', () => {
  it('is not exceeded by ten concurrent checks: the others are stored, unsent, with the limit, the day and the reason', async () => {
    const answers = await codes(10)
    expect(answers.filter((code) => code === 'spend_limit_reached')).toHaveLength(7)
    expect(
      await db().verification.count({ where: { requestedById: analyst.id, status: { not: 'not_sent' } } }),
    ).toBe(3)
    const refused = await check()
    const today = new Intl.DateTimeFormat('sv', { timeZone: env().TIME_ZONE }).format(new Date())
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'spend_limit_reached', limit: 3, spent: 3, day: today })
    expect(provider.count(LIVE)).toBeLessThanOrEqual(3)
  })

  it('belongs to the person: another person continues, and the sandbox is free', async () => {
    await codes(3)
    expect((await check()).status).toBe(409)
    expect((await check({ environment: 'sandbox', sandboxResult: 'match' })).status).toBe(200)
    expect((await check({}, await insertPerson())).status).toBe(200)
  })

  it('counts a single check that the provider calls rejected: only rows of files can be rejected without a charge', async () => {
    provider.next(LIVE, (_hit, response) => send(response, 200, { id: randomUUID(), status: 'rejected' }))
    expect((await check()).body).toMatchObject({ outcome: 'failed', unrecognised: 'rejected' })
    expect((await spentToday(analyst.id)).spent).toBe(1)
  })

  it('counts lost and waiting checks, not unsent or unbilled ones, nor bank reports, and starts again each day', async () => {
    await codes(3)
    const spent = async () => (await spentToday(analyst.id)).spent
    const [a, b] = await db().verification.findMany({ where: { requestedById: analyst.id } })
    expect(await spent()).toBe(3)
    const said = {
      environment: 'live',
      source: 'bank_report',
      iban: ibanOf(++accounts),
      country: 'DE',
    } as const
    const answer = { name: 'Ada', nameSearch: 'ada', requestedById: analyst.id, status: 'pending' } as const
    await db().verification.create({ data: { ...said, ...answer } })
    expect(await spent()).toBe(3)
    await db()
      .$executeRaw`update verifications set created_at = now() - interval '25 hours' where id = ${a?.id}::uuid`
    expect(await spent()).toBe(2)
    await db()
      .$executeRaw`update verifications set created_at = now() - interval '25 hours' where id = ${b?.id}::uuid`
    expect((await check()).status).toBe(200)
  })
})
