import { check } from './check/check'
import type { Evidence } from './check/evidence'
import { gather } from './check/gather'
import { plantErrors } from './check/plants'
import { Desk } from './desk'
import { everyFailpoint } from './failpoints'
import { Load } from './load'
import { Nemesis } from './nemesis'
import type { Analyst } from './office/analyst'
import type { Office } from './office/office'
import { Person } from './office/person'
import { chance } from './random'
import { Releaser } from './releaser'
import { comeToRest, Watch } from './rest'
import type { Timeline } from './timeline'

export type Run = { office: Office; timeline: Timeline; seed: number; kills: number }

/** The time between two faults of the nemesis. */
const PACE: [number, number] = [700, 3_000]
const REST_SECONDS = 150

/**
 * Runs every failpoint, then random faults, then waits until all work has ended and compares everything. @returns
 * whether every invariant held
 */
export async function storm(run: Run, analyst: Analyst): Promise<boolean> {
  const { office, timeline } = run
  const watch = new Watch(office)
  const directed = await everyFailpoint(office, analyst)
  const { nemesis, desk, releaser } = await rage(run, analyst)
  const restless = await comeToRest(office, analyst, REST_SECONDS)
  timeline.note('at rest')
  await releaser.open()
  await watch.stop()
  const { longestOverdue } = watch
  const evidence = await gather(office, analyst, { longestOverdue, restless, directed })
  const violations = check(evidence)
  const { missed, planted } = plantErrors(evidence)
  const { crashes } = office.processes
  for (const { invariant, what } of violations) console.error(`BROKEN ${invariant}: ${what}`)
  for (const what of missed) console.error(`THE CHECKER IS BLIND: ${what}`)
  for (const what of crashes) console.error(`ENDED BY ITSELF: ${what}`)
  console.log(
    `${deeds(run, nemesis)}; ${desk.decided} doubts decided; ${releaser.released} releases; ${amounts(evidence)}; ${violations.length} promises broken; ` +
      `${planted - missed.length} of ${planted} planted errors found`,
  )
  return violations.length + missed.length + crashes.length === 0
}

async function rage({ office, timeline, seed, kills }: Run, analyst: Analyst) {
  const reviewers: [Person, Person] = [
    await Person.signIn(office.address, 'reviewer'),
    await Person.signIn(office.address, 'second'),
  ]
  timeline.note('the storm begins')
  const nemesis = new Nemesis(office, chance(seed), timeline)
  const desk = new Desk(office, reviewers, chance(seed + 3))
  const releaser = new Releaser(office, reviewers, chance(seed + 4))
  const load = new Load(office, analyst, { desk, releaser }, chance(seed + 2))
  office.provider.mishaps.on = true
  load.start()
  await nemesis.rage(nemesis.kills() + kills, PACE)
  await load.stop()
  timeline.note('the storm is over')
  return { nemesis, desk, releaser }
}

function deeds({ office, timeline, seed }: Run, nemesis: Nemesis): string {
  const { kills, failpoints } = office.processes
  const mishaps = [...office.provider.mishaps.counts.values()].reduce((sum, n) => sum + n, 0)
  return (
    `faults: seed ${seed}, ${Math.round(timeline.seconds())} s, ${nemesis.kills()} kills (${kills} at any moment, ` +
    `${failpoints} at named places, ${nemesis.databaseCrashes} of the database), ${nemesis.freezes} standstills, ` +
    `${nemesis.replayed} jobs delivered twice, ` +
    `${mishaps} mishaps of the provider`
  )
}

function amounts({ attempts, ledger, verifications, uploads, longestOverdue }: Evidence): string {
  const states = Map.groupBy(attempts, (one) => one.state)
  const counts = [...states].map(([state, own]) => `${own.length} ${state.replace('_', ' ')}`).sort()
  return (
    `${uploads.length} uploads, ${verifications.length} checks, ${attempts.length} attempts (${counts.join(', ')}), ` +
    `${ledger.length} billed, longest doubt ${longestOverdue} s over its deadline`
  )
}
