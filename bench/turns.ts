// `npm run bench -- turns`: 600 concurrent checks by 20 people through the real rate limit of the verification service,
// which answers 429 to the 61st in a minute. Takes about 11 minutes.
// worker/rate-limit.long.db.test.ts does the same with a limit that is scaled down.
import { setTimeout as sleep } from 'node:timers/promises'
import { openBenchOffice } from './office/office'
import { printLimits } from './report/report'

const PEOPLE = 20
const CHECKS_PER_PERSON = 30
/** The number of connections that a browser opens to one host. */
const CONCURRENCY = 6
const MINUTE_MS = 60_000
/** The limit of lib/upstream/budget.server.ts, below the provider's 60. */
const MAX_PER_MINUTE = 54

const office = await openBenchOffice()
const { db } = await import('@/lib/platform/db.server')
const { seedConnection } = await import('@/lib/connections/active.server')
const { closeQueue } = await import('@/lib/uploads/testing/office')
const { insertPerson } = await import('@/lib/auth/testing/people')
const { requestVerification } = await import('@/lib/verifications/check/request.server')

/** The most requests in any sliding minute, by the clock of the service. */
async function busiestMinute(): Promise<number> {
  const rows = await office.query<{ at: Date }>(
    `select created_at as at from service.verifications where kind = 'single' order by created_at`,
  )
  const times = rows.map(({ at }) => at.getTime())
  let first = 0
  return times.reduce((max, time, n) => {
    while ((times[first] ?? time) <= time - MINUTE_MS) first++
    return Math.max(max, n - first + 1)
  }, 0)
}

try {
  await office.start('service')
  await seedConnection()
  await office.start('worker 1')
  await office.start('worker 2')
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => insertPerson()))
  const started = Date.now()
  const input = { iban: 'DE89370400440532013000', name: 'Erika Mustermann', environment: 'live' } as const
  await Promise.all(
    people.map(async (by) => {
      for (let n = 0; n < CHECKS_PER_PERSON; n += CONCURRENCY)
        await Promise.all(Array.from({ length: CONCURRENCY }, () => requestVerification(input, by)))
    }),
  )
  for (let n = 0, waiting = 1; waiting > 0; n++, await sleep(5_000)) {
    waiting = await db().verification.count({ where: { status: 'pending' } })
    if (n % 12 === 0) console.log(`  ${waiting} waiting`)
  }
  const answersByPerson = await db().verification.groupBy({
    by: ['requestedById'],
    where: { answeredAt: { not: null } },
    _max: { answeredAt: true },
    _count: true,
  })
  const waits = answersByPerson.map(({ _max }) => (_max.answeredAt?.getTime() ?? Number.NaN) - started)
  const answered = answersByPerson.reduce((sum, { _count }) => sum + _count, 0)
  const limited = await db().attempt.count({ where: { httpStatus: 429 } })
  console.log(
    `${answered} answered; last answers after ${(Math.min(...waits) / 1000).toFixed(0)} to ${(Math.max(...waits) / 1000).toFixed(0)} s`,
  )
  process.exitCode = printLimits([
    ['checks without an answer', PEOPLE * CHECKS_PER_PERSON - answered, 0],
    ['requests in the busiest sliding minute', await busiestMinute(), MAX_PER_MINUTE],
    ['answers 429 of the provider', limited, 0],
    ['last answer of a person, max / min', Math.max(...waits) / Math.min(...waits), 2],
  ])
  await closeQueue()
} finally {
  await db().$disconnect()
  await office.close()
}
