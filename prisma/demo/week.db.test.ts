import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { writeSetting } from '@/lib/platform/settings.server'
import { POLICY_SETTING } from '@/lib/reviews/policy'
import { connect } from '@/lib/uploads/testing/office'
import { seedPeople } from './people'
import { seedWeek } from './week'

beforeAll(async () => {
  await connect('http://127.0.0.1:1/api-v1')
  await writeSetting(POLICY_SETTING, 'one')
  const people = await seedPeople()
  await seedWeek(people)
  // a second start changes nothing
  await seedWeek(people)
})
afterAll(() => db().$disconnect())

describe('the week of the demo office', () => {
  it('holds single checks and an uploaded file whose counts are those of its checks', async () => {
    const sources = await db().verification.groupBy({
      by: ['source'],
      _count: true,
      orderBy: { source: 'asc' },
    })
    expect(sources.map(({ source }) => source).sort()).toEqual(['bulk', 'single'])
    const [upload, ...more] = await db().upload.findMany({ include: { verifications: true, original: true } })
    expect(more).toEqual([])
    const count = (result: string) => upload?.verifications.filter((one) => one.matchResult === result).length
    expect(upload).toMatchObject({
      state: 'completed',
      total: upload?.verifications.length,
      notSent: 1,
      countMatch: count('match'),
      countCloseMatch: count('close_match'),
      countNoMatch: count('no_match'),
      countAccountNotVerifiable: count('account_not_verifiable'),
    })
    expect(upload?.original?.bytes).toBeGreaterThan(500)
  })

  it('has its answers and credits in order, and leaves something to decide', async () => {
    expect(await db().verification.count({ where: { answeredAt: null } })).toBe(0)
    const spent = await db().creditEntry.aggregate({ where: { amount: { lt: 0 } }, _sum: { amount: true } })
    expect(spent._sum.amount).toBe(-(await db().verification.count()))
    expect(await db().review.count({ where: { state: 'todo' } })).toBeGreaterThan(0)
  })
})
