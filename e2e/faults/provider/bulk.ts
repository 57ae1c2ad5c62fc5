import type { BulkFault, ReadFault } from './faults'
import type { LedgerLine } from './ledger'

const PER_PAGE = 8

/** An accepted bulk. Every poll of its status completes more items, unless it is stuck. */
export class BulkInProgress {
  readonly line: LedgerLine
  readonly #fault: BulkFault
  readonly #faultsEnabled: () => boolean
  #answered = 0

  /** @param faultsEnabled whether faults are still injected */
  constructor(line: LedgerLine, fault: BulkFault, faultsEnabled: () => boolean) {
    this.line = line
    this.#fault = fault
    this.#faultsEnabled = faultsEnabled
  }

  #hasFault = (fault: BulkFault) => this.#fault === fault && this.#faultsEnabled()

  /** The response to a request for the status. */
  status(fault: ReadFault): object {
    const total = this.line.items.length
    const limit = this.#hasFault('stuck') ? Math.floor(total / 2) : total
    this.#answered = Math.min(limit, this.#answered + Math.ceil(total / 2))
    const shown = fault === 'backwards' ? Math.floor(this.#answered / 2) : this.#answered
    return this.#counters(shown, fault === 'early_completed')
  }

  #counters(answered: number, early: boolean): object {
    const verdicts = this.line.items.slice(0, answered).map((item) => item.verdict.status)
    const count = (status: string) => verdicts.filter((one) => one === status).length
    const total = this.line.items.length
    return {
      id: this.line.id,
      status: early || answered === total ? 'completed' : 'processing',
      total_items: total,
      completed_items: count('completed'),
      failed_items: count('failed'),
      rejected_items: count('rejected'),
      in_progress_items: total - answered,
      created_at: new Date(this.line.at).toISOString(),
    }
  }

  /** The response to a request for a page of items. */
  page(page: number, fault: ReadFault): object {
    const total = this.line.items.length
    const pages = Math.max(1, Math.ceil(total / PER_PAGE))
    const shift = fault === 'overlapping' && page > 1 ? -2 : 0
    const from = (page - 1) * PER_PAGE + shift
    const items = this.#items(fault === 'regressed' ? Math.floor(this.#answered / 2) : this.#answered)
    const shown = items.slice(from, from + PER_PAGE)
    return {
      ...this.#counters(this.#answered, false),
      pagination: {
        current_page: fault === 'wrong_page' ? page + 1 : page,
        per_page: PER_PAGE,
        total_items: total,
        total_pages: pages,
        has_next_page: page < pages,
      },
      items: fault === 'shuffled' ? shown.reverse() : shown,
    }
  }

  #items(answered: number): object[] {
    const base = this.#hasFault('from_one') ? 1 : 0
    return this.line.items.map(({ verdict }, index) => ({
      index: index + base,
      ...(index < answered ? verdict : { status: 'pending' }),
    }))
  }
}
