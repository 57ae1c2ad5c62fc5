import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { execute } from '../processes/run.mjs'
import { countResults, failedNames, stageEndedMessage, summaryLine } from './count.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')
const REPORTER = path.join(import.meta.dirname, 'tally.mjs')

function tally(...lines: [id: string, state: string][]) {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'count-')), 'tally')
  fs.writeFileSync(file, lines.map(([id, state]) => `${JSON.stringify({ id, state })}\n`).join(''))
  return file
}

it('ends with the documented summary line', () => {
  expect(summaryLine({ passed: 12, failed: 0, skipped: 3 })).toBe('12 passed, 0 failed, 3 skipped')
})

it('counts the latest result of each test, and tests that did not run as skipped', () => {
  const file = tally(['a', 'planned'], ['b', 'planned'], ['c', 'planned'], ['a', 'failed'], ['a', 'passed'])
  fs.appendFileSync(file, '{"id":"c","sta') // cut off while it was written
  expect(countResults(file, 0)).toEqual({ passed: 1, failed: 0, skipped: 2 })
})

it('counts a program that failed without a failed test, or reported nothing, as one failure', () => {
  expect(countResults(tally(['a', 'passed']), 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(countResults('/nowhere.tally', 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

it('explains how to continue after a stage was ended', () => {
  expect(stageEndedMessage('browser', 'nothing was printed for 20 min')).toMatch(
    /^browser: ended, because nothing was printed for 20 min\..+npm test -- browser\./,
  )
})

/** Runs a test program on these files, in a temporary folder of the project. */
async function runTests(program: string, args: string[], files: Record<string, string>, silence: number) {
  fs.mkdirSync(path.join(ROOT, '.data'), { recursive: true })
  const folder = fs.mkdtempSync(path.join(ROOT, '.data/tally-'))
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  const file = path.join(folder, 'tally')
  const env = { TALLY: file, VITEST: '' }
  const options = { env, capture: true, timeouts: { silence, total: 50_000 }, spawnOptions: { cwd: folder } }
  const { code, ended } = await execute(path.join(ROOT, 'node_modules/.bin', program), args, options)
  const results = { counts: countResults(file, code), failed: failedNames(file) }
  fs.rmSync(folder, { recursive: true })
  return { ended, ...results }
}

it('counts the browser tests that passed before their stage was ended', async () => {
  const files = {
    'playwright.config.mjs': 'export default { testDir: ".", workers: 1, timeout: 0 }',
    'a.spec.mjs': `import { test } from '@playwright/test'
      test('one', () => {}); test('two', () => {}); test.skip('three', () => {})
      test('hangs', () => new Promise((done) => setTimeout(done, 120_000)))
      test('never starts', () => {})`,
  }
  const { ended, counts } = await runTests(
    'playwright',
    ['test', `--reporter=list,${REPORTER}`],
    files,
    10_000,
  )
  expect(ended).toBe('nothing was printed for 10 s')
  expect(counts).toEqual({ passed: 2, failed: 1, skipped: 3 })
})

it('counts and names the tests that Vitest ran, and a file that cannot be loaded as a failure', async () => {
  const files = {
    'vitest.config.mjs': 'export default { test: { include: ["*.test.mjs"] } }',
    'a.test.mjs': `import { it } from 'vitest'
      it('passes', () => {}); it('fails', () => { throw new Error('on purpose') }); it.skip('is skipped', () => {})`,
    'b.test.mjs': `import './nowhere.mjs'`,
  }
  const { counts, failed } = await runTests('vitest', ['run', `--reporter=${REPORTER}`], files, 50_000)
  expect(counts).toEqual({ passed: 1, failed: 2, skipped: 1 })
  expect(failed.sort()).toEqual(['a.test.mjs › fails', 'b.test.mjs'])
})
