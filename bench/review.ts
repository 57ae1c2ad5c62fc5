// `npm run bench -- review`: the latency of the review queue's API with 100,000 open items, on its own database.
import { randomUUID } from 'node:crypto'
import { ownDatabase } from './office/database'

const OPEN = 100_000
const DECIDED = 100_000
const RUNS = 30

const drop = await ownDatabase()

const { db } = await import('@/lib/platform/db.server')
const { readReview } = await import('@/lib/reviews/item/item.server')
const { searchReviews } = await import('@/lib/reviews/queue/queue.server')
const { queueInput } = await import('@/lib/reviews/queue/schema')
const { fillQueue, median } = await import('@/lib/reviews/testing/fill-queue')
const { person } = await import('@/lib/reviews/testing/fixtures')
try {
  const [asker, reviewer] = [await person('analyst'), await person('reviewer')]
  console.log(
    `${OPEN.toLocaleString('en')} open and ${DECIDED.toLocaleString('en')} decided items, median of ${RUNS}`,
  )
  await fillQueue(asker.actor.id, OPEN, DECIDED)
  const search = (filters: object) => () => searchReviews(queueInput.parse(filters), reviewer.actor)
  const { items } = await searchReviews(queueInput.parse({ size: 100 }), reviewer.actor)
  const print = async (what: string, work: (run: number) => Promise<unknown>) =>
    console.log(`${what.padEnd(16)} ${(await median(RUNS, work)).toFixed(1).padStart(6)} ms`)
  await print('open the queue', search({}))
  await print('common filter', search({ results: ['no_match'] }))
  await print('rare filter', search({ differences: ['cut_off'] }))
  await print('empty filter', search({ sources: ['api'] }))
  await print('decided', search({ tab: 'decided' }))
  await print('next item', (run) => readReview(items[run]?.id ?? randomUUID(), reviewer.actor))
} finally {
  await db().$disconnect()
  await drop()
}
