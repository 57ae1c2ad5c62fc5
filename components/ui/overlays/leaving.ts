/** `asks`: whether this page can't be opened without a question. `ask` receives the way to it. */
type Guard = { asks: (to: string) => boolean; ask: (leave: () => void) => void }
let guard: Guard | undefined

/** Registers the question of a page with unsaved input. @returns a function that removes it */
export function guardLeaving(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = undefined
  }
}

/**
 * How a component opens a page: not after it has gone itself, so a late answer opens nothing, and only when a person with
 * unsaved input wants to. `handOver` passes something to that page, when it really opens.
 */
export const goFrom =
  (mounted: { current: boolean }, push: (to: string) => void) => (to: string, handOver?: () => void) => {
    if (!mounted.current) return
    const go = () => {
      handOver?.()
      push(to)
    }
    if (guard?.asks(to)) guard.ask(go)
    else go()
  }

/** Whether it is another page of ours: another query or fragment keeps the page. `only`: this page and no other. */
export const isAnotherPage = (to: string, only?: string): boolean => {
  const { origin, pathname } = new URL(to, location.href)
  return origin === location.origin && pathname !== location.pathname && (!only || pathname === only)
}
