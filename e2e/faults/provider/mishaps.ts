import type { Chance } from '../random'

/**
 * Faults of a paid POST. `billed` ones accept, debit and write the ledger first, then break the response; `refused`
 * ones are definite; `dark` ones fail before anything is accepted.
 */
const PAID = {
  fine: 58,
  slow: 8,
  very_slow: 3,
  billed_lost: 6,
  billed_500: 3,
  billed_truncated: 3,
  billed_html: 2,
  billed_huge: 1,
  billed_without_id: 2,
  billed_wrong_total: 1,
  dark_reset: 3,
  dark_503: 2,
  refused_429: 5,
  refused_401: 2,
  refused_403: 1,
  refused_400: 1,
}
export type PaidMishap = keyof typeof PAID

/** Faults of a GET, which costs nothing. */
const READ = {
  fine: 80,
  slow: 5,
  lost: 2,
  status_500: 2,
  truncated: 2,
  html: 2,
  huge: 1,
  status_404: 2,
  status_429: 2,
  backwards: 4,
  early_completed: 2,
  shuffled: 5,
  overlapping: 3,
  regressed: 3,
  wrong_page: 1,
}
export type ReadMishap = keyof typeof READ

/** Faults of a bulk while faults are enabled. */
const BULKS = { fine: 85, stuck: 10, from_one: 5 }
export type BulkTrouble = keyof typeof BULKS

/** Chooses faults while `on`; the same seed and the same order of requests give the same ones. */
export class Mishaps {
  on = false
  /** the faults of the next paid requests, before random ones */
  readonly planned: PaidMishap[] = []
  readonly #chance: Chance
  readonly counts = new Map<string, number>()

  constructor(chance: Chance) {
    this.#chance = chance
  }

  paid = (): PaidMishap =>
    this.#count(this.planned.shift() ?? (this.on ? this.#chance.weighted(PAID) : 'fine'))
  read = (): ReadMishap => this.#count(this.on ? this.#chance.weighted(READ) : 'fine')
  bulk = (): BulkTrouble => (this.on ? this.#chance.weighted(BULKS) : 'fine')

  #count<K extends string>(name: K): K {
    if (name !== 'fine') this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
    return name
  }
}
