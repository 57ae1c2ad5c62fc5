/** Events with seconds since the start, printed when an invariant was violated. */
export class Timeline {
  readonly #started = performance.now()
  readonly #lines: string[] = []
  readonly #aloud: boolean
  #heard = 0

  constructor(aloud = false) {
    this.#aloud = aloud
  }

  note(what: string): void {
    const line = `${this.seconds().toFixed(2).padStart(8)} s  ${what}`
    this.#lines.push(line)
    // print a line each minute, because a silent command is taken for stuck
    if (!this.#aloud && this.seconds() - this.#heard < 60) return
    this.#heard = this.seconds()
    console.log(line)
  }

  seconds = (): number => (performance.now() - this.#started) / 1_000

  toString = (): string => this.#lines.join('\n')
}
