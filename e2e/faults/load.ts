import { setTimeout as sleep } from 'node:timers/promises'
import type { Desk } from './desk'
import type { Analyst } from './office/analyst'
import { BULK_SIZE, type Office } from './office/office'
import type { Chance } from './random'
import type { Releaser } from './releaser'

/** The load during the faults: files, checks, reviewers, releases, and a person who resumes paused uploads. */
export class Load {
  readonly #office: Office
  readonly #analyst: Analyst
  readonly #desk: Desk
  readonly #releaser: Releaser
  readonly #chance: Chance
  #stopped = false
  #work: Promise<unknown> = Promise.resolve()

  constructor(
    office: Office,
    analyst: Analyst,
    { desk, releaser }: { desk: Desk; releaser: Releaser },
    chance: Chance,
  ) {
    this.#office = office
    this.#analyst = analyst
    this.#desk = desk
    this.#releaser = releaser
    this.#chance = chance
  }

  start(): void {
    this.#work = Promise.all([
      this.#repeat(1_000, () => this.#analyst.upload(this.#chance.between(5, 3 * BULK_SIZE))),
      this.#repeat(1_200, () => this.#analyst.check()),
      this.#repeat(2_000, () => cureRefusals(this.#office, this.#analyst)),
      this.#repeat(3_000, () => this.#desk.open()),
      this.#repeat(1_500, () => this.#releaser.open()),
    ])
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#work
  }

  async #repeat(everyMs: number, act: () => Promise<unknown>): Promise<void> {
    while (!this.#stopped) {
      await act()
      await sleep(everyMs)
    }
  }
}

/** Confirms that credits were bought and credentials fixed. What is unknown stays paused. */
export async function cureRefusals({ database }: Office, analyst: Analyst): Promise<void> {
  await database.query(`
    update breakers set probe_from = clock_timestamp(), probe_at = null
     where kind = 'credits' and open_since is not null and probe_from is null`)
  const paused = await database.query<{ id: string }>(
    `select id from uploads where state = 'paused' and pause_reason in ('credits', 'credentials')`,
  )
  for (const { id } of paused) await analyst.resume(id)
}
