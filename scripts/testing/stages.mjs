// The stages of `npm test`, each returning { passed, failed, skipped }.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { log } from '../prepare/project.mjs'
import { withLock } from '../processes/lock.mjs'
import { execute } from '../processes/run.mjs'
import { countResults, failedNames, NO_RESULTS, stageEndedMessage } from './count.mjs'
import { faults } from './faults.mjs'
import { startTestOffices } from './office.mjs'
import { testFolder } from './server.mjs'

const TALLY = './scripts/testing/tally.mjs'
const countOf = (code) => ({ ...NO_RESULTS, [code === 0 ? 'passed' : 'failed']: 1 })

/** Long enough for a slow machine: a compiler prints nothing while it works. */
const TIMEOUTS = { silence: 20 * 60_000, total: 12 * 60 * 60_000 }

/** How a stage runs a program; in parallel stages every line starts with the stage's name. */
export const createRunner =
  (name, label) =>
  async (command, args, env = {}) => {
    const { code, ended } = await execute(command, args, { env, label, timeouts: TIMEOUTS })
    if (ended) log(stageEndedMessage(name, ended))
    return code
  }

/** Deletes the results of an earlier run. @returns the file for those of this stage */
function clearTally(name) {
  const file = path.join(testFolder(), `${name}.tally`)
  fs.rmSync(file, { force: true })
  return file
}

/** The counts of a stage; the names of failed tests are kept for the end of the run. */
function collectCounts(file, code, { failed }) {
  failed.push(...failedNames(file))
  return countResults(file, code)
}

async function runVitest(project, context, options = []) {
  const { run, filters, long } = context
  const file = clearTally(project)
  const reporters = ['--reporter=default', `--reporter=${TALLY}`]
  const args = ['run', '--project', project, '--allowOnly=false', ...options, ...reporters, ...filters]
  const code = await run('vitest', args, { LONG: long ? '1' : '', TALLY: file })
  return collectCounts(file, code, context)
}

async function checkTypes({ run }) {
  if ((await run('next', ['typegen'])) !== 0) return countOf(1)
  return countOf(await run('tsc', ['--noEmit']))
}

/** A build that fails is a failed stage and does not end the run. */
const build = (context) =>
  context.build().then(
    () => countOf(0),
    (error) => {
      console.error(error.message)
      return countOf(1)
    },
  )

/** Runs a stage that serves the build, and builds first when the stage runs alone. */
async function withBuild(name, context, work) {
  const buildDir = await context.build().catch(() => undefined)
  if (buildDir) return work(buildDir)
  log(`${name}: not run, because the build failed`)
  return { ...NO_RESULTS, skipped: 1 }
}

function runBrowserTests(context) {
  const onWait = () => log('browser: waiting for another test run')
  return withLock(testFolder(), 'browser', () => runPlaywright(context), onWait)
}

/** Each Playwright worker has its own office; the fleet is one office. */
const OFFICES = 2

async function runPlaywright({ run, lifecycle, buildDir, filters, long, failed, fleet = false }) {
  const offices = await startTestOffices(lifecycle, fleet ? 1 : OFFICES, { buildDir, fleet })
  try {
    const name = fleet ? 'fleet' : 'browser'
    const file = clearTally(name)
    const args = ['test', `--reporter=list,${TALLY}`, '--output', `test-results/${name}`, ...filters]
    const envs = JSON.stringify(offices.map(({ env }) => env))
    const env = { OFFICES: envs, TALLY: file, LONG: long ? '1' : '' }
    const counts = collectCounts(file, await run('playwright', args, env), { failed })
    const logs = offices.map((office) => path.relative('.', office.logs)).join(', ')
    if (counts.failed) log(`the logs of the processes: ${logs}`)
    return counts
  } finally {
    await Promise.all(offices.map((office) => office.close()))
  }
}

/** Runs only by name or in the long form. */
export const LONG_ONLY = ['fleet']

export const STAGES = {
  lint: async ({ run }) => countOf(await run('biome', ['check', '--error-on-warnings', '.'])),
  types: checkTypes,
  imports: async ({ run }) => countOf(await run('node', ['scripts/imports.mjs'])),
  unused: async ({ run }) => countOf(await run('knip', ['--no-progress', '--cache'])),
  // Vitest alone would leave one core unused
  unit: (context) => runVitest('unit', context, [`--maxWorkers=${os.availableParallelism()}`]),
  // these tests wait for the database and for timeouts more than they compute
  database: (context) =>
    runVitest('database', context, [`--maxWorkers=${Math.max(3, os.availableParallelism())}`]),
  build,
  faults: (context) => withBuild('faults', context, (buildDir) => faults({ ...context, buildDir })),
  browser: (context) =>
    withBuild('browser', context, (buildDir) => runBrowserTests({ ...context, buildDir })),
  // the same tests in their short form, in front of two web processes and two workers
  fleet: (context) =>
    withBuild('fleet', context, (buildDir) =>
      runBrowserTests({ ...context, buildDir, long: false, fleet: true }),
    ),
}

/**
 * Phases of sequences of stages, see `runSchedule`. Tests that wait for timeouts run in parallel with computation; the
 * browser tests depend on timing, so they run alone.
 */
export const SCHEDULE = [
  [
    ['database'], // takes longest
    ['lint', 'imports', 'unused', 'types', 'build', 'faults', 'unit'], // types and build write into one folder
  ],
  [['browser', 'fleet']],
]
