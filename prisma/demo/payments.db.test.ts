import { expect, it } from 'vitest'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { seedPayments } from './payments'
import { seedPeople } from './people'

await insertConnection()
const people = await seedPeople()
await seedPayments(people)
// a second start changes nothing
await seedPayments(people)

it('the demo office has three payment runs: a released one, one with a bank report, one with held lines', async () => {
  const runs = await db().paymentRun.findMany({
    orderBy: { upload: { createdAt: 'asc' } },
    include: { paymentLines: { orderBy: { number: 'asc' } }, releases: true, reports: true },
  })
  expect(
    runs.map(({ state, lines, releases, reports }) => [state, lines, releases.length, reports.length]),
  ).toEqual([
    ['ready', 14, 1, 0],
    ['ready', 12, 1, 1],
    ['ready', 14, 0, 0],
  ])
  const reasons = runs[2]?.paymentLines.slice(9).map(({ gate, gateReason }) => `${gate} ${gateReason}`)
  expect(reasons).toEqual([
    'waiting decision_open',
    'waiting decision_open',
    'waiting decision_open',
    'held failed',
    'held new_iban',
  ])
  const answers = await db().paymentReportLine.groupBy({
    by: ['join', 'code'],
    _count: true,
    orderBy: { code: 'asc' },
  })
  expect(answers).toMatchObject([
    { join: 'joined', code: 'RCVC', _count: 11 },
    { join: 'joined', code: 'RVMC', _count: 1 },
  ])
})
