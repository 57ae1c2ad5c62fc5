import { expect, it } from 'vitest'
import { monthStart } from '@/lib/platform/days/days.server'
import { db, Prisma } from '@/lib/platform/db.server'

// clocks go back from 01:00 to 00:00 here, in 2026 on the first of November
process.env.TIME_ZONE = 'America/Havana'

const startOf = async (now: string, back: number) => {
  const [row] = await db().$queryRaw<[{ start: Date }]>`
    select ${monthStart(back, Prisma.sql`${now}::timestamptz`)} as start`
  return row.start.toISOString()
}

it('a month starts at the first midnight of its first day, also where that is repeated', async () => {
  for (const now of ['2026-11-01T04:00:00Z', '2026-11-01T05:30:00Z', '2026-11-30T23:00:00Z'])
    expect(await startOf(now, 0)).toBe('2026-11-01T04:00:00.000Z')
  expect(await startOf('2026-11-01T03:59:00Z', 0)).toBe('2026-10-01T04:00:00.000Z')
  expect(await startOf('2027-01-31T12:00:00Z', 2)).toBe('2026-11-01T04:00:00.000Z')
})
