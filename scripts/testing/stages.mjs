// The stages of `npm test`, each returning { passed, failed, skipped }.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { say } from '../prepare/project.mjs'
import { locked } from '../processes/lock.mjs'
import { execute } from '../processes/run.mjs'
import { endedSentence, failedNames, NONE, tallied } from './count.mjs'
import { faults } from './faults.mjs'
import { openOffices } from './office.mjs'
import { testFolder } from './server.mjs'

const TALLY = './scripts/testing/tally.mjs'
const one = (code) => ({ ...NONE, [code === 0 ? 'passed' : 'failed']: 1 })

/** A slow machine may take its time; only a hanging program is ended. A compiler prints nothing while it works. */
const PATIENCE = { silence: 20 * 60_000, total: 12 * 60 * 60_000 }

/** How a stage runs a program; in parallel stages every line starts with the stage's name. */
export const runner =
  (name, label) =>
  async (command, args, env = {}) => {
    const { code, ended } = await execute(command, args, { env, label, patience: PATIENCE })
    if (ended) say(endedSentence(name, ended))
    return code
  }

/** An empty results file for this stage. */
function tallyOf(name) {
  const file = path.join(testFolder(), `${name}.tally`)
  fs.rmSync(file, { force: true })
  return file
}

/** The counts of a stage; the names of failed tests are kept for the end of the run. */
function counted(file, code, { failed }) {
  failed.push(...failedNames(file))
  return tallied(file, code)
}

async function vitest(project, context, how = []) {
  const { run, filters, long } = context
  const file = tallyOf(project)
  const reporters = ['--reporter=default', `--reporter=${TALLY}`]
  const args = ['run', '--project', project, '--allowOnly=false', ...how, ...reporters, ...filters]
  const code = await run('vitest', args, { LONG: long ? '1' : '', TALLY: file })
  return counted(file, code, context)
}

async function types({ run }) {
  if ((await run('next', ['typegen'])) !== 0) return one(1)
  return one(await run('tsc', ['--noEmit']))
}

/** A build that fails is a failed stage and does not end the run. */
const build = (context) =>
  context.build().then(
    () => one(0),
    (error) => {
      console.error(error.message)
      return one(1)
    },
  )

/** A stage that serves the build, which it makes first when it runs alone. */
async function served(name, context, work) {
  const buildDir = await context.build().catch(() => undefined)
  if (buildDir) return work(buildDir)
  say(`${name}: not run, because the build failed`)
  return { ...NONE, skipped: 1 }
}

function browser(how) {
  const waiting = () => say('browser: waiting for another test run')
  return locked(testFolder(), 'browser', () => journeys(how), waiting)
}

/** Each Playwright worker has its own office; the fleet is one office. */
const OFFICES = 2

async function journeys({ run, life, buildDir, filters, long, failed, fleet = false }) {
  const offices = await openOffices(life, fleet ? 1 : OFFICES, { buildDir, fleet })
  try {
    const name = fleet ? 'fleet' : 'browser'
    const file = tallyOf(name)
    const args = ['test', `--reporter=list,${TALLY}`, '--output', `test-results/${name}`, ...filters]
    const envs = JSON.stringify(offices.map(({ env }) => env))
    const env = { OFFICES: envs, TALLY: file, LONG: long ? '1' : '' }
    const counts = counted(file, await run('playwright', args, env), { failed })
    const logs = offices.map((office) => path.relative('.', office.logs)).join(', ')
    if (counts.failed) say(`the logs of the processes: ${logs}`)
    return counts
  } finally {
    await Promise.all(offices.map((office) => office.close()))
  }
}

/** Runs only by name or in the long form. */
export const LONG_ONLY = ['fleet']

export const STAGES = {
  lint: async ({ run }) => one(await run('biome', ['check', '--error-on-warnings', '.'])),
  types,
  imports: async ({ run }) => one(await run('node', ['scripts/imports.mjs'])),
  unused: async ({ run }) => one(await run('knip', ['--no-progress', '--cache'])),
  // vitest leaves one core to whoever watches it
  unit: (context) => vitest('unit', context, [`--maxWorkers=${os.availableParallelism()}`]),
  // these tests wait for the database and for timeouts more than they compute
  database: (context) =>
    vitest('database', context, [`--maxWorkers=${Math.max(3, os.availableParallelism())}`]),
  build,
  faults: (context) => served('faults', context, (buildDir) => faults({ ...context, buildDir })),
  browser: (context) => served('browser', context, (buildDir) => browser({ ...context, buildDir })),
  // the same tests in their short form, in front of two web processes and two workers
  fleet: (context) =>
    served('fleet', context, (buildDir) => browser({ ...context, buildDir, long: false, fleet: true })),
}

/**
 * The schedule of a run: the lanes of a turn start together, and a lane runs its stages in sequence. Tests that wait
 * for timeouts run in parallel with computation; the browser tests depend on timing, so they run alone.
 */
export const TURNS = [
  [
    ['lint', 'imports', 'unused', 'database'],
    ['types', 'build', 'faults', 'unit'], // types before the build: both write into its folder
  ],
  [['browser', 'fleet']],
]
