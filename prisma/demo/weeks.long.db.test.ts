import { describe, expect, it, vi } from 'vitest'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { policySetting } from '@/lib/reviews/load.server'
import { seedPeople } from './people'
import { seedWeeks } from './weeks'

const uploads = () => db().upload.findMany({ orderBy: { createdAt: 'asc' } })
const rowsWith = (uploadId: string, where: object) =>
  db().verification.count({ where: { uploadId, ...where } })

await insertConnection()
await policySetting.save('one')
const people = await seedPeople()
// on a machine that takes minutes
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const hurry = setInterval(() => vi.advanceTimersByTime(2_000), 10)
await seedWeeks(people)
clearInterval(hurry)
vi.useRealTimers()
// a second start changes nothing
await seedPeople()
await seedWeeks(people)

describe('the weeks of the demo office', () => {
  it('have files with different names, contents and lengths from 12 to 3,000 rows', async () => {
    const all = await uploads()
    const sizes = all.map(({ total }) => total)
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([12, 3_000])
    for (const values of [
      sizes.map(String),
      all.map(({ fileName }) => fileName),
      all.map(({ fileHash }) => fileHash),
    ])
      expect(new Set(values).size).toBe(all.length)
    const countries = await db().verification.groupBy({ by: ['country'] })
    expect(countries.length).toBeGreaterThanOrEqual(9)
    expect(await db().verification.count({ where: { source: 'single' } })).toBeGreaterThan(200)
  })

  it('count the results of each file', async () => {
    for (const upload of await uploads()) {
      const result = (matchResult: string) => rowsWith(upload.id, { matchResult })
      expect(upload, upload.fileName).toMatchObject({
        total: await rowsWith(upload.id, {}),
        notSent: 1,
        countMatch: await result('match'),
        countCloseMatch: await result('close_match'),
        countNoMatch: await result('no_match'),
        countAccountNotVerifiable: await result('account_not_verifiable'),
        countFailed: await rowsWith(upload.id, { status: 'failed' }),
        countUnknown: await rowsWith(upload.id, { status: 'unknown' }),
        countWaiting: await rowsWith(upload.id, { status: 'pending' }),
      })
    }
  })

  it('include an approved upload, one that awaits approval, a lost response and an unavailable bank', async () => {
    const all = await uploads()
    const stopped = all.filter(({ state }) => state !== 'completed')
    expect(stopped.map(({ state, pauseReason }) => [state, pauseReason])).toEqual([
      ['paused', 'unknown'],
      ['paused', 'approval'],
    ])
    const lost = await db().bulk.findMany({ where: { state: 'unknown' }, include: { upload: true } })
    expect(lost).toMatchObject([{ number: 2, upload: { id: stopped[0]?.id, countUnknown: lost[0]?.size } }])
    const approvals = await db().uploadApproval.findMany({ orderBy: { askedAt: 'asc' } })
    expect(approvals.map(({ decidedById }) => decidedById)).toEqual([people.second, null])

    const down = await db().verification.groupBy({
      by: ['uploadId', 'bankCode'],
      where: { statusReason: 'institution_timeout', source: 'bulk' },
      _count: true,
      orderBy: { _count: { id: 'desc' } },
    })
    const [largest] = down
    expect(largest?._count).toBeGreaterThan(20)
    const { uploadId, bankCode } = largest ?? {}
    expect(await rowsWith(uploadId ?? '', { bankCode, status: { not: 'failed' } })).toBe(0)
  })

  it('cover eight weeks, with work on every day and none in the future', async () => {
    const days = await db().$queryRaw<{ day: string }[]>`
      select distinct to_char(created_at, 'YYYY-MM-DD') as day from verifications`
    expect(days.length).toBeGreaterThanOrEqual(56)
    const later = { gt: new Date() }
    expect(await db().verification.count({ where: { createdAt: later } })).toBe(0)
    expect(await db().review.count({ where: { OR: [{ createdAt: later }, { decidedAt: later }] } })).toBe(0)
  })

  it('are decided by two reviewers, with one escalated item', async () => {
    const deciders = await db().decision.groupBy({ by: ['decidedById'], _count: true })
    expect(new Set(deciders.map(({ decidedById }) => decidedById))).toEqual(
      new Set([people.reviewer, people.second]),
    )
    for (const { _count } of deciders) expect(_count).toBeGreaterThan(100)
    expect(await db().review.count({ where: { state: 'escalated' } })).toBe(1)
    for (const state of ['todo', 'approved', 'rejected'] as const)
      expect(await db().review.count({ where: { state } }), state).toBeGreaterThan(10)
  })

  it('have a ledger that adds up', async () => {
    const spent = await db().creditEntry.aggregate({ where: { amount: { lt: 0 } }, _sum: { amount: true } })
    expect(Number(spent._sum.amount)).toBe(
      -(await db().verification.count({ where: { NOT: { answeredAt: null } } })),
    )
    const left = await db().creditEntry.aggregate({ _sum: { amount: true } })
    expect(Number(left._sum.amount)).toBeGreaterThan(5_000)
  })
})
