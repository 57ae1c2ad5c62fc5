import { randomUUID } from 'node:crypto'
import type { Office } from './office/office'
import type { Person } from './office/person'
import type { Random } from './random'

type Totals = { lines: number; sums: Record<string, string> }

const RELEASABLE_GATES = ['clear', 'corrected', 'unchecked']
const RELEASABLE_RUNS = `
  select distinct upload_id as id from payment_lines
   where release_id is null and gate::text in ('clear', 'corrected', 'unchecked')`

/** Reviewers who release the same payment run concurrently, and withdraw some of the releases. */
export class Releaser {
  readonly #office: Office
  readonly #reviewers: readonly Person[]
  readonly #random: Random
  released = 0

  constructor(office: Office, reviewers: readonly Person[], random: Random) {
    this.#office = office
    this.#reviewers = reviewers
    this.#random = random
  }

  /** Picks a run with lines that can be released. All reviewers try to release them. */
  async releaseOne(): Promise<void> {
    const runs = await this.#office.database.query<{ id: string }>(RELEASABLE_RUNS)
    if (runs.length === 0) return
    const { id } = this.#random.pick(runs)
    const withdraws = this.#random.next() < 0.3
    await Promise.all(this.#reviewers.map((reviewer) => this.#release(reviewer, id, withdraws)))
  }

  async #release(reviewer: Person, id: string, withdraws: boolean): Promise<void> {
    const run = await reviewer.get(`/api/payments/${id}`).catch(() => undefined)
    if (run?.status !== 200) return
    const body = { lines: 'clear', expected: sumReleasable(run.body.gates as Record<string, Totals>) }
    const key = { 'idempotency-key': randomUUID() }
    const response = await reviewer.post(`/api/payments/${id}/releases`, body, key).catch(() => undefined)
    if (response?.status !== 200) return
    this.released++
    if (withdraws)
      await reviewer
        .post(`/api/payments/${id}/releases/${response.body.number}/withdraw`, undefined)
        .catch(() => {})
  }
}

/** Sums the lines that can be released. Floating point is exact, because all amounts are whole euros. */
function sumReleasable(gates: Record<string, Totals>): Totals {
  const parts = RELEASABLE_GATES.flatMap((gate) => gates[gate] ?? [])
  const sum = parts.reduce((total, { sums }) => total + Number(sums.EUR ?? 0), 0)
  return { lines: parts.reduce((total, { lines }) => total + lines, 0), sums: { EUR: sum.toFixed(2) } }
}
