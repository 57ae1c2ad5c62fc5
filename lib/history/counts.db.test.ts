import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'
import { person } from '@/lib/reviews/testing/desk'
import { countDays, foldCounts, followTimeZone } from './days.server'

afterAll(() => db().$disconnect())
const HOUR = 3_600_000
const ENDS = [
  { status: 'completed', matchResult: 'match' },
  { status: 'completed', matchResult: 'no_match' },
  { status: 'failed', matchResult: null },
  { status: 'unknown', matchResult: null },
] as const

let reviewer: Actor
let people: Actor[]
beforeAll(async () => {
  reviewer = (await person('reviewer')).actor
  people = [(await person('analyst')).actor, (await person('analyst')).actor]
})

/** The same pseudo-random numbers in every run. */
let state = 7
const below = (limit: number) => {
  state = (state * 48_271) % 2_147_483_647
  return state % limit
}

const row = () => ({
  id: randomUUID(),
  environment: below(5) === 0 ? ('sandbox' as const) : ('live' as const),
  source: 'single' as const,
  iban: 'FR7630006000011234567890189',
  name: 'Payee',
  nameSearch: 'payee',
  country: 'FR',
  requestedById: people[below(2)]?.id ?? '',
  createdAt: new Date(Date.now() - below(96) * HOUR),
})

const counted = (zone: string) => db().$queryRaw`
  select environment, (created_at at time zone ${zone})::date::text as day, requested_by_id as person, status,
         match_result as result, count(*)::int
    from verifications group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`
const kept = () => db().$queryRaw`
  select environment, day, requested_by_id as person, status, match_result as result, sum(count)::int as count
    from outcome_counts group by 1, 2, 3, 4, 5 having sum(count) <> 0 order by 1, 2, 3, 4, 5`

/** One thing that happens to checks; half of them are rolled back. */
async function happen(): Promise<void> {
  const undone = new Error('undone')
  const work = db().$transaction(async (tx) => {
    const ids = (await tx.verification.findMany({ select: { id: true } })).map(({ id }) => id)
    const some = ids.filter(() => below(4) === 0)
    const act = below(4)
    if (act < 2) await tx.verification.createMany({ data: Array.from({ length: 1 + below(20) }, row) })
    else if (act === 2)
      await tx.verification.updateMany({
        where: { id: { in: some }, status: { in: ['pending', 'unknown'] } },
        data: ENDS[below(4)] as object,
      })
    else await tx.verification.deleteMany({ where: { id: { in: some.slice(0, 2) } } })
    if (below(4) === 0) throw undone
  })
  await work.catch((error) => {
    if (error !== undone) throw error
  })
}

describe('the counts of outcomes', () => {
  it('are those of the checks, whatever happened to them, while the worker folds', async () => {
    for (let turn = 0; turn < 12; turn++) {
      await Promise.all([happen(), happen(), foldCounts(), happen(), foldCounts()])
      expect(await kept()).toEqual(await counted('UTC'))
    }
    await foldCounts()
    expect(await kept()).toEqual(await counted('UTC'))
    expect(await db().outcomeCount.count({ where: { folded: false } })).toBe(0)
  })

  it('follow the days of another TIME_ZONE, also for what comes later', async () => {
    await followTimeZone('Pacific/Auckland')
    await db().verification.createMany({ data: Array.from({ length: 30 }, row) })
    expect(await kept()).toEqual(await counted('Pacific/Auckland'))
    await followTimeZone()
    const days = await countDays(reviewer, 'live', 6)
    const shown = days.flatMap(({ counts }) => Object.values(counts)).reduce((all, count) => all + count, 0)
    expect(shown).toBe(await db().verification.count({ where: { environment: 'live' } }))
  })
})
