/** A bounded queue: at most `atOnce` tasks run, and at most `places` wait. */
export class BoundedQueue {
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
   * @param ahead queue before everything that waits without it
   * @returns the task's result, or null without starting it when the queue is full
   */
  async pass<T>(work: () => Promise<T>, ahead = false): Promise<T | null> {
    if (this.#running < this.#atOnce) this.#running++
    else if (this.#ahead.length + this.#behind.length >= this.#places) return null
    // the finished task hands its slot over, so that no new task can take it in between
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
