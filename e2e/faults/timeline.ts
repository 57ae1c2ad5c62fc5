/** What happened, in order, with the seconds since the beginning: printed when something is wrong. */
export class Timeline {
  readonly #started = performance.now()
  readonly #lines: string[] = []
  readonly #aloud: boolean

  constructor(aloud = false) {
    this.#aloud = aloud
  }

  note(what: string): void {
    const line = `${this.seconds().toFixed(2).padStart(8)} s  ${what}`
    this.#lines.push(line)
    if (this.#aloud) console.log(line)
  }

  seconds = (): number => (performance.now() - this.#started) / 1_000

  toString = (): string => this.#lines.join('\n')
}
