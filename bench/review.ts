// `npm run bench -- review`: how long the review queue takes at the API with 100,000 open items, on a database of its own.
import { randomBytes, randomUUID } from 'node:crypto'
import { withClient } from '../scripts/postgres/database.mjs'
import { testServer } from '../scripts/testing/server.mjs'
import { template } from '../scripts/testing/template.mjs'

const OPEN = 100_000
const DECIDED = 100_000
const RUNS = 30

const server = await testServer()
const name = `accord_t_bench_${randomBytes(4).toString('hex')}`
const from = await template(server)
const admin = (sql: string) =>
  withClient(server.url('postgres'), (client: { query: (text: string) => Promise<unknown> }) =>
    client.query(sql),
  )
await admin(`CREATE DATABASE "${name}" TEMPLATE "${from}"`)
const key = randomBytes(32).toString('base64')
Object.assign(process.env, {
  DATABASE_URL: server.url(name),
  NEXTAUTH_SECRET: key,
  NEXTAUTH_URL: 'http://127.0.0.1:3000',
  ENCRYPTION_KEYS: `v1:${key}`,
  AUDIT_KEY: key,
  LOG_LEVEL: 'silent',
})

const { db } = await import('@/lib/platform/db.server')
const { readReview } = await import('@/lib/reviews/item.server')
const { searchReviews } = await import('@/lib/reviews/queue.server')
const { queueInput } = await import('@/lib/reviews/schema')
const { crowd, median } = await import('@/lib/reviews/testing/crowd')
const { person } = await import('@/lib/reviews/testing/desk')
try {
  const [asker, reviewer] = [await person('analyst'), await person('reviewer')]
  console.log(
    `${OPEN.toLocaleString('en')} open and ${DECIDED.toLocaleString('en')} decided items, median of ${RUNS}`,
  )
  await crowd(asker.actor.id, OPEN, DECIDED)
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
  await admin(`DROP DATABASE "${name}" WITH (FORCE)`)
  await server.stop()
}
