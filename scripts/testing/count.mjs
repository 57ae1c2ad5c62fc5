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

/**
 * What scripts/testing/tally.mjs has written; the last word about a test counts. What was planned and has not run, because
 * its program was ended or its turn never came, is skipped.
 */
export function tallied(file, code) {
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  const states = new Map(lines.map((line) => JSON.parse(line)).map(({ id, state }) => [id, state]))
  const count = (...wanted) => [...states.values()].filter((state) => wanted.includes(state)).length
  const counts = {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped', 'planned', 'pending'),
  }
  return honest(counts, lines.length > 0 ? code : 1)
}

/** What a person can do about a stage that was ended. */
export const endedSentence = (name, why) =>
  `${name}: ended, because ${why}. What has run is counted, what has not counts as skipped. ` +
  `Run it again when the machine has less to do: npm test -- ${name}. ` +
  'If it ends at the same place, the last lines above say where.'
