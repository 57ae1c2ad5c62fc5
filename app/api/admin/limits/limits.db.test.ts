import { expect, it } from 'vitest'
import { GET, PUT } from '@/app/api/admin/limits/route'
import { PUT as putUsage } from '@/app/api/admin/usage/settings/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { DEFAULT_LIMITS, type OfficeLimits } from '@/lib/limits/limits'
import { NO_USAGE_SETTINGS } from '@/lib/usage/settings'
import { callRoute } from '@/lib/verifications/testing/fixtures'

const withDay = (personDay: number): OfficeLimits => ({
  ...DEFAULT_LIMITS,
  credits: { ...DEFAULT_LIMITS.credits, personDay },
})

it('the limits of another admin are not overwritten by somebody who has not seen them', async () => {
  const [first, second] = [await insertPerson('admin'), await insertPerson('admin')]
  const put = (as: typeof first, before: OfficeLimits, after: OfficeLimits) =>
    callRoute(PUT, 'PUT', '/api/admin/limits', { as, body: { ...after, before } })
  expect((await put(first, DEFAULT_LIMITS, withDay(100))).status).toBe(200)
  const stale = await put(second, DEFAULT_LIMITS, withDay(5))
  expect([stale.status, stale.body.code]).toEqual([409, 'setting_changed'])
  expect((await callRoute(GET, 'GET', '/api/admin/limits', { as: second })).body).toEqual(withDay(100))
  const both = await Promise.all([
    put(first, withDay(100), withDay(1)),
    put(second, withDay(100), withDay(2)),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

it('nor the price and the warning threshold', async () => {
  const admin = await insertPerson('admin')
  const put = (warnBelow: number) =>
    callRoute(putUsage, 'PUT', '/x', {
      as: admin,
      body: { price: null, warnBelow, before: NO_USAGE_SETTINGS },
    })
  expect([(await put(10)).status, (await put(20)).status]).toEqual([200, 409])
})
