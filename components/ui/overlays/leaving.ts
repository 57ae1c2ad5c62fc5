type Guard = (leave: () => void) => void
let guard: Guard | undefined

/** Registers the question of a page with unsaved changes. @returns a function that removes it */
export function guardLeaving(ask: Guard): () => void {
  guard = ask
  return () => {
    if (guard === ask) guard = undefined
  }
}

/**
 * How a component opens a page: not after it has gone itself, so a late answer opens nothing, and only when a person with
 * unsaved changes wants to. `handOver` passes something to that page, when it really opens.
 */
export const goFrom =
  (mounted: { current: boolean }, push: (to: string) => void) => (to: string, handOver?: () => void) => {
    if (!mounted.current) return
    const go = () => {
      handOver?.()
      push(to)
    }
    if (guard && isAnotherPage(to)) guard(go)
    else go()
  }

/** Another query or fragment keeps the page. */
export const isAnotherPage = (to: string): boolean => {
  const { origin, pathname } = new URL(to, location.href)
  return origin === location.origin && pathname !== location.pathname
}
