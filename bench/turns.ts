// `npm run bench -- turns`: 600 concurrent checks by 20 people through the real rate limit of the verification service,
// which answers 429 to the 61st in a minute. Takes about 11 minutes. The short form is worker/rate-limit.db.test.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { openOffice } from './office/office'

const PEOPLE = 20
const EACH = 30
/** The number of connections that a browser opens to one host. */
const AT_ONCE = 6
const MINUTE_MS = 60_000
/** lib/upstream/budget.server.ts: below the provider's 60. */
const PLACES = 54

const office = await openOffice()
const { db } = await import('@/lib/platform/db.server')
const { seedConnection } = await import('@/lib/connections/active.server')
const { closeQueue, person } = await import('@/lib/uploads/testing/office')
const { requestVerification } = await import('@/lib/verifications/check/request.server')

/** The most requests in any sliding minute, by the clock of the service. */
async function busiestMinute(): Promise<number> {
  const rows = await office.ask<{ at: Date }>(
    `select created_at as at from service.verifications where kind = 'single' order by created_at`,
  )
  const times = rows.map(({ at }) => at.getTime())
  let first = 0
  return times.reduce((most, time, n) => {
    while ((times[first] ?? time) <= time - MINUTE_MS) first++
    return Math.max(most, n - first + 1)
  }, 0)
}

const count = async (what: Promise<{ count: number }[]>): Promise<number> =>
  (await what)[0]?.count ?? Number.NaN

try {
  await office.start('service')
  await seedConnection()
  await office.start('worker 1')
  await office.start('worker 2')
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => person()))
  const started = Date.now()
  const input = { iban: 'DE89370400440532013000', name: 'Erika Mustermann', environment: 'live' } as const
  await Promise.all(
    people.map(async (by) => {
      for (let n = 0; n < EACH; n += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, () => requestVerification(input, by)))
    }),
  )
  for (let turn = 0, waiting = 1; waiting > 0; turn++, await sleep(5_000)) {
    waiting = await db().verification.count({ where: { status: 'pending' } })
    if (turn % 12 === 0) console.log(`  ${waiting} wait`)
  }
  const ends = await db().verification.groupBy({
    by: ['requestedById'],
    where: { answeredAt: { not: null } },
    _max: { answeredAt: true },
    _count: true,
  })
  const waits = ends.map((end) => (end._max.answeredAt?.getTime() ?? Number.NaN) - started)
  const answered = ends.reduce((sum, end) => sum + end._count, 0)
  const limited = await count(
    db().$queryRaw`select count(*)::int as count from attempts where http_status = 429`,
  )
  console.log(
    `${answered} answered; last answers after ${(Math.min(...waits) / 1000).toFixed(0)} to ${(Math.max(...waits) / 1000).toFixed(0)} s`,
  )
  const goals: [string, number, number][] = [
    ['checks without an answer', PEOPLE * EACH - answered, 0],
    ['requests in the busiest sliding minute', await busiestMinute(), PLACES],
    ['answers 429 of the provider', limited, 0],
    ['last answer of a person, max / min', Math.max(...waits) / Math.min(...waits), 2],
  ]
  for (const [name, value, most] of goals)
    console.log(
      `${name.padEnd(40)} ${value.toFixed(2).padStart(7)}  (at most ${most}) ${value <= most ? 'met' : 'NOT MET'}`,
    )
  process.exitCode = goals.every(([, value, most]) => value <= most) ? 0 : 1
  await closeQueue()
} finally {
  await db().$disconnect()
  await office.close()
}
