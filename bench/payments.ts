// `npm run bench -- payments`: a payment run of 100,000 lines in a real browser: until its lines are shown, and the
// longest task while scrolling to its end, walking by keyboard, filtering and searching. A number as argument sets
// the lines. Fails when a goal is missed.
import path from 'node:path'
import type { Page } from '@playwright/test'
import { buildForTest } from '../scripts/prepare/install.mjs'
import { secretsIn } from '../scripts/prepare/secrets.mjs'
import { lifetime } from '../scripts/processes/lifetime.mjs'
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
/** A wheel turned as fast as a hand can: some ten screens a second. */
const WHEEL_PX = 480

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Runs in the page: records every long task. */
function watchTasks() {
  const tasks: number[] = []
  Object.assign(window, { tasks })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** The long tasks since the last call, in ms. It waits first, because a task is reported after it has ended. */
async function tasksOf(page: Page): Promise<number[]> {
  await page.waitForTimeout(300)
  return page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.splice(0))
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

/** Turns the wheel, once a frame, until this line is drawn. */
async function wheelTo(page: Page, line: number): Promise<void> {
  const drawn = page.locator(`#pay-lines [data-row="${line - 1}"]`)
  do {
    await page.mouse.wheel(0, WHEEL_PX)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  } while ((await drawn.count()) === 0)
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

const tasksLine = (name: string, tasks: number[]) =>
  line(`longest task, ${name}`, Math.max(0, ...tasks), TASK_MS, tasks.length ? `  ${tasks.length} above` : '')

await lifetime(async (life: Parameters<Parameters<typeof lifetime>[0]>[0]) => {
  const office = await openOffice(life, { buildDir: await buildForTest() })
  try {
    Object.assign(process.env, office.env, secretsIn(path.join(testFolder(), 'office')))
    const lines = Number(process.argv[2] ?? LINES)
    const address = `/payments/${await seedLargeRun(lines)}`
    const context = await browserOf('reviewer', office.env.BASE_URL ?? '')
    const page = await context.newPage()
    await page.addInitScript(watchTasks)
    const opened: number[] = []
    // one extra visit, because the first one of a new process compiles the page
    for (let visit = 0; visit <= VISITS; visit++) opened.push(await open(page, address))
    const met = [line('until its lines are shown', median(opened.slice(1)), OPEN_MS)]
    met.push(tasksLine('opening', await tasksOf(page)))
    const scrolled = Math.min(SCROLLED, lines)
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await wheelTo(page, scrolled)
      rounds.push(Math.max(0, ...(await tasksOf(page))))
      await page.evaluate(() => window.scrollTo(0, 0))
    }
    const longest = Math.max(...rounds)
    met.push(line('longest task, scrolling by wheel', longest, TASK_MS, `  ${rounds.join(', ')} by round`))
    await page.evaluate(scrollTo, { line: scrolled, jump: false })
    met.push(tasksLine('one screen a frame', await tasksOf(page)))
    const start = performance.now()
    await page.evaluate(scrollTo, { line: lines, jump: true })
    console.log(`  at the end after ${((performance.now() - start) / 1_000).toFixed(1)} s`)
    met.push(tasksLine('jumping to the end', await tasksOf(page)))
    await walk(page)
    met.push(tasksLine(`${KEYS} keys`, await tasksOf(page)))
    await filter(page)
    met.push(tasksLine('filtering', await tasksOf(page)))
    await search(page, lines)
    met.push(tasksLine('searching', await tasksOf(page)))
    await context.close()
    return met.every(Boolean) ? 0 : 1
  } finally {
    await office.close()
  }
})
