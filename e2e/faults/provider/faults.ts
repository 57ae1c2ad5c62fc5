import type { Random } from '../random'

/**
 * Faults of a paid POST, with their weights. `billed`: the request is accepted and billed, then the response is broken.
 * `refused`: a definite refusal. `dropped`: the request fails before it is accepted.
 */
const PAID_FAULTS = {
  none: 58,
  slow: 8,
  very_slow: 3,
  billed_lost: 6,
  billed_500: 3,
  billed_truncated: 3,
  billed_html: 2,
  billed_huge: 1,
  billed_without_id: 2,
  billed_wrong_total: 1,
  dropped_reset: 3,
  dropped_503: 2,
  refused_429: 5,
  refused_401: 2,
  refused_403: 1,
  refused_400: 1,
}
export type PaidFault = keyof typeof PAID_FAULTS

/** Faults of a GET, which is free. */
const READ_FAULTS = {
  none: 80,
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
export type ReadFault = keyof typeof READ_FAULTS

/** Faults of the processing of a bulk. */
const BULK_FAULTS = { none: 85, stuck: 10, from_one: 5 }
export type BulkFault = keyof typeof BULK_FAULTS

/** Chooses faults while `enabled`. The same seed and the same order of requests give the same faults. */
export class ProviderFaults {
  enabled = false
  /** the faults of the next paid requests, used before random ones */
  readonly planned: PaidFault[] = []
  readonly #random: Random
  readonly counts = new Map<string, number>()

  constructor(random: Random) {
    this.#random = random
  }

  paid = (): PaidFault =>
    this.#count(this.planned.shift() ?? (this.enabled ? this.#random.weighted(PAID_FAULTS) : 'none'))
  read = (): ReadFault => this.#count(this.enabled ? this.#random.weighted(READ_FAULTS) : 'none')
  bulk = (): BulkFault => (this.enabled ? this.#random.weighted(BULK_FAULTS) : 'none')

  #count<K extends string>(name: K): K {
    if (name !== 'none') this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
    return name
  }
}
