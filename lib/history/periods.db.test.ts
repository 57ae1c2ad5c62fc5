import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { PERIOD_DAYS } from '@/lib/history/filters'
import { historyInput } from '@/lib/history/search'
import { searchVerifications } from '@/lib/history/search.server'
import { savedViewInput } from '@/lib/history/views'
import { listViews, saveView } from '@/lib/history/views.server'
import { dayStart, todaySql } from '@/lib/platform/days/days.server'
import { db, Prisma } from '@/lib/platform/db.server'

// its days are never those of UTC
process.env.TIME_ZONE = 'Pacific/Kiritimati'

const { actor } = await insertPerson()
/** A check in the first second of the day so many days ago, and one a second earlier. */
for (const ago of Object.values(PERIOD_DAYS).map((days) => days - 1))
  for (const seconds of [0, -1])
    await db().$executeRaw`
      insert into verifications (id, environment, source, iban, name, name_search, country, requested_by_id, reference, created_at)
      values (gen_random_uuid(), 'live', 'single', 'FR7630006000011234567890189', 'Jean', 'jean', 'FR', ${actor.id}::uuid,
              ${`${ago} ${seconds}`}, ${dayStart(Prisma.sql`${todaySql()} - ${ago}::int`)} + make_interval(secs => ${seconds}::int))`

const found = async (filters: object) =>
  (await searchVerifications(historyInput.parse({ filters }), actor)).items.map(({ reference }) => reference)

it('a period ends today and begins at midnight in TIME_ZONE', async () => {
  const week = ['0 0', '0 -1', '6 0']
  const month = [...week, '6 -1', '29 0']
  expect(await found({ period: 'today' })).toEqual(['0 0'])
  expect(await found({ period: 'last_7_days' })).toEqual(week)
  expect(await found({ period: 'last_30_days' })).toEqual(month)
  expect(await found({ period: 'last_90_days' })).toEqual([...month, '29 -1', '89 0'])
  expect(await found({})).toHaveLength(8)
})

it('a saved view keeps its period, and one that was saved with two days keeps these', async () => {
  for (const filters of [{ period: 'last_7_days' }, { from: '2026-01-01', to: '2026-01-07' }]) {
    const view = savedViewInput.parse({ name: JSON.stringify(filters), filters })
    const { id } = await saveView(view, actor.id)
    expect((await listViews(actor.id)).find((each) => each.id === id)?.filters).toMatchObject(filters)
  }
})
