// The fault harness (e2e/faults): a storm in which every promise must hold, and two mistakes on purpose that must be seen.
// Its long form also sends 600 checks of 20 people through the provider's real minute.
import { execute } from '../processes/run.mjs'
import { NONE } from './count.mjs'

const KILLS = { short: 20, long: 500 } // at random, besides those at every named place
const TIMEOUT = { short: 10 * 60_000, long: 90 * 60_000 }
const STORM = 'e2e/faults/run.ts'
const CROWD = 'bench/turns.ts'

/** @param {{ buildDir: string, long: boolean }} how long: 500 deaths at random instead of 20, about an hour in all */
export async function faults({ buildDir, long }) {
  const form = long ? 'long' : 'short'
  const counts = { ...NONE }
  for (const args of [
    [STORM, '--kills', String(KILLS[form])],
    [STORM, '--wrong', 'rearm'],
    [STORM, '--wrong', 'rogue'],
    ...(long ? [[CROWD]] : []),
  ]) {
    const how = { env: { BUILD_DIR: buildDir }, timeout: TIMEOUT[form] }
    const { code } = await execute('node', ['--import', './scripts/register.mjs', ...args], how)
    counts[code === 0 ? 'passed' : 'failed']++
  }
  return counts
}
