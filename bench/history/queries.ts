// Queries one archive (DATABASE_URL) with the functions of the pages. Prints its figures and sends them to its parent.

import { countDays } from '@/lib/history/days.server'
import { historyInput } from '@/lib/history/search'
import { searchVerifications } from '@/lib/history/search.server'
import { writeCursor } from '@/lib/http/paging'
import { db } from '@/lib/platform/db.server'
import { searchReviews } from '@/lib/reviews/queue/queue.server'
import { queueInput } from '@/lib/reviews/queue/schema'
import { person } from '@/lib/reviews/testing/fixtures'

/** The number of different values per query, and the repetitions: the first only warms the caches. */
const VALUES = 100
const TIMES = 6
const DAYS = 30

export type Figures = Record<string, { p50: number; p95: number }>
type Sample = { iban: string; at: Date; id: string; person: string; surname: string; given: string }

type Query = (value: number) => Promise<unknown>

/**
 * Runs every query in turn with every value, so that two figures of a ratio are measured in the same minute. The time
 * of a value is the median of its repetitions, which removes noise from other processes.
 */
async function measure(questions: Record<string, Query>): Promise<Figures> {
  const taken = new Map(
    Object.keys(questions).map((what) => [what, Array.from({ length: VALUES }, () => [] as number[])]),
  )
  for (let time = 0; time < TIMES; time++)
    for (const [what, work] of Object.entries(questions))
      for (let value = 0; value < VALUES; value++) {
        const started = performance.now()
        await work(value)
        if (time > 0) taken.get(what)?.[value]?.push(performance.now() - started)
      }
  const figures = [...taken].map(([what, times]) => {
    const medians = times.map((each) => middle(each, 0.5))
    return [what, { p50: middle(medians, 0.5), p95: middle(medians, 0.95) }] as const
  })
  return Object.fromEntries(figures)
}

const middle = (times: number[], share: number) =>
  times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

async function questions() {
  const reviewer = (await person('reviewer')).actor
  const samples = await db().$queryRaw<Sample[]>`
    select iban, created_at as at, id, requested_by_id as person, split_part(name_search, ' ', 2) as surname,
           split_part(name_search, ' ', 1) as given
      from verifications order by md5(id::text || 'a') limit ${VALUES}`
  const [oldest] = await db().$queryRaw<{ at: Date; id: string }[]>`
    select created_at as at, id from verifications order by created_at, id offset 200 limit 1`
  if (!oldest || samples.length === 0) throw new Error('too few checks to ask about')
  const since = new Date(Date.now() - DAYS * 24 * 60 * 60_000).toISOString().slice(0, 10)
  const sample = (value: number) => samples[value % samples.length] as Sample
  const ask = (body: object) =>
    searchVerifications(historyInput.parse({ environment: 'live', ...body }), reviewer)
  const after = ({ at, id }: { at: Date; id: string }) => writeCursor(at, id)
  return {
    'newest page': () => ask({}),
    'deepest page': () => ask({ after: after(oldest) }),
    'any page': (value: number) => ask({ after: after(sample(value)) }),
    'result, 30 days': () => ask({ filters: { outcome: ['no_match'], from: since } }),
    'creator, 30 days': (value: number) => ask({ filters: { person: [sample(value).person], from: since } }),
    'IBAN exact': (value: number) => ask({ text: sample(value).iban }),
    'IBAN prefix 8': (value: number) => ask({ text: sample(value).iban.slice(0, 8) }),
    'IBAN last 4': (value: number) => ask({ text: sample(value).iban.slice(-4) }),
    'surname contains': (value: number) => ask({ text: sample(value).surname }),
    'given name contains': (value: number) => ask({ text: sample(value).given }),
    'review queue': () => searchReviews(queueInput.parse({ size: 50 }), reviewer),
    'results of 30 days': () => countDays(reviewer, 'live', DAYS),
    'own results of 30 days': (value: number) =>
      countDays({ ...reviewer, id: sample(value).person, roles: ['analyst'] }, 'live', DAYS),
  }
}

const figures = await measure(await questions())
for (const [what, { p50, p95 }] of Object.entries(figures))
  console.log(
    `  ${what.padEnd(17)} p50 ${p50.toFixed(2).padStart(8)} ms   p95 ${p95.toFixed(2).padStart(8)} ms`,
  )
await db().$disconnect()
process.send?.(figures)
