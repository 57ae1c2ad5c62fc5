// One archive (DATABASE_URL) asked by the functions that the pages call. Prints and sends its figures to its parent.
import { writeCursor } from '@/lib/http/paging'
import { db } from '@/lib/platform/db.server'
import { searchReviews } from '@/lib/reviews/queue.server'
import { queueInput } from '@/lib/reviews/schema'
import { person } from '@/lib/reviews/testing/desk'
import { countDays } from '@/lib/verifications/days.server'
import { historyInput } from '@/lib/verifications/search'
import { searchVerifications } from '@/lib/verifications/search.server'

const RUNS = 200
/** so many different values, all of them asked once before: a warm cache is measured */
const WARM = 100
const DAYS = 30

export type Figures = Record<string, { p50: number; p95: number }>
type Sample = { iban: string; at: Date; id: string; person: string; surname: string }

async function measure(work: (run: number) => Promise<unknown>) {
  const taken: number[] = []
  for (let run = 0; run < RUNS + WARM; run++) {
    const started = performance.now()
    await work(run)
    if (run >= WARM) taken.push(performance.now() - started)
  }
  taken.sort((a, b) => a - b)
  return { p50: taken[Math.floor(RUNS * 0.5)] ?? 0, p95: taken[Math.floor(RUNS * 0.95)] ?? 0 }
}

/** What a page without a roll-up would have to do for the same numbers. */
const exactDays = () => db().$queryRaw`
  select (v.created_at at time zone 'UTC')::date as day, v.status, v.match_result, count(*) from verifications v
   where v.environment = 'live' and v.created_at >= date_trunc('day', now()) - make_interval(days => ${DAYS - 1})
   group by 1, 2, 3`

async function questions() {
  const reviewer = (await person('reviewer')).actor
  const samples = await db().$queryRaw<Sample[]>`
    select iban, created_at as at, id, requested_by_id as person, split_part(name_search, ' ', 2) as surname
      from verifications order by md5(id::text || 'a') limit ${WARM}`
  const [oldest] = await db().$queryRaw<{ at: Date; id: string }[]>`
    select created_at as at, id from verifications order by created_at, id offset 200 limit 1`
  if (!oldest || samples.length === 0) throw new Error('too few checks to ask about')
  const since = new Date(Date.now() - DAYS * 24 * 60 * 60_000).toISOString().slice(0, 10)
  const sample = (run: number) => samples[run % samples.length] as Sample
  const ask = (body: object) =>
    searchVerifications(historyInput.parse({ environment: 'live', ...body }), reviewer)
  const after = ({ at, id }: { at: Date; id: string }) => writeCursor({ at: at.toISOString(), id })
  return {
    'newest page': () => ask({}),
    'deepest page': () => ask({ after: after(oldest) }),
    'any page': (run: number) => ask({ after: after(sample(run)) }),
    'result, 30 days': () => ask({ filters: { outcome: ['no_match'], from: since } }),
    'creator, 30 days': (run: number) => ask({ filters: { person: [sample(run).person], from: since } }),
    'IBAN exact': (run: number) => ask({ text: sample(run).iban }),
    'IBAN prefix 8': (run: number) => ask({ text: sample(run).iban.slice(0, 8) }),
    'IBAN last 4': (run: number) => ask({ text: sample(run).iban.slice(-4) }),
    'name contains': (run: number) => ask({ text: sample(run).surname }),
    'review queue': () => searchReviews(queueInput.parse({ size: 50 }), reviewer),
    'facet counts': () => countDays(reviewer, 'live', DAYS),
    'exact counts': exactDays,
  }
}

const figures: Figures = {}
for (const [what, work] of Object.entries(await questions())) {
  const { p50, p95 } = await measure(work)
  figures[what] = { p50, p95 }
  console.log(
    `  ${what.padEnd(17)} p50 ${p50.toFixed(2).padStart(8)} ms   p95 ${p95.toFixed(2).padStart(8)} ms`,
  )
}
await db().$disconnect()
process.send?.(figures)
