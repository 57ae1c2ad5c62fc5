import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { playwrightCounts, sentence, vitestCounts } from './count.mjs'

function report(content: unknown) {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'count-')), 'report.json')
  fs.writeFileSync(file, JSON.stringify(content))
  return file
}
const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] }

it('ends with the line that everybody reads', () => {
  expect(sentence({ passed: 12, failed: 0, skipped: 3 })).toBe('12 passed, 0 failed, 3 skipped')
})

it('counts what vitest reports', () => {
  expect(vitestCounts(report(vitest), 0)).toEqual({ passed: 5, failed: 0, skipped: 2 })
})

it('counts a test file that cannot be loaded as a failure', () => {
  const broken = { ...vitest, testResults: [{ status: 'failed', assertionResults: [] }] }
  expect(vitestCounts(report(broken), 1).failed).toBe(1)
})

it('counts a program that failed without a failed test as a failure', () => {
  expect(vitestCounts(report(vitest), 1).failed).toBe(1)
  const stats = { expected: 2, unexpected: 0, flaky: 0, skipped: 0 }
  expect(playwrightCounts(report({ stats }), 1).failed).toBe(1)
})

it('counts a missing report as a failure, and a journey that passed the second time as passed', () => {
  expect(vitestCounts('/nowhere.json', 0).failed).toBe(1)
  expect(playwrightCounts('/nowhere.json', 0).failed).toBe(1)
  expect(
    playwrightCounts(report({ stats: { expected: 2, unexpected: 0, flaky: 1, skipped: 1 } }), 0),
  ).toEqual({
    passed: 3,
    failed: 0,
    skipped: 1,
  })
})
