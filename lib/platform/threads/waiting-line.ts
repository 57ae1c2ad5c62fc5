/** Lets at most `atOnce` pieces of work run, and at most `places` wait for that. */
export class WaitingLine {
  readonly #atOnce: number
  readonly #places: number
  #running = 0
  readonly #ahead: (() => void)[] = []
  readonly #behind: (() => void)[] = []

  constructor(atOnce: number, places: number) {
    this.#atOnce = atOnce
    this.#places = places
  }

  /**
   * @param ahead goes before all who wait without it
   * @returns what the work returns, or null without having begun it when every place is taken
   */
  async pass<T>(work: () => Promise<T>, ahead = false): Promise<T | null> {
    if (this.#running < this.#atOnce) this.#running++
    else if (this.#ahead.length + this.#behind.length >= this.#places) return null
    // whoever ends hands its place over: nobody slips in between
    else await new Promise<void>((go) => (ahead ? this.#ahead : this.#behind).push(go))
    try {
      return await work()
    } finally {
      const next = this.#ahead.shift() ?? this.#behind.shift()
      if (next) next()
      else this.#running--
    }
  }
}
