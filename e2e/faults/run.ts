// The fault harness: node --import ./scripts/register.mjs e2e/faults/run.ts [--kills 30] [--seed 1] [--wrong rearm]
// Needs a production build in BUILD_DIR. Prints the seed and the timeline when a promise was broken.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ownFolder } from '../../scripts/prepare/install.mjs'
import { enterProject, root } from '../../scripts/prepare/project.mjs'
import { locked } from '../../scripts/processes/lock.mjs'
import { check } from './check/check'
import type { Evidence } from './check/evidence'
import { gather } from './check/gather'
import { plantErrors } from './check/plants'
import { Desk } from './desk'
import { everyFailpoint } from './failpoints'
import { Load } from './load'
import { Nemesis } from './nemesis'
import { Analyst } from './office/analyst'
import { Database } from './office/database'
import { type Office, openOffice } from './office/office'
import { Person } from './office/person'
import { chance } from './random'
import { comeToRest, Watch } from './rest'
import { Timeline } from './timeline'
import { makeMistake, type Wrong } from './wrong'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    wrong: { type: 'string' },
    aloud: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const kills = Number(values.kills)
const wrong = values.wrong as Wrong | undefined
const PACE: [number, number] = [700, 3_000]
const REST_SECONDS = 150

enterProject()
const timeline = new Timeline(values.aloud)
const folder = ownFolder(path.join(root, '.data/faults'))
const ok = await locked(folder, 'run', run).catch((error: unknown) => {
  console.error(error)
  console.error(`seed ${seed}\n${timeline}`)
  return false
})
process.exit(ok ? 0 : 1)

async function run(): Promise<boolean> {
  const database = await Database.open(folder)
  const buildDir = process.env.BUILD_DIR || '.next'
  const office = await openOffice(database, { folder, buildDir, seed, timeline })
  try {
    const analyst = new Analyst(await Person.signIn(office.address, 'analyst'))
    return wrong ? await mistake(office, analyst, wrong) : await storm(office, analyst)
  } finally {
    await office.close()
    await database.stop()
  }
}

/** Every failpoint, then chance, then rest; then everything is compared. */
async function storm(office: Office, analyst: Analyst): Promise<boolean> {
  const watch = new Watch(office)
  const directed = await everyFailpoint(office, analyst)
  const reviewers: [Person, Person] = [
    await Person.signIn(office.address, 'reviewer'),
    await Person.signIn(office.address, 'second'),
  ]
  timeline.note('the storm begins')
  const nemesis = new Nemesis(office, chance(seed), timeline)
  const desk = new Desk(office, reviewers, chance(seed + 3))
  const load = new Load(office, analyst, desk, chance(seed + 2))
  office.provider.mishaps.on = true
  load.start()
  const before = nemesis.kills()
  await nemesis.rage(before + kills, PACE)
  await load.stop()
  timeline.note('the storm is over')
  const restless = await comeToRest(office, analyst, REST_SECONDS)
  await watch.stop()
  const evidence = await gather(office, analyst, { longestOverdue: watch.longestOverdue, restless, directed })
  const violations = check(evidence)
  const { missed, planted } = plantErrors(evidence)
  for (const { invariant, what } of violations) console.error(`BROKEN ${invariant}: ${what}`)
  for (const what of missed) console.error(`THE CHECKER IS BLIND: ${what}`)
  const { crashes } = office.processes
  const good = violations.length + missed.length + crashes.length === 0
  if (!good) console.error(`seed ${seed}; ended by themselves: ${crashes.length}\n${timeline}`)
  console.log(
    summary(office, nemesis, evidence, { violations: violations.length, planted, missed: missed.length }),
  )
  return good
}

function summary(
  { processes, provider }: Office,
  nemesis: Nemesis,
  { attempts, ledger, verifications, uploads, longestOverdue }: Evidence,
  found: { violations: number; planted: number; missed: number },
): string {
  const count = (state: string) => attempts.filter((one) => one.state === state).length
  const mishaps = [...provider.mishaps.counts.values()].reduce((sum, n) => sum + n, 0)
  return (
    `faults: seed ${seed}, ${Math.round(timeline.seconds())} s, ${nemesis.kills()} kills ` +
    `(${processes.kills} by chance, ${processes.failpoints} at named places, ${nemesis.databaseCrashes} of the database), ` +
    `${nemesis.freezes} freezes, ${mishaps} mishaps of the provider; ${uploads.length} uploads, ${verifications.length} checks, ` +
    `${attempts.length} attempts (${count('accepted')} accepted, ${count('unknown')} unknown, ${count('rejected')} rejected, ` +
    `${count('not_sent')} not sent), ${ledger.length} billed; longest doubt ${longestOverdue} s over its deadline; ` +
    `${found.violations} promises broken; ${found.planted - found.missed} of ${found.planted} planted errors found`
  )
}

/** The harness proves that it can fail: the mistake must show as billed twice. */
async function mistake(office: Office, analyst: Analyst, what: Wrong): Promise<boolean> {
  await makeMistake(office, analyst, what)
  const restless = await comeToRest(office, analyst, 40)
  const evidence = await gather(office, analyst, { longestOverdue: 0, restless, directed: [] })
  const violations = check(evidence)
  const caught = violations.some(({ invariant }) => invariant === 'I2')
  if (!caught) console.error(`not caught: ${what}; seed ${seed}\n${timeline}`)
  console.log(
    `faults: the mistake “${what}” was ${caught ? 'caught' : 'NOT caught'} (${violations.map((one) => one.invariant).join(', ')})`,
  )
  return caught
}
