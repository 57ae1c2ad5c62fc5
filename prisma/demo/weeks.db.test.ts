import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { writeSetting } from '@/lib/platform/settings.server'
import { POLICY_SETTING } from '@/lib/reviews/settings'
import { connect } from '@/lib/uploads/testing/office'
import { seedPeople } from './people'
import { seedWeeks } from './weeks'

beforeAll(async () => {
  await connect('http://127.0.0.1:1/api-v1')
  await writeSetting(POLICY_SETTING, 'one')
  const people = await seedPeople()
  await seedWeeks(people)
  // a second start changes nothing
  await seedWeeks(people)
})
afterAll(() => db().$disconnect())

describe('the weeks of the demo office', () => {
  it('holds single checks and an uploaded file whose counts are those of its checks', async () => {
    const sources = await db().verification.groupBy({
      by: ['source'],
      _count: true,
      orderBy: { source: 'asc' },
    })
    expect(sources.map(({ source }) => source).sort()).toEqual(['bulk', 'single'])
    const uploads = await db().upload.findMany({
      include: { verifications: true, original: true },
      orderBy: { createdAt: 'asc' },
    })
    expect(uploads.map(({ state }) => state)).toEqual(['completed', 'completed', 'completed', 'paused'])
    for (const upload of uploads) {
      const count = (result: string | null) =>
        upload.verifications.filter(
          ({ matchResult, status }) => matchResult === result && status !== 'failed',
        ).length
      expect(upload).toMatchObject({
        total: upload.verifications.length,
        notSent: 1,
        countMatch: count('match'),
        countCloseMatch: count('close_match'),
        countNoMatch: count('no_match'),
        countAccountNotVerifiable: count('account_not_verifiable'),
        countWaiting: count(null),
      })
      expect(upload.original?.bytes).toBeGreaterThan(300)
    }
  })

  it('reach back four weeks, with work on every day', async () => {
    const days = await db().$queryRaw<{ day: string }[]>`
      select distinct to_char(created_at, 'YYYY-MM-DD') as day from verifications`
    expect(days.length).toBeGreaterThanOrEqual(28)
  })

  it('has its answers and credits in order, and leaves something to decide', async () => {
    const answered = { NOT: { answeredAt: null } }
    const waiting = await db().verification.findMany({
      where: { answeredAt: null },
      include: { upload: true },
    })
    expect(new Set(waiting.map(({ upload }) => upload?.state))).toEqual(new Set(['paused']))
    const spent = await db().creditEntry.aggregate({ where: { amount: { lt: 0 } }, _sum: { amount: true } })
    expect(Number(spent._sum.amount)).toBe(-(await db().verification.count({ where: answered })))
    for (const state of ['todo', 'approved', 'rejected'] as const)
      expect(await db().review.count({ where: { state } }), state).toBeGreaterThan(0)
  })
})
