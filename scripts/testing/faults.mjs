// The fault harness (e2e/faults): a storm in which every promise must hold, and two mistakes on purpose that must be seen.
// Its long form also sends 600 checks of 20 people through the provider's real minute.
import { NONE } from './count.mjs'

const KILLS = { short: 20, long: 500 } // at random, besides those at every named place
const STORM = 'e2e/faults/run.ts'
const CROWD = 'bench/turns.ts'

/** @param {{ buildDir: string, long: boolean, run: Function }} how long: 500 deaths at random instead of 20, about an hour in all */
export async function faults({ buildDir, long, run }) {
  const form = long ? 'long' : 'short'
  const counts = { ...NONE }
  for (const args of [
    [STORM, '--kills', String(KILLS[form])],
    [STORM, '--wrong', 'rearm'],
    [STORM, '--wrong', 'rogue'],
    ...(long ? [[CROWD]] : []),
  ]) {
    const program = ['--import', './scripts/register.mjs', ...args]
    const code = await run('node', program, { BUILD_DIR: buildDir })
    counts[code === 0 ? 'passed' : 'failed']++
  }
  return counts
}
