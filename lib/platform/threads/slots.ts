/** Slots for concurrent work, handed over in the order in which they were asked for. */
export class Slots {
  #free: number
  readonly waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** @returns whether a slot became free within `ms`; its taker gives it back */
  async take(ms: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--
      return true
    }
    return new Promise((done) => {
      const start = () => {
        clearTimeout(timer)
        done(true)
      }
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(start), 1)
        done(false)
      }, ms)
      this.waiting.push(start)
    })
  }

  /** Passes the slot to the one that has waited longest, so that no other can take it in between. */
  give(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.#free++
  }
}
