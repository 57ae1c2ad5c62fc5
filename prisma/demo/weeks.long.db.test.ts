import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { policySetting } from '@/lib/reviews/load.server'
import { connect } from '@/lib/uploads/testing/office'
import { type DemoPeople, seedPeople } from './people'
import { seedWeeks } from './weeks'

let people: DemoPeople
const uploads = () => db().upload.findMany({ orderBy: { createdAt: 'asc' } })
const rowsWith = (uploadId: string, where: object) =>
  db().verification.count({ where: { uploadId, ...where } })

beforeAll(async () => {
  await connect('http://127.0.0.1:1/api-v1')
  await policySetting.save('one')
  people = await seedPeople()
  await seedWeeks(people)
  // a second start changes nothing
  await seedPeople()
  await seedWeeks(people)
})

describe('the weeks of the demo office', () => {
  it('have files that differ: in name, in length from 12 to 3,000 rows, in what is in them', async () => {
    const made = await uploads()
    const sizes = made.map(({ total }) => total)
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([12, 3_000])
    for (const values of [
      sizes.map(String),
      made.map(({ fileName }) => fileName),
      made.map(({ fileHash }) => fileHash),
    ])
      expect(new Set(values).size).toBe(made.length)
    const countries = await db().verification.groupBy({ by: ['country'] })
    expect(countries.length).toBeGreaterThanOrEqual(9)
    expect(await db().verification.count({ where: { source: 'single' } })).toBeGreaterThan(200)
  })

  it('count in each file what its checks came to', async () => {
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

  it('show what can happen: an approval given and one awaited, a lost answer, a bank that was down', async () => {
    const made = await uploads()
    const stopped = made.filter(({ state }) => state !== 'completed')
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
    const [most] = down
    expect(most?._count).toBeGreaterThan(20)
    const { uploadId, bankCode } = most ?? {}
    expect(await rowsWith(uploadId ?? '', { bankCode, status: { not: 'failed' } })).toBe(0)
  })

  it('reach back eight weeks, with work on every day and none in the future', async () => {
    const days = await db().$queryRaw<{ day: string }[]>`
      select distinct to_char(created_at, 'YYYY-MM-DD') as day from verifications`
    expect(days.length).toBeGreaterThanOrEqual(56)
    const later = { gt: new Date() }
    expect(await db().verification.count({ where: { createdAt: later } })).toBe(0)
    expect(await db().review.count({ where: { OR: [{ createdAt: later }, { decidedAt: later }] } })).toBe(0)
  })

  it('are decided by two reviewers, one item by neither of them yet', async () => {
    const deciders = await db().decision.groupBy({ by: ['decidedById'], _count: true })
    expect(new Set(deciders.map(({ decidedById }) => decidedById))).toEqual(
      new Set([people.reviewer, people.second]),
    )
    for (const { _count } of deciders) expect(_count).toBeGreaterThan(100)
    expect(await db().review.count({ where: { state: 'escalated' } })).toBe(1)
    for (const state of ['todo', 'approved', 'rejected'] as const)
      expect(await db().review.count({ where: { state } }), state).toBeGreaterThan(10)
  })

  it('have their credits in order', async () => {
    const spent = await db().creditEntry.aggregate({ where: { amount: { lt: 0 } }, _sum: { amount: true } })
    expect(Number(spent._sum.amount)).toBe(
      -(await db().verification.count({ where: { NOT: { answeredAt: null } } })),
    )
    const left = await db().creditEntry.aggregate({ _sum: { amount: true } })
    expect(Number(left._sum.amount)).toBeGreaterThan(5_000)
  })
})
