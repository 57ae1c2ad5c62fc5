import { setTimeout as sleep } from 'node:timers/promises'
import type { Analyst } from './office/analyst'
import { BULK_SIZE, type Office } from './office/office'
import type { Random } from './random'
import type { Releaser } from './releaser'
import type { Resolver } from './resolver'

/** The load during the faults: uploads, checks, reviewers, releases, and a person who resumes paused uploads. */
export class Load {
  readonly #office: Office
  readonly #analyst: Analyst
  readonly #resolver: Resolver
  readonly #releaser: Releaser
  readonly #random: Random
  #stopped = false
  #work: Promise<unknown> = Promise.resolve()

  constructor(
    office: Office,
    analyst: Analyst,
    { resolver, releaser }: { resolver: Resolver; releaser: Releaser },
    random: Random,
  ) {
    this.#office = office
    this.#analyst = analyst
    this.#resolver = resolver
    this.#releaser = releaser
    this.#random = random
  }

  start(): void {
    this.#work = Promise.all([
      this.#repeat(1_000, () => this.#analyst.upload(this.#random.between(5, 3 * BULK_SIZE))),
      this.#repeat(1_200, () => this.#analyst.check()),
      this.#repeat(2_000, () => resumeRefused(this.#office, this.#analyst)),
      this.#repeat(3_000, () => this.#resolver.resolveNew()),
      this.#repeat(1_500, () => this.#releaser.releaseOne()),
    ])
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#work
  }

  async #repeat(everyMs: number, action: () => Promise<unknown>): Promise<void> {
    while (!this.#stopped) {
      await action()
      await sleep(everyMs)
    }
  }
}

/** Resumes what the provider refused, as after a purchase of credits. Unknown outcomes stay paused. */
export async function resumeRefused({ database }: Office, analyst: Analyst): Promise<void> {
  await database.query(`
    update breakers set probe_from = clock_timestamp(), probe_at = null
     where kind = 'credits' and open_since is not null and probe_from is null`)
  const paused = await database.query<{ id: string }>(
    `select id from uploads where state = 'paused' and pause_reason in ('credits', 'credentials')`,
  )
  for (const { id } of paused) await analyst.resume(id)
}
