import { expect, it } from 'vitest'
import { dayStart, officeDay, todayStart } from '@/lib/platform/days/days.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'

// DST changes at midnight here: forward from 00:00 to 01:00, and back from 01:00 to 00:00
process.env.TIME_ZONE = 'Atlantic/Azores'

it('is the day in TIME_ZONE, not in UTC', () => {
  expect(officeDay(new Date('2027-01-01T00:30:00Z'))).toBe('2026-12-31')
  expect(officeDay(new Date('2027-01-01T01:00:00Z'))).toBe('2027-01-01')
})

it('starts at its first midnight, even if that is repeated', async () => {
  for (const now of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T23:00:00Z']) {
    const [row] = await db().$queryRaw<[{ start: Date }]>`
      select ${todayStart(Prisma.sql`${now}::timestamptz`)} as start`
    expect(row.start.toISOString()).toBe('2026-10-25T00:00:00.000Z')
  }
})

it.each(['2026-03-29', '2026-10-25', '2026-07-01'])(
  'assigns every moment around %s to the day of its date',
  async (day) => {
    const rows = await db().$queryRaw<{ date: string; inside: boolean }[]>`
    select (at at time zone ${env().TIME_ZONE})::date::text as date, at >= ${dayStart(day)} and at < ${dayStart(day, 1)} as inside
      from generate_series(${day}::timestamptz - interval '1 day', ${day}::timestamptz + interval '3 days', interval '15 minutes') at`
    expect(rows.filter(({ date, inside }) => inside !== (date === day))).toEqual([])
    expect(rows.filter(({ inside }) => inside).length / 4).toBe(
      { '2026-03-29': 23, '2026-10-25': 25 }[day] ?? 24,
    )
  },
)
