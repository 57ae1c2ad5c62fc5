// The fault harness kills every process while the provider is hostile. Then it compares ledger, database and audit log.
// node --import ./scripts/register.mjs e2e/faults/run.ts [--kills 20] [--seed 1] [--verbose] [--bug rearm | rogue]
// It serves the production build in BUILD_DIR. After a violation it prints the seed and the timeline. Ledger, logs and
// database stay in .data/faults.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureFolder } from '../../scripts/prepare/install.mjs'
import { enterProject, root } from '../../scripts/prepare/project.mjs'
import { runWithCleanup } from '../../scripts/processes/lifecycle.mjs'
import { withLock } from '../../scripts/processes/lock.mjs'
import { detectsBug } from './deliberate-bugs'
import { Analyst } from './office/analyst'
import { Database } from './office/database'
import { openOffice } from './office/office'
import { Person } from './office/person'
import { runStorm } from './storm'
import { Timeline } from './timeline'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    bug: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
const { bug, verbose } = values
if (bug !== undefined && bug !== 'rearm' && bug !== 'rogue')
  throw new Error(`There is no deliberate bug ${bug}.`)
const [seed, kills] = [Number(values.seed), Number(values.kills)]

enterProject()
const folder = ensureFolder(path.join(root, '.data/faults'))
await runWithCleanup((lifecycle: { addCleanup: (work: () => unknown) => void }) =>
  withLock(folder, 'run', async () => {
    const timeline = new Timeline(verbose)
    const database = await Database.open(folder)
    lifecycle.addCleanup(() => database.stop())
    const buildDir = process.env.BUILD_DIR || '.next'
    const office = await openOffice(database, { folder, buildDir, seed, timeline })
    lifecycle.addCleanup(() => office.close())
    const run = { office, timeline, seed, kills }
    let passed = false
    try {
      const analyst = new Analyst(await Person.signIn(office.address, 'analyst'))
      passed = await (bug ? detectsBug(run, analyst, bug) : runStorm(run, analyst))
    } finally {
      if (!passed) console.error(`seed ${seed}\n${timeline}`)
    }
    return passed ? 0 : 1
  }),
)
