// `npm run bench -- pages`: Lighthouse, desktop preset, the median of three visits, on every page of a demo office,
// each signed in with the right role. Arguments filter the pages (`npm run bench -- pages check history`); RUNS sets
// the number of visits.
import fs from 'node:fs'
import path from 'node:path'
import { runWithCleanup } from '../scripts/processes/lifecycle.mjs'
import { freePort } from '../scripts/processes/ports.mjs'
import { executeOrThrow } from '../scripts/processes/run.mjs'
import { browserOf, openDemo } from './pages/office'
import { addressOf, pageRoutes } from './pages/routes'

const FOLDER = path.join(import.meta.dirname, 'pages')
const RUNS = Number(process.env.RUNS || 3)
/** The limit of total blocking time, in milliseconds. */
const MOST_BLOCKED_MS = 100
const LEAST = { accessibility: 100, performance: 95, 'best-practices': 95 }
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
type Seen = Record<Category, number> & { blocked: number; lcp: number; shift: number; below: string[] }

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

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

/** The figures of a visit. @throws when Lighthouse measured another page, such as the sign-in */
function read(report: Report, address: string): Seen {
  if (report.runtimeError) throw new Error(`${address}: ${report.runtimeError.message}`)
  const { pathname } = new URL(report.finalDisplayedUrl)
  if (pathname !== address) throw new Error(`${address} was measured at ${pathname}`)
  const value = (id: string) => report.audits[id]?.numericValue ?? Number.NaN
  const below = CATEGORIES.filter((name) => name !== 'performance').flatMap((name) =>
    (report.categories[name].auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  )
  return {
    ...(Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round((report.categories[name].score ?? 0) * 100)]),
    ) as Record<Category, number>),
    blocked: value('total-blocking-time'),
    lcp: value('largest-contentful-paint'),
    shift: value('cumulative-layout-shift'),
    below,
  }
}

function middle(seen: Seen[]): Seen {
  const of = (key: Exclude<keyof Seen, 'below'>) => median(seen.map((one) => one[key]))
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best-practices': of('best-practices'),
    blocked: of('blocked'),
    lcp: of('lcp'),
    shift: of('shift'),
    below: [...new Set(seen.flatMap(({ below }) => below))],
  }
}

const isMet = (seen: Seen) =>
  CATEGORIES.every((name) => seen[name] >= LEAST[name]) && seen.blocked <= MOST_BLOCKED_MS

function print(pattern: string, seen: Seen) {
  const cells = [seen.performance, seen.accessibility, seen['best-practices'], seen.blocked, seen.lcp]
  console.log(
    `${pattern.padEnd(26)}${cells.map((value) => value.toFixed(0).padStart(7)).join('')}` +
      `${seen.shift.toFixed(3).padStart(8)}  ${isMet(seen) ? 'met' : `NOT MET ${seen.below.join(' ')}`}`,
  )
}

await runWithCleanup(async (lifecycle: Parameters<Parameters<typeof runWithCleanup>[0]>[0]) => {
  const routes = pageRoutes(process.argv.slice(2))
  const visit = await lighthouse()
  const { base, close } = await openDemo(lifecycle)
  let met = true
  console.log(`${`median of ${RUNS}`.padEnd(26)}   perf   a11y   best TBT ms LCP ms     CLS`)
  try {
    for (const person of new Set(routes.map((route) => route.person))) {
      const port = (await freePort()) as number
      const context = await browserOf(person, base, port)
      for (const { pattern } of routes.filter((route) => route.person === person)) {
        const address = await addressOf(pattern, context.request, base)
        // the first visit of a new process compiles the page, which is not typical
        const answer = await context.request.get(address)
        if (new URL(answer.url()).pathname !== address) {
          console.log(`${pattern.padEnd(26)}  leads elsewhere`)
          continue
        }
        const visits: Seen[] = []
        for (let run = 0; run < RUNS; run++) visits.push(read(await visit(base + address, port), address))
        const seen = middle(visits)
        print(pattern, seen)
        met &&= isMet(seen)
      }
      await context.close()
    }
  } finally {
    await close()
  }
  return met ? 0 : 1
})
