import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** The provider's result for one item, decided when it accepts it. */
export type Verdict = {
  status: 'completed' | 'failed' | 'rejected'
  match_result?: 'match' | 'close_match' | 'no_match' | 'account_not_verifiable'
  matched_name?: string
  status_reason?: string
}
export type LedgerItem = { iban: string; name: string; verdict: Verdict }

/** One paid request that the provider accepted and billed, in its own ledger. */
export type LedgerLine = { id: string; kind: 'single' | 'bulk'; at: number; items: LedgerItem[] }

/**
 * The provider's ledger: append-only, written to disk (fsync) before any response, and independent of the product.
 */
export class Ledger {
  readonly lines: LedgerLine[] = []
  readonly file: string
  readonly #fd: number

  constructor(file: string) {
    this.file = file
    this.#fd = openSync(file, 'a')
  }

  append(line: LedgerLine): void {
    writeSync(this.#fd, `${JSON.stringify(line)}\n`)
    fsyncSync(this.#fd)
    this.lines.push(line)
  }

  find = (id: string): LedgerLine | undefined => this.lines.find((line) => line.id === id)

  close = (): void => closeSync(this.#fd)
}

export const readLedger = (file: string): LedgerLine[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as LedgerLine)
