// `npm run bench -- intake`: 100,000 rows in a real browser, our wizard against the usual libraries, in one run. Prints
// ratios, because times depend on the machine. With BASE_URL it measures a running office.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { buildForTest } from '../scripts/prepare/install.mjs'
import { runWithCleanup } from '../scripts/processes/lifecycle.mjs'
import { chromiumOptions as chromiumOf } from '../scripts/testing/browser.mjs'
import { openOffice } from '../scripts/testing/office.mjs'
import { testFolder } from '../scripts/testing/server.mjs'
import { hundredThousandRows } from './intake/file'
import { ibanRatios } from './intake/ibans'
import { withPeak } from './intake/memory.mjs'
import { readBytes, usualWay, watchWizard } from './intake/page.mjs'

const ROUNDS = 7
const require = createRequire(import.meta.url)
const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

type Seen = { start: number; first: number; checked: number; rows: number; longest: number; tasks: number }
/** Runs in the page. */
const isChecked = () => (window as unknown as { bench: Seen }).bench.checked > 0

type Ours = { first: number; total: number; longest: number; peak: number }
type Theirs = { read: number; total: number; peak: number }
type Round = { ours: Ours; theirs: Theirs }

async function launch() {
  const { executablePath, env } = await chromiumOf()
  return chromium.launch({ executablePath, args: ['--no-sandbox'], env: { ...process.env, ...env } })
}

async function signedIn(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL })
  const { csrfToken } = await (await context.request.get('/api/auth/csrf')).json()
  const form = { csrfToken, email: 'analyst@accord.test', password: 'accord-demo-2026', json: 'true' }
  await context.request.post('/api/auth/callback/credentials', { headers: { origin: baseURL }, form })
  return context
}

/** The wizard, from the chosen file to the checked preview. */
async function ours(baseURL: string, file: string): Promise<Ours> {
  const browser = await launch()
  try {
    const page = await (await signedIn(browser, baseURL)).newPage()
    await page.addInitScript(watchWizard)
    await page.goto('/bulk/new')
    await page.waitForTimeout(2_000) // people need longer to find their file
    const { answer, peak } = await withPeak(browser, async () => {
      await page.getByLabel('Choose file').setInputFiles(file)
      await page.waitForFunction(isChecked, undefined, { timeout: 60_000 })
      return page.evaluate<Seen>('window.bench')
    })
    const { start, first, checked, longest, rows } = answer
    if (rows < 50) throw new Error(`only ${rows} rows came first`)
    return { first: first - start, total: checked - start, longest, peak }
  } finally {
    await browser.close()
  }
}

/** A blank page with the two libraries. */
async function theirs(file: string): Promise<Theirs> {
  const browser = await launch()
  try {
    const page = await browser.newPage()
    await page.setContent('<input type="file">')
    await page.addScriptTag({ path: require.resolve('papaparse/papaparse.min.js') })
    const source = fs.readFileSync(require.resolve('ibantools'), 'utf8')
    await page.addScriptTag({ content: `var exports = {}; ${source}; window.ibantools = exports` })
    await page.locator('input').setInputFiles(file)
    const read = await page.evaluate<number>(`(${readBytes})(document.querySelector('input').files[0])`)
    const { answer, peak } = await withPeak(browser, () =>
      page.evaluate<number>(`(${usualWay})(document.querySelector('input').files[0])`),
    )
    return { read, total: answer, peak }
  } finally {
    await browser.close()
  }
}

type Goal = { name: string; values: number[]; most?: number; least?: number }

/** One line with the median, the range and the goal. Returns whether the goal is met. */
function line({ name, values, most, least }: Goal): boolean {
  const value = median(values)
  const range = `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`
  const met = value <= (most ?? Number.POSITIVE_INFINITY) && value >= (least ?? 0)
  const goal = most !== undefined ? `at most ${most}` : least !== undefined ? `at least ${least}` : 'no goal'
  console.log(
    `${name.padEnd(38)} ${value.toFixed(2).padStart(7)}  (${range}; ${goal}) ${met ? 'met' : 'NOT MET'}`,
  )
  return met
}

/** Ratios are taken within a round, because both sides had the same machine load. */
function report(rounds: Round[]): number {
  const of = (value: (round: Round) => number) => rounds.map(value)
  const times = {
    'first 50 checked rows': of(({ ours }) => ours.first),
    'everything checked': of(({ ours }) => ours.total),
    'papaparse + ibantools': of(({ theirs }) => theirs.total),
    'reading the bytes': of(({ theirs }) => theirs.read),
  }
  for (const [name, ms] of Object.entries(times))
    console.log(`${name.padEnd(24)} ${median(ms).toFixed(0).padStart(6)} ms`)
  const { clean, grouped } = ibanRatios()
  const lines: Goal[] = [
    { name: 'longest task of the page, ms', values: [Math.max(...of(({ ours }) => ours.longest))], most: 50 },
    {
      name: 'first 50 rows / reading the bytes',
      values: of(({ ours, theirs }) => ours.first / theirs.read),
      most: 3,
    },
    {
      name: 'total / papaparse + ibantools',
      values: of(({ ours, theirs }) => ours.total / theirs.total),
      most: 0.75,
    },
    {
      name: 'extra memory / papaparse + ibantools',
      values: of(({ ours, theirs }) => ours.peak / theirs.peak),
      most: 1,
    },
    { name: 'ibantools / lib/iban, clean cells', values: clean, least: 10 },
    { name: 'ibantools / lib/iban, groups of four', values: grouped },
  ]
  return lines.map(line).every((met) => met) ? 0 : 1
}

await runWithCleanup(async (lifecycle: Parameters<Parameters<typeof runWithCleanup>[0]>[0]) => {
  const file = path.join(testFolder(), 'rows-100000.csv')
  fs.writeFileSync(file, hundredThousandRows())
  const office = process.env.BASE_URL
    ? undefined
    : await openOffice(lifecycle, { buildDir: await buildForTest() })
  const baseURL = process.env.BASE_URL ?? office?.env.BASE_URL ?? ''
  try {
    const rounds: Round[] = []
    // one extra round: the first has cold caches
    for (let round = 0; round <= ROUNDS; round++) {
      rounds.push({ ours: await ours(baseURL, file), theirs: await theirs(file) })
    }
    return report(rounds.slice(1))
  } finally {
    await office?.close()
  }
})
