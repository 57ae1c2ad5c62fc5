import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db, type Prisma } from '@/lib/platform/db.server'
import { OUTCOMES } from '@/lib/verifications/outcome'
import { countDays } from './days.server'
import { historyInput } from './search'
import { searchVerifications } from './search.server'

type CheckFields = Partial<Prisma.VerificationCreateManyInput>
const STATES: CheckFields[] = [
  { status: 'completed', matchResult: 'match' },
  { status: 'completed', matchResult: 'close_match' },
  { status: 'completed', matchResult: 'no_match' },
  { status: 'failed' },
  { status: 'unknown' },
  { status: 'pending' },
  { status: 'not_sent' },
]

const { actor: analyst } = await insertPerson()
const { actor: reviewer } = await insertPerson('reviewer')
const now = Date.now()
await db().verification.createMany({
  data: Array.from({ length: 120 }, (_, n) => ({
    environment: n % 10 === 9 ? ('sandbox' as const) : ('live' as const),
    source: 'single' as const,
    iban: 'FR7630006000011234567890189',
    name: `Payee ${n}`,
    nameSearch: `payee ${n}`,
    country: 'FR',
    requestedById: n % 3 === 0 ? reviewer.id : analyst.id,
    // sixteen days, so that some are outside the counted period
    createdAt: new Date(now - n * 3.2 * 3_600_000),
    ...STATES[n % STATES.length],
  })),
})

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)

describe('results per day', () => {
  it('equal the numbers of the history, per day and outcome, as each person sees them', async () => {
    for (const actor of [analyst, reviewer])
      for (const { day, counts } of await countDays(actor, 'live', 5)) {
        const found = async (outcome: string[]) => {
          const filters = { from: day, to: day, outcome }
          return (await searchVerifications(historyInput.parse({ filters }), actor)).total
        }
        expect(await found([]), day).toBe(sum(counts))
        for (const outcome of OUTCOMES)
          if (counts[outcome] > 0) expect(await found([outcome]), `${day} ${outcome}`).toBe(counts[outcome])
      }
  })

  it('include every day once, today last, and count own checks for analysts and all for others', async () => {
    const days = await countDays(analyst, 'live', 14)
    expect(days).toHaveLength(14)
    expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))].sort())
    expect(days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10))
    const today = {
      environment: 'live' as const,
      createdAt: { gte: new Date(`${days.at(-1)?.day}T00:00:00Z`) },
    }
    const own = await db().verification.count({ where: { ...today, requestedById: analyst.id } })
    expect(sum(days.at(-1)?.counts ?? {})).toBe(own)
    const all = await db().verification.count({ where: today })
    expect(sum((await countDays(reviewer, 'live', 1))[0]?.counts ?? {})).toBe(all)
  })
})
