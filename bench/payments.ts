// `npm run bench -- payments`: a payment run of 100,000 lines in a real browser: until its lines are shown, and the
// longest task while scrolling, walking by keyboard, filtering and searching. A number as argument sets the lines.
// Fails when a goal is missed.
import path from 'node:path'
import type { Page } from '@playwright/test'
import { buildForTest } from '../scripts/prepare/install.mjs'
import { ensureSecrets } from '../scripts/prepare/secrets.mjs'
import { runWithCleanup } from '../scripts/processes/lifecycle.mjs'
import { openOffice } from '../scripts/testing/office.mjs'
import { testFolder } from '../scripts/testing/server.mjs'
import { browserOf } from './pages/office'
import { LINES, seedLargeRun } from './payments/run'

const OPEN_MS = 1_000
const TASK_MS = 50
const VISITS = 5
const KEYS = 100
/** This many lines are scrolled by wheel, and again one screen a frame: all of them would take minutes. */
const SCROLLED = 2_500
/** The same lines are scrolled several times, to see whether a long task returns. */
const ROUNDS = 3
/** After this long a page that nobody touches has nothing left to do. */
const SETTLE_MS = 500
/** A wheel turned as fast as a hand can: some ten screens a second. */
const WHEEL_PX_PER_SECOND = 9_000

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

type TraceEvent = {
  ph: string
  name: string
  pid: number
  tid: number
  dur: number
  tdur?: number
  args: { name?: string }
}
type Task = { own: number; clock: number }

/**
 * The longest task of the page's main thread while it does this, in ms: by the processor time it takes itself, and by
 * the clock. The clock also counts the time that a task waits for a processor, and without a graphics card drawing the
 * page keeps two of them busy: even a table with empty cells then has a task of more than 50 ms now and then.
 */
async function longestTask(page: Page, act: () => Promise<unknown>): Promise<Task> {
  const browser = page.context().browser()
  if (!browser) throw new Error('this page has no browser to trace')
  await page.waitForTimeout(SETTLE_MS) // until what came before has ended
  await browser.startTracing(page, { categories: ['toplevel'] })
  await act()
  await page.waitForTimeout(SETTLE_MS) // until what it started has ended
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mains = new Set(traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(threadOf))
  const tasks = traceEvents.filter(
    (event) => event.ph === 'X' && event.name.endsWith('RunTask') && mains.has(threadOf(event)),
  )
  if (tasks.length === 0) throw new Error('the trace has no task of the page')
  return {
    own: Math.max(...tasks.map(({ tdur, dur }) => tdur ?? dur)) / 1_000,
    clock: Math.max(...tasks.map(({ dur }) => dur)) / 1_000,
  }
}

/** @returns milliseconds until the first lines are shown and respond to input */
async function open(page: Page, address: string): Promise<number> {
  const start = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('#pay-lines [data-row]').first().waitFor()
  await page.locator('body[data-alive]').waitFor()
  return performance.now() - start
}

/** Runs in the page: scrolls by one screen a frame, or to the end of the loaded lines, until this line is drawn. */
async function scrollTo({ line, jump }: { line: number; jump: boolean }): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const isDrawn = () =>
    [...document.querySelectorAll<HTMLElement>('#pay-lines [data-row]')].some(
      ({ dataset }) => Number(dataset.row) >= line - 1,
    )
  while (!isDrawn()) {
    window.scrollBy(0, jump ? document.body.scrollHeight : window.innerHeight)
    await frame()
  }
}

/**
 * Turns the wheel by so many lines, until the last of them is drawn. The browser does it by itself: calls from here
 * would take a core from it.
 */
async function wheel(page: Page, lines: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const height = await page
    .locator('#pay-lines tr:has([data-row])')
    .first()
    .evaluate((row) => row.getBoundingClientRect().height)
  await session.send('Input.synthesizeScrollGesture', {
    ...{ x: 700, y: 600, yDistance: -lines * height, speed: WHEEL_PX_PER_SECOND },
    ...{ gestureSourceType: 'mouse', preventFling: true },
  })
  await session.detach()
  await page.locator(`#pay-lines [data-row="${lines - 1}"]`).waitFor()
}

async function walk(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0))
  for (let n = 0; n < KEYS; n++) await page.keyboard.press('j')
}

/** Switches filters on and off, and waits for the number of lines to change each time. */
async function filter(page: Page): Promise<void> {
  const count = page.locator('#pay-lines table')
  const before = await count.getAttribute('aria-rowcount')
  await page.keyboard.press('3')
  await page.waitForFunction(
    (rows) => document.querySelector('#pay-lines table')?.getAttribute('aria-rowcount') !== rows,
    before,
  )
  await page.keyboard.press('3')
  await page.waitForFunction(
    (rows) => document.querySelector('#pay-lines table')?.getAttribute('aria-rowcount') === rows,
    before,
  )
}

async function search(page: Page, lines: number): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.type(`Payee ${Math.floor(lines * 0.77777)}`, { delay: 60 })
  await page.waitForFunction(
    () => document.querySelector('#pay-lines table')?.getAttribute('aria-rowcount') === '2',
  )
}

function line(name: string, value: number, most: number, about = ''): boolean {
  const met = value <= most
  console.log(
    `${name.padEnd(34)} ${value.toFixed(0).padStart(6)} ms  (at most ${most}) ${met ? 'met' : 'NOT MET'}${about}`,
  )
  return met
}

const tasksLine = (name: string, { own, clock }: Task) =>
  line(`longest task, ${name}`, own, TASK_MS, `  ${clock.toFixed(0)} by the clock`)

await runWithCleanup(async (lifecycle: Parameters<Parameters<typeof runWithCleanup>[0]>[0]) => {
  const office = await openOffice(lifecycle, { buildDir: await buildForTest() })
  try {
    Object.assign(process.env, office.env, ensureSecrets(path.join(testFolder(), 'office')))
    const lines = Number(process.argv[2] ?? LINES)
    const address = `/payments/${await seedLargeRun(lines)}`
    const context = await browserOf('reviewer', office.env.BASE_URL ?? '')
    const page = await context.newPage()
    const opened: number[] = []
    // one extra visit, because the first one of a new process compiles the page
    await open(page, address)
    for (let visit = 0; visit < VISITS; visit++) opened.push(await open(page, address))
    const opening = await longestTask(page, async () => {
      for (let visit = 0; visit < VISITS; visit++) await open(page, address)
    })
    const met = [line('until its lines are shown', median(opened), OPEN_MS), tasksLine('opening', opening)]
    const scrolled = Math.min(SCROLLED, lines)
    for (let round = 1; round <= ROUNDS; round++) {
      met.push(tasksLine(`by wheel, round ${round}`, await longestTask(page, () => wheel(page, scrolled))))
      await page.evaluate(() => window.scrollTo(0, 0))
    }
    const scrolling = (to: { line: number; jump: boolean }) =>
      longestTask(page, () => page.evaluate(scrollTo, to))
    met.push(tasksLine('one screen a frame', await scrolling({ line: scrolled, jump: false })))
    met.push(tasksLine('jumping to the end', await scrolling({ line: lines, jump: true })))
    met.push(tasksLine(`${KEYS} keys`, await longestTask(page, () => walk(page))))
    met.push(tasksLine('filtering', await longestTask(page, () => filter(page))))
    met.push(tasksLine('searching', await longestTask(page, () => search(page, lines))))
    await context.close()
    return met.every(Boolean) ? 0 : 1
  } finally {
    await office.close()
  }
})
