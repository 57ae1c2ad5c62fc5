// `npm run bench -- pages`: Lighthouse, desktop preset, the median of three visits, on every page of a demo office,
// each signed in with the right role. Arguments filter the pages (`npm run bench -- pages check history`); RUNS sets
// the number of visits.
import fs from 'node:fs'
import path from 'node:path'
import { runWithCleanup } from '../scripts/processes/lifecycle.mjs'
import { freePort } from '../scripts/processes/ports.mjs'
import { executeOrThrow } from '../scripts/processes/run.mjs'
import { browserOf, openDemoPages } from './pages/office'
import { addressOf, pageRoutes } from './pages/routes'
import { median } from './report/report'

const FOLDER = path.join(import.meta.dirname, 'pages')
const RUNS = Number(process.env.RUNS || 3)
/** Total blocking time. */
const MAX_BLOCKING_MS = 100
const MIN_SCORES = { accessibility: 100, performance: 95, 'best-practices': 95 }
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof CATEGORIES)[number]

type Audit = { score: number | null; numericValue?: number; title: string; id: string }
type Report = {
  finalDisplayedUrl: string
  runtimeError?: { message: string }
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}
type Visit = (url: string, port: number) => Promise<Report>
type Scores = Record<Category, number> & {
  blocking: number
  lcp: number
  layoutShift: number
  failed: string[]
}

/** Lighthouse is large and used only here, so it is installed on the first run of this benchmark. */
async function lighthouse(): Promise<Visit> {
  if (!fs.existsSync(path.join(FOLDER, 'node_modules/lighthouse')))
    await executeOrThrow('npm', ['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund'])
  const at = (file: string) => path.join(FOLDER, 'node_modules/lighthouse/core', file)
  const { default: visit } = await import(at('index.js'))
  const { default: desktop } = await import(at('config/desktop-config.js'))
  return async (url, port) => {
    const { lhr } = await visit(url, { port, logLevel: 'error', onlyCategories: CATEGORIES }, desktop)
    return lhr
  }
}

/** @throws when Lighthouse measured another page, such as the sign-in */
function readScores(report: Report, address: string): Scores {
  if (report.runtimeError) throw new Error(`${address}: ${report.runtimeError.message}`)
  const { pathname } = new URL(report.finalDisplayedUrl)
  if (pathname !== address) throw new Error(`${address} was measured at ${pathname}`)
  const value = (id: string) => report.audits[id]?.numericValue ?? Number.NaN
  const failed = CATEGORIES.filter((name) => name !== 'performance').flatMap((name) =>
    (report.categories[name].auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  )
  return {
    ...(Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round((report.categories[name].score ?? 0) * 100)]),
    ) as Record<Category, number>),
    blocking: value('total-blocking-time'),
    lcp: value('largest-contentful-paint'),
    layoutShift: value('cumulative-layout-shift'),
    failed,
  }
}

function medianScores(visits: Scores[]): Scores {
  const of = (key: Exclude<keyof Scores, 'failed'>) => median(visits.map((visit) => visit[key]))
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best-practices': of('best-practices'),
    blocking: of('blocking'),
    lcp: of('lcp'),
    layoutShift: of('layoutShift'),
    failed: [...new Set(visits.flatMap(({ failed }) => failed))],
  }
}

const isMet = (scores: Scores) =>
  CATEGORIES.every((name) => scores[name] >= MIN_SCORES[name]) && scores.blocking <= MAX_BLOCKING_MS

function print(pattern: string, scores: Scores) {
  const { performance, accessibility, blocking, lcp } = scores
  const cells = [performance, accessibility, scores['best-practices'], blocking, lcp]
  console.log(
    `${pattern.padEnd(26)}${cells.map((value) => value.toFixed(0).padStart(7)).join('')}` +
      `${scores.layoutShift.toFixed(3).padStart(8)}  ${isMet(scores) ? 'met' : `NOT MET ${scores.failed.join(' ')}`}`,
  )
}

await runWithCleanup(async (lifecycle) => {
  const routes = pageRoutes(process.argv.slice(2))
  const visit = await lighthouse()
  const { base, close } = await openDemoPages(lifecycle)
  let met = true
  console.log(`${`median of ${RUNS}`.padEnd(26)}   perf   a11y   best TBT ms LCP ms     CLS`)
  try {
    for (const person of new Set(routes.map((route) => route.person))) {
      const port = (await freePort()) as number
      const context = await browserOf(person, base, port)
      for (const { pattern } of routes.filter((route) => route.person === person)) {
        const address = await addressOf(pattern, context.request, base)
        // warm-up: the first request to a page loads its code
        const answer = await context.request.get(address)
        if (new URL(answer.url()).pathname !== address) {
          console.log(`${pattern.padEnd(26)}  redirects`)
          continue
        }
        const visits: Scores[] = []
        for (let run = 0; run < RUNS; run++)
          visits.push(readScores(await visit(base + address, port), address))
        const scores = medianScores(visits)
        print(pattern, scores)
        met &&= isMet(scores)
      }
      await context.close()
    }
  } finally {
    await close()
  }
  return met ? 0 : 1
})
