/** Events with their time since the start, printed after a violation. */
export class Timeline {
  readonly #started = performance.now()
  readonly #lines: string[] = []
  readonly #verbose: boolean
  #printedAt = 0

  constructor(verbose = false) {
    this.#verbose = verbose
  }

  note(what: string): void {
    const line = `${this.seconds().toFixed(2).padStart(8)} s  ${what}`
    this.#lines.push(line)
    // at least one line a minute, because a silent command seems stuck
    if (!this.#verbose && this.seconds() - this.#printedAt < 60) return
    this.#printedAt = this.seconds()
    console.log(line)
  }

  seconds = (): number => (performance.now() - this.#started) / 1_000

  toString = (): string => this.#lines.join('\n')
}
