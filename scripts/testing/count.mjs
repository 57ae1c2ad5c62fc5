// Sums up the results of the test programs in three numbers.
import fs from 'node:fs'

export const NO_RESULTS = { passed: 0, failed: 0, skipped: 0 }
export const addCounts = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})
export const summaryLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** A program that failed without a failed test (a file that cannot be loaded, no test at all) counts as one failure. */
const withFailure = (counts, code) => (code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)

/** The latest result of each test that scripts/testing/tally.mjs has written: id → { state, name }. */
function latestResults(file) {
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  return new Map(lines.map((line) => JSON.parse(line)).map(({ id, ...result }) => [id, result]))
}

/**
 * The counts of a stage. Planned tests that did not run, because the program was ended or never reached them, count as
 * skipped.
 */
export function countResults(file, code) {
  const results = [...latestResults(file).values()]
  const count = (...states) => results.filter(({ state }) => states.includes(state)).length
  const counts = {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped', 'planned', 'pending'),
  }
  return withFailure(counts, results.length > 0 ? code : 1)
}

/** The names of the failed tests, for the end of a long run. */
export const failedNames = (file) =>
  [...latestResults(file).values()]
    .filter(({ state }) => state === 'failed')
    .map(({ name }) => name ?? 'a test')

/** How to continue after a stage was ended. */
export const stageEndedMessage = (name, why) =>
  `${name}: ended, because ${why}. What has run is counted, what has not counts as skipped. ` +
  `Run it again when the machine is less busy: npm test -- ${name}. ` +
  'If it ends at the same place, the last lines above show where.'
