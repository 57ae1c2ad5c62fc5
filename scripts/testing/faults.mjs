// The fault harness (e2e/faults): a run with random faults in which every guarantee must hold. The long form also has
// two deliberate bugs that it must detect, and sends 600 checks by 20 people through the provider's real rate limit.
import { NO_RESULTS } from './count.mjs'

const KILLS = { short: 20, long: 500 } // random kills, in addition to those at every named point
const STORM = 'e2e/faults/run.ts'
const CROWD = 'bench/turns.ts'

/**
 * @param {{ buildDir: string, long: boolean, run: Function }} how long: 500 random kills instead of 20, about an hour
 *   in all
 */
export async function faults({ buildDir, long, run }) {
  const form = long ? 'long' : 'short'
  const counts = { ...NO_RESULTS }
  for (const args of [
    [STORM, '--kills', String(KILLS[form])],
    ...(long ? [[STORM, '--bug', 'rearm'], [STORM, '--bug', 'rogue'], [CROWD]] : []),
  ]) {
    const program = ['--import', './scripts/register.mjs', ...args]
    const code = await run('node', program, { BUILD_DIR: buildDir })
    counts[code === 0 ? 'passed' : 'failed']++
  }
  return counts
}
