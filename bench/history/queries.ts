// Queries one archive (DATABASE_URL) with the functions of the pages. Prints the figures and sends them to its parent.

import { insertPerson } from '@/lib/auth/testing/people'
import { countDays } from '@/lib/history/days.server'
import { historyInput } from '@/lib/history/search'
import { searchVerifications } from '@/lib/history/search.server'
import { writeCursor } from '@/lib/http/paging'
import { db } from '@/lib/platform/db.server'
import { searchReviews } from '@/lib/reviews/queue/queue.server'
import { queueInput } from '@/lib/reviews/queue/schema'
import { median, percentile } from '../report/report'

/** Different values per query. */
const VALUES = 100
/** Rounds with every value; the first one warms the caches. */
const ROUNDS = 6
const DAYS = 30

export type Figures = Record<string, { p50: number; p95: number }>
type Sample = { iban: string; at: Date; id: string; person: string; surname: string; givenName: string }

type Query = (value: number) => Promise<unknown>

/**
 * Runs every query in turn with every value, so that two figures of a ratio are measured in the same minute. The time
 * of a value is the median of its repetitions, which removes noise from other processes.
 */
async function measure(queries: Record<string, Query>): Promise<Figures> {
  const durations = new Map(
    Object.keys(queries).map((name) => [name, Array.from({ length: VALUES }, () => [] as number[])]),
  )
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, run] of Object.entries(queries))
      for (let value = 0; value < VALUES; value++) {
        const started = performance.now()
        await run(value)
        if (round > 0) durations.get(name)?.[value]?.push(performance.now() - started)
      }
  const figures = [...durations].map(([name, times]) => {
    const medians = times.map(median)
    return [name, { p50: median(medians), p95: percentile(medians, 0.95) }] as const
  })
  return Object.fromEntries(figures)
}

async function createQueries() {
  const reviewer = (await insertPerson('reviewer')).actor
  const samples = await db().$queryRaw<Sample[]>`
    select iban, created_at as at, id, requested_by_id as person, split_part(name_search, ' ', 2) as surname,
           split_part(name_search, ' ', 1) as "givenName"
      from verifications order by md5(id::text || 'a') limit ${VALUES}`
  const [oldest] = await db().$queryRaw<{ at: Date; id: string }[]>`
    select created_at as at, id from verifications order by created_at, id offset 200 limit 1`
  if (!oldest || samples.length === 0) throw new Error('too few checks')
  const since = new Date(Date.now() - DAYS * 24 * 60 * 60_000).toISOString().slice(0, 10)
  const sample = (value: number) => samples[value % samples.length] as Sample
  const search = (body: object) =>
    searchVerifications(historyInput.parse({ environment: 'live', ...body }), reviewer)
  const after = ({ at, id }: { at: Date; id: string }) => writeCursor(at, id)
  return {
    'newest page': () => search({}),
    'deepest page': () => search({ after: after(oldest) }),
    'any page': (value: number) => search({ after: after(sample(value)) }),
    'result, 30 days': () => search({ filters: { outcome: ['no_match'], from: since } }),
    'creator, 30 days': (value: number) =>
      search({ filters: { person: [sample(value).person], from: since } }),
    'IBAN exact': (value: number) => search({ text: sample(value).iban }),
    'IBAN prefix 8': (value: number) => search({ text: sample(value).iban.slice(0, 8) }),
    'IBAN last 4': (value: number) => search({ text: sample(value).iban.slice(-4) }),
    'surname contains': (value: number) => search({ text: sample(value).surname }),
    'given name contains': (value: number) => search({ text: sample(value).givenName }),
    'review queue': () => searchReviews(queueInput.parse({ size: 50 }), reviewer),
    'results of 30 days': () => countDays(reviewer, 'live', DAYS),
    'own results of 30 days': (value: number) =>
      countDays({ ...reviewer, id: sample(value).person, roles: ['analyst'] }, 'live', DAYS),
  }
}

const figures = await measure(await createQueries())
for (const [name, { p50, p95 }] of Object.entries(figures))
  console.log(
    `  ${name.padEnd(17)} p50 ${p50.toFixed(2).padStart(8)} ms   p95 ${p95.toFixed(2).padStart(8)} ms`,
  )
await db().$disconnect()
process.send?.(figures)
