import { check } from './check/check'
import type { Evidence } from './check/evidence'
import { gather } from './check/gather'
import { plantErrors } from './check/planted-errors'
import { DeadlineMonitor, drainWork } from './drain'
import { crashAtEveryFailpoint } from './failpoints'
import { Load } from './load'
import { Nemesis } from './nemesis'
import type { Analyst } from './office/analyst'
import type { Office } from './office/office'
import { Person } from './office/person'
import { createRandom } from './random'
import { Releaser } from './releaser'
import { Resolver } from './resolver'
import type { Timeline } from './timeline'

export type StormRun = { office: Office; timeline: Timeline; seed: number; kills: number }

const FAULT_INTERVAL_MS: [number, number] = [700, 3_000]
const DRAIN_SECONDS = 150

/**
 * Crashes at every failpoint, then injects random faults, waits until all work has ended, and checks the evidence.
 * @returns whether no invariant was violated
 */
export async function runStorm(run: StormRun, analyst: Analyst): Promise<boolean> {
  const { office, timeline } = run
  const monitor = new DeadlineMonitor(office)
  const crashes = await crashAtEveryFailpoint(office, analyst)
  const { nemesis, resolver, releaser } = await injectFaults(run, analyst)
  const unfinished = await drainWork(office, analyst, DRAIN_SECONDS)
  timeline.note('all work has ended')
  await releaser.releaseOne()
  await monitor.stop()
  const { longestOverdue } = monitor
  const evidence = await gather(office, analyst, { longestOverdue, unfinished, crashes })
  const violations = check(evidence)
  const { missed, planted } = plantErrors(evidence)
  const { crashes: exits } = office.processes
  for (const { invariant, what } of violations) console.error(`VIOLATED ${invariant}: ${what}`)
  for (const what of missed) console.error(`NOT DETECTED: ${what}`)
  for (const what of exits) console.error(`EXITED UNEXPECTEDLY: ${what}`)
  console.log(
    `${summarizeFaults(run, nemesis)}; ${resolver.resolved} unknown outcomes resolved; ` +
      `${releaser.released} releases; ${summarizeEvidence(evidence)}; ${violations.length} invariants violated; ` +
      `${planted - missed.length} of ${planted} planted errors found`,
  )
  return violations.length + missed.length + exits.length === 0
}

async function injectFaults({ office, timeline, seed, kills }: StormRun, analyst: Analyst) {
  const reviewers: [Person, Person] = [
    await Person.signIn(office.address, 'reviewer'),
    await Person.signIn(office.address, 'second'),
  ]
  timeline.note('random faults begin')
  const nemesis = new Nemesis(office, createRandom(seed), timeline)
  const resolver = new Resolver(office, reviewers, createRandom(seed + 3))
  const releaser = new Releaser(office, reviewers, createRandom(seed + 4))
  const load = new Load(office, analyst, { resolver, releaser }, createRandom(seed + 2))
  office.provider.faults.enabled = true
  load.start()
  await nemesis.injectFaults(nemesis.kills() + kills, FAULT_INTERVAL_MS)
  await load.stop()
  timeline.note('random faults end')
  return { nemesis, resolver, releaser }
}

function summarizeFaults({ office, timeline, seed }: StormRun, nemesis: Nemesis): string {
  const { kills, failpoints } = office.processes
  const providerFaults = [...office.provider.faults.counts.values()].reduce((sum, n) => sum + n, 0)
  return (
    `faults: seed ${seed}, ${Math.round(timeline.seconds())} s, ${nemesis.kills()} kills (${kills} at a random time, ` +
    `${failpoints} at failpoints, ${nemesis.databaseCrashes} of the database), ${nemesis.freezes} freezes, ` +
    `${nemesis.replayed} jobs delivered twice, ` +
    `${providerFaults} provider faults`
  )
}

function summarizeEvidence({ attempts, ledger, verifications, uploads, longestOverdue }: Evidence): string {
  const states = Map.groupBy(attempts, (one) => one.state)
  const counts = [...states].map(([state, own]) => `${own.length} ${state.replace('_', ' ')}`).sort()
  return (
    `${uploads.length} uploads, ${verifications.length} checks, ${attempts.length} attempts (${counts.join(', ')}), ` +
    `${ledger.length} billed, at most ${longestOverdue} s in sending after a deadline`
  )
}
