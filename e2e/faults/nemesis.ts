import { setTimeout as sleep } from 'node:timers/promises'
import { type AnyFailpoint, FAILPOINTS, RELEASE_FAILPOINTS } from '@/lib/platform/failpoint.server'
import type { Office } from './office/office'
import type { Random } from './random'
import type { Timeline } from './timeline'

const FAULT_WEIGHTS = {
  worker: 30,
  web: 12,
  worker_failpoint: 38,
  web_failpoint: 8,
  freeze: 7,
  database: 5,
  replay: 6,
}

const REPLAY_JOBS = `
  insert into pgboss.job
  select (jsonb_populate_record(null::pgboss.job, to_jsonb(job) || jsonb_build_object(
    'id', gen_random_uuid(), 'state', 'created', 'started_on', null, 'completed_on', null, 'singleton_key', gen_random_uuid(),
    'singleton_on', null, 'output', null))).*
    from (select distinct on (name, data) * from pgboss.job
           where name in ('check.send', 'bulk.submit') and created_on > now() - interval '30 seconds') job
  returning id`

/** The web process polls no pages, but releases payments. */
const WEB_FAILPOINTS = [...FAILPOINTS.filter((name) => name !== 'mid_poll_page'), ...RELEASE_FAILPOINTS]

/** How long a process may take to reach its failpoint. */
const REACH_MS = 12_000

/** Injects random faults from a seed: kills at any time or at a failpoint, database crashes, frozen processes. */
export class Nemesis {
  readonly #office: Office
  readonly #random: Random
  readonly #timeline: Timeline
  databaseCrashes = 0
  freezes = 0
  replayed = 0
  #stopped = false
  readonly #armedSince = new Map<string, number>()

  constructor(office: Office, random: Random, timeline: Timeline) {
    this.#office = office
    this.#random = random
    this.#timeline = timeline
  }

  kills = (): number =>
    this.#office.processes.kills + this.#office.processes.failpoints + this.databaseCrashes

  stop = (): void => {
    this.#stopped = true
  }

  /** Injects a fault every `least` to `most` ms until this many processes were killed. */
  async injectFaults(kills: number, [least, most]: [number, number]): Promise<void> {
    while (this.kills() < kills && !this.#stopped) {
      await sleep(this.#random.between(least, most))
      await this.#injectFault()
    }
  }

  async #injectFault(): Promise<void> {
    const { processes, database } = this.#office
    const fault = this.#random.weighted(FAULT_WEIGHTS)
    const worker = this.#random.pick(['worker 1', 'worker 2'])
    const failpoint = this.#random.pick(FAILPOINTS)
    if (fault === 'database') {
      this.#timeline.note('database: stop -m immediate, start')
      await database.crash()
      this.databaseCrashes++
    } else if (fault === 'freeze') {
      this.freezes++
      await processes.freeze(worker, this.#random.between(2_500, 11_000))
    } else if (fault === 'replay') {
      this.replayed += await this.#replayJobs()
    } else if (fault === 'web' || fault === 'web_failpoint') {
      await this.#kill('web', fault === 'web' ? null : this.#random.pick(WEB_FAILPOINTS))
    } else await this.#kill(worker, fault === 'worker' ? null : failpoint)
  }

  /** Enqueues every recent job again, because a queue may deliver twice. */
  async #replayJobs(): Promise<number> {
    const jobs = await this.#office.database.query(REPLAY_JOBS)
    this.#timeline.note(`${jobs.length} jobs delivered twice`)
    return jobs.length
  }

  async #kill(name: string, failpoint: AnyFailpoint | null): Promise<void> {
    const { processes } = this.#office
    const since = this.#armedSince.get(name) ?? 0
    if (processes.hasFailpoint(name) && Date.now() - since < REACH_MS) return
    await processes.kill(name, failpoint)
    if (failpoint) this.#armedSince.set(name, Date.now())
  }
}
