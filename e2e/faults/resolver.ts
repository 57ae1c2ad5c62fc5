import type { Office } from './office/office'
import type { Person } from './office/person'
import type { LedgerLine } from './provider/ledger'
import type { Random } from './random'

type UnknownAttempt = { id: string; kind: 'bulk' | 'single'; iban: string; declarable: boolean }
type AttemptView = { state: string; resolution: { proposedAt: string } | null }

/** A suspended sender may resume until then, so the product refuses an earlier declaration. */
const DECLARABLE = `clock_timestamp() >= a.send_deadline + interval '61 seconds'`

/**
 * Two reviewers who resolve unknown outcomes, as if they had asked the provider's support. They attach what was billed
 * (both, when another lost batch has the same size), declare what was not billed, and write off some. The attempts that
 * they leave must stay visible.
 */
export class Resolver {
  readonly #office: Office
  readonly #first: Person
  readonly #second: Person
  readonly #random: Random
  readonly #since = Date.now()
  readonly #seen = new Set<string>()
  resolved = 0

  constructor(office: Office, [first, second]: [Person, Person], random: Random) {
    this.#office = office
    this.#first = first
    this.#second = second
    this.#random = random
  }

  /** Resolves the unknown outcomes since the last call. Considers each only once. */
  async resolveNew(): Promise<void> {
    const attempts = await this.#office.database.query<UnknownAttempt>(
      `select a.id, case when a.bulk_id is null then 'single' else 'bulk' end as kind, v.iban, ${DECLARABLE} as declarable
         from attempts a join verifications v on v.id = a.verification_id or v.bulk_id = a.bulk_id and v.item_index = 0
        where a.state = 'unknown' and a.created_at > to_timestamp($1 / 1000.0)`,
      [this.#since],
    )
    for (const attempt of attempts.filter(({ id }) => !this.#seen.has(id))) await this.#resolveOne(attempt)
  }

  async #resolveOne(attempt: UnknownAttempt): Promise<void> {
    const line = this.#office.provider.ledger.lines.find(({ items }) => items[0]?.iban === attempt.iban)
    if (!line && !attempt.declarable) return
    this.#seen.add(attempt.id)
    if (this.#random.next() < 0.3) return
    const resolved = line ? await this.#resolveBilled(attempt, line) : await this.#declareNotBilled(attempt)
    if (resolved) this.resolved++
  }

  async #resolveBilled({ id, kind }: UnknownAttempt, line: LedgerLine): Promise<boolean> {
    if (kind !== 'bulk' || this.#random.next() >= 0.8) {
      const reason = 'The provider billed it and keeps no result.'
      return (await this.#resolve(id, { as: 'written_off', reason }))?.state === 'written_off'
    }
    const view = await this.#resolve(id, { as: 'attached', upstreamId: line.id })
    return view?.state === 'unknown' ? this.#confirm(id, view) : view?.state === 'attached'
  }

  async #declareNotBilled({ id }: UnknownAttempt): Promise<boolean> {
    const declaration = { as: 'not_billed', reason: 'Not on the statement.', evidence: 'TICKET-1' }
    const view = await this.#resolve(id, declaration)
    return view?.state === 'unknown' && this.#confirm(id, view)
  }

  /** @returns the attempt after the decision, or undefined when it was refused */
  async #resolve(id: string, body: object): Promise<AttemptView | undefined> {
    const response = await this.#first.post(`/api/attempts/${id}/resolve`, body).catch(() => undefined)
    return response?.status === 200 ? (response.body as AttemptView) : undefined
  }

  async #confirm(id: string, { resolution }: AttemptView): Promise<boolean> {
    const response = await this.#second
      .post(`/api/attempts/${id}/resolve/confirm`, { agree: true, proposedAt: resolution?.proposedAt })
      .catch(() => undefined)
    return response?.status === 200
  }
}
