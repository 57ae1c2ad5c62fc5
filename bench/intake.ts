// `npm run bench -- intake`: 100,000 rows in a real browser, our wizard against the usual libraries, in one run. Prints
// ratios, because times depend on the machine. With BASE_URL it measures a running office.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { runWithCleanup } from '../scripts/processes/lifecycle.mjs'
import { chromiumOptions } from '../scripts/testing/browser.mjs'
import { testFolder } from '../scripts/testing/server.mjs'
import { createFile } from './intake/file'
import { ibanRatios } from './intake/ibans'
import { measurePeakMemory } from './intake/memory'
import { parseWithLibraries, readBytes, watchWizard } from './intake/page.mjs'
import { openDemo, signIn } from './pages/office'
import { median, printFigure } from './report/report'

const ROUNDS = 7
/** A person takes about as long to choose a file. By then the worker has warmed up; before, it takes half as long again. */
const CHOOSING_MS = 6_000
const require = createRequire(import.meta.url)

type WizardTimes = {
  start: number
  first: number
  checked: number
  rows: number
  longest: number
  tasks: number
}
/** Runs in the page. */
const isChecked = () => (window as unknown as { bench: WizardTimes }).bench.checked > 0

type WizardRun = { first: number; total: number; longest: number; peakMiB: number }
type LibraryRun = { read: number; total: number; peakMiB: number }
type Round = { ours: WizardRun; theirs: LibraryRun }

async function launch() {
  const { executablePath, env } = await chromiumOptions()
  return chromium.launch({ executablePath, args: ['--no-sandbox'], env: { ...process.env, ...env } })
}

/** Measures the wizard, from the chosen file to the checked preview. */
async function measureWizard(base: string, file: string): Promise<WizardRun> {
  const browser = await launch()
  try {
    const context = await browser.newContext({ baseURL: base })
    await signIn(context.request, base, 'analyst')
    const page = await context.newPage()
    await page.addInitScript(watchWizard)
    await page.goto('/bulk/new')
    await page.waitForTimeout(CHOOSING_MS)
    const { result, peakMiB } = await measurePeakMemory(browser, async () => {
      await page.getByLabel('Choose file').setInputFiles(file)
      await page.waitForFunction(isChecked, undefined, { timeout: 60_000 })
      return page.evaluate<WizardTimes>('window.bench')
    })
    const { start, first, checked, longest, rows } = result
    if (rows < 50) throw new Error(`the first preview has only ${rows} rows`)
    return { first: first - start, total: checked - start, longest, peakMiB }
  } finally {
    await browser.close()
  }
}

/** Measures the two libraries on a blank page. */
async function measureLibraries(file: string): Promise<LibraryRun> {
  const browser = await launch()
  try {
    const page = await browser.newPage()
    await page.setContent('<input type="file">')
    await page.addScriptTag({ path: require.resolve('papaparse/papaparse.min.js') })
    const source = fs.readFileSync(require.resolve('ibantools'), 'utf8')
    await page.addScriptTag({ content: `var exports = {}; ${source}; window.ibantools = exports` })
    await page.locator('input').setInputFiles(file)
    const read = await page.evaluate<number>(`(${readBytes})(document.querySelector('input').files[0])`)
    const { result, peakMiB } = await measurePeakMemory(browser, () =>
      page.evaluate<number>(`(${parseWithLibraries})(document.querySelector('input').files[0])`),
    )
    return { read, total: result, peakMiB }
  } finally {
    await browser.close()
  }
}

/** Prints the median of the values and their range. @returns whether the median meets the goal */
function print(name: string, values: number[], goal: { max?: number; min?: number } = {}): boolean {
  const range = `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`
  return printFigure(name, median(values), goal, range)
}

/** Ratios are taken within a round, because both sides had the same machine load. */
function report(rounds: Round[]): number {
  const valuesOf = (value: (round: Round) => number) => rounds.map(value)
  const times = {
    'first 50 checked rows': valuesOf(({ ours }) => ours.first),
    'everything checked': valuesOf(({ ours }) => ours.total),
    'papaparse + ibantools': valuesOf(({ theirs }) => theirs.total),
    'reading the bytes': valuesOf(({ theirs }) => theirs.read),
  }
  for (const [name, ms] of Object.entries(times))
    console.log(`${name.padEnd(24)} ${median(ms).toFixed(0).padStart(6)} ms`)
  const { clean, grouped } = ibanRatios()
  const longest = Math.max(...valuesOf(({ ours }) => ours.longest))
  const firstRows = valuesOf(({ ours, theirs }) => ours.first / theirs.read)
  const total = valuesOf(({ ours, theirs }) => ours.total / theirs.total)
  const memory = valuesOf(({ ours, theirs }) => ours.peakMiB / theirs.peakMiB)
  const met = [
    print('longest task of the page, ms', [longest], { max: 50 }),
    print('first 50 rows / reading the bytes', firstRows, { max: 3 }),
    print('total / papaparse + ibantools', total, { max: 0.75 }),
    print('extra memory / papaparse + ibantools', memory, { max: 1 }),
    print('ibantools / lib/iban, clean cells', clean, { min: 10 }),
    print('ibantools / lib/iban, groups of four', grouped),
  ]
  return met.every(Boolean) ? 0 : 1
}

await runWithCleanup(async (lifecycle) => {
  const file = path.join(testFolder(), 'rows-100000.csv')
  fs.writeFileSync(file, createFile())
  const { base, close } = await openDemo(lifecycle)
  try {
    const rounds: Round[] = []
    // the first round is a warm-up
    for (let round = 0; round <= ROUNDS; round++) {
      rounds.push({ ours: await measureWizard(base, file), theirs: await measureLibraries(file) })
    }
    return report(rounds.slice(1))
  } finally {
    await close()
  }
})
