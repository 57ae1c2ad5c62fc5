import { setTimeout as sleep } from 'node:timers/promises'
import { cureRefusals } from './load'
import type { Analyst } from './office/analyst'
import type { Office } from './office/office'

/** Describes the work that has not ended; nothing when all is idle. */
const RESTLESS = `
  select 'attempt ' || id || ' is ' || state as what from attempts where state in ('ready', 'sending')
  union all
  select 'bulk ' || b.id || ' is ' || b.state || coalesce(', withheld: ' || b.withheld, '') from bulks b
    join uploads u on u.id = b.upload_id
   where b.state in ('sending', 'accepted', 'processing')
      or b.state = 'waiting' and u.state in ('comparing', 'waiting', 'processing')`

/** Moves clocks forward, so that queued and forgotten work is due now. */
const HURRY = [
  `update bulks set next_poll_at = now() where next_poll_at > now()`,
  `update attempts set created_at = created_at - interval '4 minutes'
    where state = 'ready' and created_at > now() - interval '3 minutes'`,
  `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where name = 'upload.compare' and state = 'active'`,
  // after a quarter of an hour a throttled lane, and a restarted provider, have their full rate again
  `update upstream_paces set slowed_at = slowed_at - interval '20 minutes'`,
  `update breakers set closed_at = closed_at - interval '20 minutes'`,
]

/**
 * Ends the faults and waits until all work has ended. However long a queue has grown, the rate limit lets it end.
 * @returns what is left when nothing more has ended for `seconds`
 */
export async function comeToRest(office: Office, analyst: Analyst, seconds: number): Promise<string[]> {
  const { database, processes, provider } = office
  provider.mishaps.on = false
  for (const statement of HURRY) await database.query(statement)
  // no process has a failpoint any more, and a worker sweeps for forgotten work when it starts
  for (const name of processes.names()) await processes.kill(name)
  let restless: string[] = []
  let fewest = Number.POSITIVE_INFINITY
  for (let end = Date.now(); Date.now() <= end; await sleep(1_000)) {
    restless = (await database.query<{ what: string }>(RESTLESS)).map(({ what }) => what)
    if (restless.length === 0) return []
    if (restless.length < fewest) {
      fewest = restless.length
      end = Date.now() + seconds * 1_000
    }
    await cureRefusals(office, analyst)
    await database.query(HURRY[0] as string)
  }
  return restless
}

const WORKERS = ['worker 1', 'worker 2']
/** A worker that lives this long has started, also on a busy machine, and has swept. */
const SETTLED_MS = 8_000

/** Measures how long attempts stay in sending after their deadline while a worker is alive to settle them. */
export class Watch {
  longestOverdue = 0
  readonly #overdue = new Map<string, number>()
  #stopped = false
  readonly #work: Promise<void>

  constructor(office: Office) {
    this.#work = this.#look(office)
  }

  async #look({ database, processes }: Office): Promise<void> {
    for (let last = Date.now(); !this.#stopped; await sleep(1_000)) {
      const overdue = await database.query<{ id: string }>(
        `select id from attempts where state = 'sending' and send_deadline < now()`,
      )
      const seconds = (Date.now() - last) / 1_000
      last = Date.now()
      if (!processes.oneSettled(WORKERS, SETTLED_MS)) continue
      for (const { id } of overdue) this.#add(id, seconds)
    }
  }

  #add(id: string, seconds: number): void {
    const sum = (this.#overdue.get(id) ?? 0) + seconds
    this.#overdue.set(id, sum)
    this.longestOverdue = Math.max(this.longestOverdue, Math.round(sum))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#work
  }
}
