import type { LedgerLine } from './ledger'
import type { BulkTrouble, ReadMishap } from './mishaps'

const PER_PAGE = 8

/** One accepted bulk as the provider processes it: a few more results at every poll, unless it is stuck. */
export class WorkingBulk {
  readonly line: LedgerLine
  readonly #trouble: BulkTrouble
  readonly #troubled: () => boolean
  #known = 0

  /** @param troubled whether the trouble still lasts */
  constructor(line: LedgerLine, trouble: BulkTrouble, troubled: () => boolean) {
    this.line = line
    this.#trouble = trouble
    this.#troubled = troubled
  }

  #has = (trouble: BulkTrouble) => this.#trouble === trouble && this.#troubled()

  /** 4.5 */
  status(mishap: ReadMishap): object {
    const total = this.line.items.length
    const limit = this.#has('stuck') ? Math.floor(total / 2) : total
    this.#known = Math.min(limit, this.#known + Math.ceil(total / 2))
    const shown = mishap === 'backwards' ? Math.floor(this.#known / 2) : this.#known
    return this.#counters(shown, mishap === 'early_completed')
  }

  #counters(known: number, early: boolean): object {
    const verdicts = this.line.items.slice(0, known).map((item) => item.verdict.status)
    const count = (status: string) => verdicts.filter((one) => one === status).length
    const total = this.line.items.length
    return {
      id: this.line.id,
      status: early || known === total ? 'completed' : 'processing',
      total_items: total,
      completed_items: count('completed'),
      failed_items: count('failed'),
      rejected_items: count('rejected'),
      in_progress_items: total - known,
      created_at: new Date(this.line.at).toISOString(),
    }
  }

  /** 4.6 */
  page(asked: number, mishap: ReadMishap): object {
    const total = this.line.items.length
    const pages = Math.max(1, Math.ceil(total / PER_PAGE))
    const shift = mishap === 'overlapping' && asked > 1 ? -2 : 0
    const from = (asked - 1) * PER_PAGE + shift
    const items = this.#items(mishap === 'regressed' ? Math.floor(this.#known / 2) : this.#known)
    const shown = items.slice(from, from + PER_PAGE)
    return {
      ...this.#counters(this.#known, false),
      pagination: {
        current_page: mishap === 'wrong_page' ? asked + 1 : asked,
        per_page: PER_PAGE,
        total_items: total,
        total_pages: pages,
        has_next_page: asked < pages,
      },
      items: mishap === 'shuffled' ? shown.reverse() : shown,
    }
  }

  #items(known: number): object[] {
    const base = this.#has('from_one') ? 1 : 0
    return this.line.items.map(({ verdict }, index) => ({
      index: index + base,
      ...(index < known ? verdict : { status: 'pending' }),
    }))
  }
}
