// The fault harness: every process is killed, the provider is hostile, and then ledger, database and audit log are
// compared.
// node --import ./scripts/register.mjs e2e/faults/run.ts [--kills 20] [--seed 1] [--aloud] [--wrong rearm | rogue]
// Serves the production build in BUILD_DIR. When an invariant was violated it prints the seed and the timeline; ledger,
// logs and database stay in .data/faults.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureFolder } from '../../scripts/prepare/install.mjs'
import { enterProject, root } from '../../scripts/prepare/project.mjs'
import { runWithCleanup } from '../../scripts/processes/lifecycle.mjs'
import { withLock } from '../../scripts/processes/lock.mjs'
import { Analyst } from './office/analyst'
import { Database } from './office/database'
import { openOffice } from './office/office'
import { Person } from './office/person'
import { storm } from './storm'
import { Timeline } from './timeline'
import { proveMistake } from './wrong'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    wrong: { type: 'string' },
    aloud: { type: 'boolean', default: false },
  },
})
const { wrong, aloud } = values
const [seed, kills] = [Number(values.seed), Number(values.kills)]

enterProject()
const folder = ensureFolder(path.join(root, '.data/faults'))
await runWithCleanup((lifecycle: { addCleanup: (work: () => unknown) => void }) =>
  withLock(folder, 'run', async () => {
    const timeline = new Timeline(aloud)
    const database = await Database.open(folder)
    lifecycle.addCleanup(() => database.stop())
    const buildDir = process.env.BUILD_DIR || '.next'
    const office = await openOffice(database, { folder, buildDir, seed, timeline })
    lifecycle.addCleanup(() => office.close())
    const run = { office, timeline, seed, kills }
    let good = false
    try {
      const analyst = new Analyst(await Person.signIn(office.address, 'analyst'))
      good = await (wrong === 'rearm' || wrong === 'rogue'
        ? proveMistake(run, analyst, wrong)
        : storm(run, analyst))
    } finally {
      if (!good) console.error(`seed ${seed}\n${timeline}`)
    }
    return good ? 0 : 1
  }),
)
