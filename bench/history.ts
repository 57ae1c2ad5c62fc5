// `npm run bench -- history [1000000 5000000]`: how long the history takes on a million checks and on five, on a database
// of its own. Every query runs as the pages run it; goals of the design stand beside the figures.
import { ownDatabase } from './office/database'

const SIZES = process.argv.slice(2).map(Number).filter(Boolean)
const RUNS = 40
const WARM = 8
const DAY = 24 * 60 * 60_000

const drop = await ownDatabase()

const { writeCursor } = await import('@/lib/http/paging')
const { db } = await import('@/lib/platform/db.server')
const { searchReviews } = await import('@/lib/reviews/queue.server')
const { queueInput } = await import('@/lib/reviews/schema')
const { person } = await import('@/lib/reviews/testing/desk')
const { historyInput } = await import('@/lib/verifications/search')
const { countHistory, historyConditions, searchVerifications } = await import(
  '@/lib/verifications/search.server'
)
const { fill } = await import('./history/archive')

type Figures = Map<string, { p50: number; p95: number }>

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

const at = <T>(list: T[], run: number) => list[run % list.length] as T

/** What the pages ask, with other values in every run. */
async function questions() {
  const reviewer = (await person('reviewer')).actor
  const samples = await db().$queryRaw<
    { iban: string; at: Date; id: string; person: string; name: string }[]
  >`
    select iban, created_at as at, id, requested_by_id as person, split_part(name_search, ' ', 2) as name
      from verifications tablesample system (1) limit 500`
  const [oldest] = await db().$queryRaw<{ at: Date; id: string }[]>`
    select created_at as at, id from verifications order by created_at, id offset 200 limit 1`
  if (!oldest || samples.length < RUNS) throw new Error('too few checks to ask about')
  const since = new Date(Date.now() - 30 * DAY).toISOString().slice(0, 10)
  const ask = (body: object) =>
    searchVerifications(historyInput.parse({ environment: 'live', ...body }), reviewer)
  const cursor = (last: { at: Date; id: string }) => writeCursor({ at: last.at.toISOString(), id: last.id })
  const count = (filters: object) =>
    countHistory(historyConditions(historyInput.parse({ environment: 'live', filters }), reviewer))
  return [
    ['newest page', () => ask({})],
    ['deepest page', () => ask({ after: cursor(oldest) })],
    ['result, 30 days', () => ask({ filters: { outcome: ['no_match'], from: since } })],
    [
      'creator, 30 days',
      (run: number) => ask({ filters: { person: [at(samples, run).person], from: since } }),
    ],
    ['IBAN exact', (run: number) => ask({ text: at(samples, run).iban })],
    ['IBAN prefix 8', (run: number) => ask({ text: at(samples, run).iban.slice(0, 8) })],
    ['IBAN last 4', (run: number) => ask({ text: at(samples, run).iban.slice(-4) })],
    ['name contains', (run: number) => ask({ text: at(samples, run).name })],
    ['review queue', () => searchReviews(queueInput.parse({ size: 50 }), reviewer)],
    ['exact count', () => count({})],
  ] as const
}

async function run(): Promise<Figures> {
  const figures: Figures = new Map()
  for (const [what, work] of await questions()) {
    const figure = await measure(work as (run: number) => Promise<unknown>)
    figures.set(what, figure)
    console.log(
      `  ${what.padEnd(17)} p50 ${figure.p50.toFixed(2).padStart(8)} ms   p95 ${figure.p95.toFixed(2).padStart(8)} ms`,
    )
  }
  const p50 = (what: string) => figures.get(what)?.p50 ?? Number.NaN
  console.log(`  deepest ÷ newest  ${(p50('deepest page') / p50('newest page')).toFixed(2)} (goal 1.3)`)
  console.log(
    `  exact count ÷ newest page with its capped count ${(p50('exact count') / p50('newest page')).toFixed(1)} (goal 10)`,
  )
  return figures
}

try {
  let done = 0
  const all: Figures[] = []
  for (const size of SIZES.length ? SIZES : [1_000_000, 5_000_000]) {
    const started = performance.now()
    await fill(done + 1, size)
    done = size
    console.log(
      `${size.toLocaleString('en')} checks (seeded in ${((performance.now() - started) / 1000).toFixed(0)} s), ${RUNS} runs each`,
    )
    all.push(await run())
  }
  const [small, large] = all
  for (const [what, { p50 }] of large ?? [])
    console.log(
      `  ${what.padEnd(17)} large ÷ small ${(p50 / (small?.get(what)?.p50 ?? Number.NaN)).toFixed(2)} (goal 1.5)`,
    )
} finally {
  await db().$disconnect()
  await drop()
}
