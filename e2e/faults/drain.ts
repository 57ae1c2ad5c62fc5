import { setTimeout as sleep } from 'node:timers/promises'
import { resumeRefused } from './load'
import type { Analyst } from './office/analyst'
import type { Office } from './office/office'

const UNFINISHED_WORK = `
  select 'attempt ' || id || ' is ' || state as what from attempts where state in ('ready', 'sending')
  union all
  select 'bulk ' || b.id || ' is ' || b.state || coalesce(', withheld: ' || b.withheld, '') from bulks b
    join uploads u on u.id = b.upload_id
   where b.state in ('sending', 'accepted', 'processing')
      or b.state = 'waiting' and u.state in ('comparing', 'waiting', 'processing')`

/** Makes queued and abandoned work due now. */
const ADVANCE_CLOCKS = [
  `update bulks set next_poll_at = now() where next_poll_at > now()`,
  `update attempts set created_at = created_at - interval '4 minutes'
    where state = 'ready' and created_at > now() - interval '3 minutes'`,
  `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where name = 'upload.compare' and state = 'active'`,
  // a quarter of an hour after throttling or an outage, the rate limit is back at its full rate
  `update upstream_paces set slowed_at = slowed_at - interval '20 minutes'`,
  `update breakers set closed_at = closed_at - interval '20 minutes'`,
]

/**
 * Stops the faults and waits until all work has ended, however long the queue is.
 * @returns the unfinished work when there was no progress for `seconds`
 */
export async function drainWork(office: Office, analyst: Analyst, seconds: number): Promise<string[]> {
  const { database, processes, provider } = office
  provider.faults.enabled = false
  for (const statement of ADVANCE_CLOCKS) await database.query(statement)
  // clears the failpoints; a worker sweeps for abandoned work when it starts
  for (const name of processes.names()) await processes.kill(name)
  let unfinished: string[] = []
  let fewest = Number.POSITIVE_INFINITY
  for (let end = Date.now(); Date.now() <= end; await sleep(1_000)) {
    unfinished = (await database.query<{ what: string }>(UNFINISHED_WORK)).map(({ what }) => what)
    if (unfinished.length === 0) return []
    if (unfinished.length < fewest) {
      fewest = unfinished.length
      end = Date.now() + seconds * 1_000
    }
    await resumeRefused(office, analyst)
    await database.query(ADVANCE_CLOCKS[0] as string)
  }
  return unfinished
}

const WORKERS = ['worker 1', 'worker 2']
/** After this long a worker has started and swept, even on a busy machine. */
const STARTUP_MS = 8_000

/** Measures how long attempts stay in sending after their deadline while a worker is running. */
export class DeadlineMonitor {
  longestOverdue = 0
  readonly #overdue = new Map<string, number>()
  #stopped = false
  readonly #work: Promise<void>

  constructor(office: Office) {
    this.#work = this.#measure(office)
  }

  async #measure({ database, processes }: Office): Promise<void> {
    for (let last = Date.now(); !this.#stopped; await sleep(1_000)) {
      const overdue = await database.query<{ id: string }>(
        `select id from attempts where state = 'sending' and send_deadline < now()`,
      )
      const seconds = (Date.now() - last) / 1_000
      last = Date.now()
      if (!processes.anyRunningFor(WORKERS, STARTUP_MS)) continue
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
