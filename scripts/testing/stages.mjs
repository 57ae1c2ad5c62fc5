// The stages of `npm test`, each answering { passed, failed, skipped }.
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

/** A slow machine may take its time; only what stands still is ended. A compiler prints nothing while it works. */
const PATIENCE = { silence: 20 * 60_000, total: 12 * 60 * 60_000 }

/** How a stage runs a program; of stages side by side every line begins with the name. */
export const runner =
  (name, label) =>
  async (command, args, env = {}) => {
    const { code, ended } = await execute(command, args, { env, label, patience: PATIENCE })
    if (ended) say(endedSentence(name, ended))
    return code
  }

/** An empty file for the results of this stage. */
function tallyOf(name) {
  const file = path.join(testFolder(), `${name}.tally`)
  fs.rmSync(file, { force: true })
  return file
}

/** The counts of a stage; the names of what failed are kept for the end of the run. */
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

/** A build that fails is a failed stage, not the end of the run. */
const build = (context) =>
  context.build().then(
    () => one(0),
    (error) => {
      console.error(error.message)
      return one(1)
    },
  )

/** A stage that serves the build: a run of this stage alone makes it first. */
async function served(name, context, work) {
  const buildDir = await context.build().catch(() => undefined)
  if (buildDir) return work(buildDir)
  say(`${name}: not run, because there is no build`)
  return { ...NONE, skipped: 1 }
}

function browser(how) {
  const waiting = () => say('browser: waiting for another test run')
  return locked(testFolder(), 'browser', () => journeys(how), waiting)
}

/** Each worker of Playwright has an office of its own; the fleet is one. */
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
    if (counts.failed) say(`the messages of the processes: ${logs}`)
    return counts
  } finally {
    await Promise.all(offices.map((office) => office.close()))
  }
}

/** Run only by name or in the long form. */
export const LONG_ONLY = ['fleet']

export const STAGES = {
  lint: async ({ run }) => one(await run('biome', ['check', '--error-on-warnings', '.'])),
  types,
  imports: async ({ run }) => one(await run('node', ['scripts/imports.mjs'])),
  unused: async ({ run }) => one(await run('knip', ['--no-progress'])),
  unit: (context) => vitest('unit', context),
  // these tests wait for the database and for each other's clocks more than they compute
  database: (context) =>
    vitest('database', context, [`--maxWorkers=${Math.max(3, os.availableParallelism())}`]),
  build,
  faults: (context) => served('faults', context, (buildDir) => faults({ ...context, buildDir })),
  browser: (context) => served('browser', context, (buildDir) => browser({ ...context, buildDir })),
  // the same journeys, each in its short form, in front of two web processes and two workers
  fleet: (context) =>
    served('fleet', context, (buildDir) => browser({ ...context, buildDir, long: false, fleet: true })),
}

/**
 * The turns of a run: in each its lanes begin together, and a lane does one stage after the other. Tests that wait for
 * clocks stand beside what computes; in the browser people's patience is measured, so nothing runs beside it.
 */
export const TURNS = [
  [
    ['lint', 'types', 'imports', 'build', 'database'],
    ['unused', 'unit', 'faults'],
  ],
  [['browser', 'fleet']],
]
