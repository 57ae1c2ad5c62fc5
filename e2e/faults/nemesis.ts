import { setTimeout as sleep } from 'node:timers/promises'
import { type AnyFailpoint, FAILPOINTS, RELEASE_FAILPOINTS } from '@/lib/platform/failpoint.server'
import type { Office } from './office/office'
import type { Chance } from './random'
import type { Timeline } from './timeline'

const ACTS = {
  worker: 30,
  web: 12,
  worker_failpoint: 38,
  web_failpoint: 8,
  freeze: 7,
  database: 5,
  replay: 6,
}

const REPLAY = `
  insert into pgboss.job
  select (jsonb_populate_record(null::pgboss.job, to_jsonb(job) || jsonb_build_object(
    'id', gen_random_uuid(), 'state', 'created', 'started_on', null, 'completed_on', null, 'singleton_key', gen_random_uuid(),
    'singleton_on', null, 'output', null))).*
    from (select distinct on (name, data) * from pgboss.job
           where name in ('check.send', 'bulk.submit') and created_on > now() - interval '30 seconds') job
  returning id`

/** A web process polls no pages, and releases. */
const WEB_FAILPOINTS = [...FAILPOINTS.filter((name) => name !== 'mid_poll_page'), ...RELEASE_FAILPOINTS]

/** How long a process with a failpoint is given to reach it. */
const PATIENCE_MS = 12_000

/** Injects random faults from a seed: kills at any time or at a failpoint, database crashes, frozen processes. */
export class Nemesis {
  readonly #office: Office
  readonly #chance: Chance
  readonly #timeline: Timeline
  databaseCrashes = 0
  freezes = 0
  replayed = 0
  #stopped = false
  readonly #armedSince = new Map<string, number>()

  constructor(office: Office, chance: Chance, timeline: Timeline) {
    this.#office = office
    this.#chance = chance
    this.#timeline = timeline
  }

  kills = (): number =>
    this.#office.processes.kills + this.#office.processes.failpoints + this.databaseCrashes

  stop = (): void => {
    this.#stopped = true
  }

  /** Injects one fault every `least` to `most` ms until that many processes were killed. */
  async rage(kills: number, [least, most]: [number, number]): Promise<void> {
    while (this.kills() < kills && !this.#stopped) {
      await sleep(this.#chance.between(least, most))
      await this.#act()
    }
  }

  async #act(): Promise<void> {
    const { processes, database } = this.#office
    const act = this.#chance.weighted(ACTS)
    const worker = this.#chance.pick(['worker 1', 'worker 2'])
    const failpoint = this.#chance.pick(FAILPOINTS)
    if (act === 'database') {
      this.#timeline.note('database: stop -m immediate, start')
      await database.crash()
      this.databaseCrashes++
    } else if (act === 'freeze') {
      this.freezes++
      await processes.freeze(worker, this.#chance.between(2_500, 11_000))
    } else if (act === 'replay') {
      this.replayed += await this.#replayJobs()
    } else if (act === 'web' || act === 'web_failpoint') {
      await this.#kill('web', act === 'web' ? null : this.#chance.pick(WEB_FAILPOINTS))
    } else await this.#kill(worker, act === 'worker' ? null : failpoint)
  }

  /** Repeats every recent job of the queue, done or not, because a queue may deliver twice. */
  async #replayJobs(): Promise<number> {
    const jobs = await this.#office.database.query(REPLAY)
    this.#timeline.note(`${jobs.length} jobs come once more`)
    return jobs.length
  }

  async #kill(name: string, failpoint: AnyFailpoint | null): Promise<void> {
    const { processes } = this.#office
    const since = this.#armedSince.get(name) ?? 0
    if (processes.armed(name) && Date.now() - since < PATIENCE_MS) return
    await processes.kill(name, failpoint)
    if (failpoint) this.#armedSince.set(name, Date.now())
  }
}
