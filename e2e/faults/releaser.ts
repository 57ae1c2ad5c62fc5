import { randomUUID } from 'node:crypto'
import type { Office } from './office/office'
import type { Person } from './office/person'
import type { Chance } from './random'

type Totals = { lines: number; sums: Record<string, string> }

const LEAVING = ['clear', 'corrected', 'unchecked']
const MAY_LEAVE = `
  select distinct upload_id as id from payment_lines
   where release_id is null and gate::text in ('clear', 'corrected', 'unchecked')`

/** Reviewers who release the same payment run at the same moment, and withdraw some of the releases. */
export class Releaser {
  readonly #office: Office
  readonly #reviewers: readonly Person[]
  readonly #chance: Chance
  released = 0

  constructor(office: Office, reviewers: readonly Person[], chance: Chance) {
    this.#office = office
    this.#reviewers = reviewers
    this.#chance = chance
  }

  /** All reviewers try to release the lines of one run that can be released. */
  async open(): Promise<void> {
    const runs = await this.#office.database.query<{ id: string }>(MAY_LEAVE)
    if (runs.length === 0) return
    const { id } = this.#chance.pick(runs)
    const withdraws = this.#chance.next() < 0.3
    await Promise.all(this.#reviewers.map((reviewer) => this.#release(reviewer, id, withdraws)))
  }

  async #release(reviewer: Person, id: string, withdraws: boolean): Promise<void> {
    const run = await reviewer.get(`/api/payments/${id}`).catch(() => undefined)
    if (run?.status !== 200) return
    const body = { lines: 'clear', expected: leavingOf(run.body.gates as Record<string, Totals>) }
    const key = { 'idempotency-key': randomUUID() }
    const answer = await reviewer.post(`/api/payments/${id}/releases`, body, key).catch(() => undefined)
    if (answer?.status !== 200) return
    this.released++
    if (withdraws)
      await reviewer
        .post(`/api/payments/${id}/releases/${answer.body.number}/withdraw`, undefined)
        .catch(() => {})
  }
}

/** The lines that can be released. Their sum is exact in floating point: all amounts are whole euros. */
function leavingOf(gates: Record<string, Totals>): Totals {
  const parts = LEAVING.flatMap((gate) => gates[gate] ?? [])
  const sum = parts.reduce((total, { sums }) => total + Number(sums.EUR ?? 0), 0)
  return { lines: parts.reduce((total, { lines }) => total + lines, 0), sums: { EUR: sum.toFixed(2) } }
}
