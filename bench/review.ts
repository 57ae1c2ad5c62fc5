// `npm run bench -- review`: the latency of the review queue's API with 100,000 open items, on its own database.
import { randomUUID } from 'node:crypto'
import { openBenchOffice } from './office/office'
import { printLimits } from './report/report'

const OPEN_ITEMS = 100_000
const DECIDED_ITEMS = 100_000
const ROUNDS = 30
/** A person notices nothing below this. */
const MAX_MS = 50

const office = await openBenchOffice()
process.env.DATABASE_OWNER_URL = office.url

const { db } = await import('@/lib/platform/db.server')
const { readReview } = await import('@/lib/reviews/item/item.server')
const { searchReviews } = await import('@/lib/reviews/queue/queue.server')
const { queueInput } = await import('@/lib/reviews/queue/schema')
const { fillQueue, medianDuration } = await import('@/lib/reviews/testing/fill-queue')
const { insertPerson } = await import('@/lib/auth/testing/people')
try {
  const [analyst, reviewer] = [await insertPerson(), await insertPerson('reviewer')]
  console.log(
    `${OPEN_ITEMS.toLocaleString('en')} open and ${DECIDED_ITEMS.toLocaleString('en')} decided items, median of ${ROUNDS}`,
  )
  await fillQueue(analyst.actor.id, OPEN_ITEMS, DECIDED_ITEMS)
  const search = (filters: object) => () => searchReviews(queueInput.parse(filters), reviewer.actor)
  const { items } = await searchReviews(queueInput.parse({ size: 100 }), reviewer.actor)
  const measured: Record<string, (round: number) => Promise<unknown>> = {
    'open the queue': search({}),
    'common filter': search({ results: ['no_match'] }),
    'rare filter': search({ differences: ['cut_off'] }),
    'empty filter': search({ sources: ['api'] }),
    decided: search({ tab: 'decided' }),
    'next item': (round) => readReview(items[round]?.id ?? randomUUID(), reviewer.actor),
  }
  const figures: Parameters<typeof printLimits>[0] = []
  for (const [name, work] of Object.entries(measured))
    figures.push([`${name}, ms`, await medianDuration(ROUNDS, work), MAX_MS])
  process.exitCode = printLimits(figures)
} finally {
  await db().$disconnect()
  await office.close()
}
