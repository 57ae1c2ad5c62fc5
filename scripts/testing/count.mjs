// What the test programs report, brought to three numbers.
import fs from 'node:fs'

export const NONE = { passed: 0, failed: 0, skipped: 0 }
export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})
export const sentence = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** A program that failed without naming a failed test (a file that cannot be loaded, no test at all) failed once. */
const honest = (counts, code) => (code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

export function vitestCounts(file, code) {
  const report = read(file)
  if (!report) return { ...NONE, failed: 1 }
  const broken = report.testResults.filter(
    (f) => f.status === 'failed' && f.assertionResults.length === 0,
  ).length
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }
  return honest(counts, code)
}

/** A journey that passed the second time (tried only in CI) is passed, and the run names it. */
export function playwrightCounts(file, code) {
  const stats = read(file)?.stats
  if (!stats) return { ...NONE, failed: 1 }
  const counts = { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
  return honest(counts, code)
}
