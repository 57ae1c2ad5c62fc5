import type { Office } from './office/office'
import type { Person } from './office/person'
import type { LedgerLine } from './provider/ledger'
import type { Chance } from './random'

type Doubt = { id: string; kind: 'bulk' | 'single'; iban: string; declarable: boolean }
type Decided = { state: string; resolution: { proposedAt: string } | null }

/** A suspended sender may resume until then, so the product allows no earlier declaration. */
const DECLARABLE = `clock_timestamp() >= a.send_deadline + interval '61 seconds'`

/**
 * Two reviewers who resolve lost responses with the provider's support: they attach what it billed (both of them when
 * another lost batch looks the same), both declare not billed what it never received, and they write off some. They
 * resolve only a part; the rest must stay visible.
 */
export class Desk {
  readonly #office: Office
  readonly #first: Person
  readonly #second: Person
  readonly #chance: Chance
  readonly #since = Date.now()
  readonly #left = new Set<string>()
  decided = 0

  constructor(office: Office, [first, second]: [Person, Person], chance: Chance) {
    this.#office = office
    this.#first = first
    this.#second = second
    this.#chance = chance
  }

  /** Resolves the unknown outcomes since the last call, each once. */
  async open(): Promise<void> {
    const doubts = await this.#office.database.query<Doubt>(
      `select a.id, case when a.bulk_id is null then 'single' else 'bulk' end as kind, v.iban, ${DECLARABLE} as declarable
         from attempts a join verifications v on v.id = a.verification_id or v.bulk_id = a.bulk_id and v.item_index = 0
        where a.state = 'unknown' and a.created_at > to_timestamp($1 / 1000.0)`,
      [this.#since],
    )
    for (const doubt of doubts.filter(({ id }) => !this.#left.has(id))) await this.#decide(doubt)
  }

  async #decide(doubt: Doubt): Promise<void> {
    const line = this.#office.provider.ledger.lines.find(({ items }) => items[0]?.iban === doubt.iban)
    if (!line && !doubt.declarable) return
    this.#left.add(doubt.id)
    if (this.#chance.next() < 0.3) return
    const done = line ? await this.#billed(doubt, line) : await this.#notBilled(doubt)
    if (done) this.decided++
  }

  async #billed({ id, kind }: Doubt, line: LedgerLine): Promise<boolean> {
    if (kind !== 'bulk' || this.#chance.next() >= 0.8) {
      const reason = 'The provider billed it and keeps no result.'
      return (await this.#resolve(id, { as: 'written_off', reason }))?.state === 'written_off'
    }
    const decided = await this.#resolve(id, { as: 'attached', upstreamId: line.id })
    return decided?.state === 'unknown' ? this.#confirm(id, decided) : decided?.state === 'attached'
  }

  async #notBilled({ id }: Doubt): Promise<boolean> {
    const declaration = { as: 'not_billed', reason: 'Not on the statement.', evidence: 'TICKET-1' }
    const decided = await this.#resolve(id, declaration)
    return decided?.state === 'unknown' && this.#confirm(id, decided)
  }

  /** @returns the attempt after the decision, nothing when it was refused */
  async #resolve(id: string, body: object): Promise<Decided | undefined> {
    const answer = await this.#first.post(`/api/attempts/${id}/resolve`, body).catch(() => undefined)
    return answer?.status === 200 ? (answer.body as Decided) : undefined
  }

  async #confirm(id: string, { resolution }: Decided): Promise<boolean> {
    const answer = await this.#second
      .post(`/api/attempts/${id}/resolve/confirm`, { agree: true, proposedAt: resolution?.proposedAt })
      .catch(() => undefined)
    return answer?.status === 200
  }
}
