// Sums up the results of the test programs in three numbers.
import fs from 'node:fs'

export const NONE = { passed: 0, failed: 0, skipped: 0 }
export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})
export const sentence = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** A program that failed without a failed test (a file that cannot be loaded, no test at all) counts as one failure. */
const honest = (counts, code) => (code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)

/** The latest result of each test that scripts/testing/tally.mjs has written: id → { state, name }. */
function lastWords(file) {
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  return new Map(lines.map((line) => JSON.parse(line)).map(({ id, ...word }) => [id, word]))
}

/**
 * The counts of a stage. Planned tests that did not run, because the program was ended or never reached them, count as
 * skipped.
 */
export function tallied(file, code) {
  const words = [...lastWords(file).values()]
  const count = (...wanted) => words.filter(({ state }) => wanted.includes(state)).length
  const counts = {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped', 'planned', 'pending'),
  }
  return honest(counts, words.length > 0 ? code : 1)
}

/** The names of the failed tests, for the end of a long run. */
export const failedNames = (file) =>
  [...lastWords(file).values()].filter(({ state }) => state === 'failed').map(({ name }) => name ?? 'a test')

/** How to continue after a stage was ended. */
export const endedSentence = (name, why) =>
  `${name}: ended, because ${why}. What has run is counted, what has not counts as skipped. ` +
  `Run it again when the machine is less busy: npm test -- ${name}. ` +
  'If it ends at the same place, the last lines above show where.'
