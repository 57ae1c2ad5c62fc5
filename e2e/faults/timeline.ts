/** What happened, in order, with the seconds since the beginning: printed when something is wrong. */
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
    // a sign of life each minute: who stays silent for long is taken for stuck
    if (!this.#aloud && this.seconds() - this.#heard < 60) return
    this.#heard = this.seconds()
    console.log(line)
  }

  seconds = (): number => (performance.now() - this.#started) / 1_000

  toString = (): string => this.#lines.join('\n')
}
