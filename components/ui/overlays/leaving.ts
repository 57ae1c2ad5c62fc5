/** `asks`: whether this page can't be opened without a question. `ask` receives the way to it. */
type Guard = { asks: (to: string) => boolean; ask: (leave: () => void) => void }
let guard: Guard | undefined

/** The part of the Navigation API that is needed here; TypeScript doesn't have its types yet. */
type Navigation = EventTarget & { traverseTo: (key: string) => unknown }
type NavigateEvent = Event & { navigationType: string; destination: { key: string; url: string } }

/**
 * Registers the question of a page with unsaved input, also for Back and Forward in browsers with the Navigation API.
 * @returns a function that removes it
 */
export function guardLeaving(next: Guard): () => void {
  guard = next
  const { navigation } = globalThis as { navigation?: Navigation }
  const traverse = (event: Event) => {
    const { navigationType, destination } = event as NavigateEvent
    if (navigationType !== 'traverse' || !event.cancelable || !next.asks(destination.url)) return
    event.preventDefault()
    next.ask(() => {
      release()
      navigation?.traverseTo(destination.key)
    })
  }
  const release = () => {
    if (guard === next) guard = undefined
    navigation?.removeEventListener('navigate', traverse)
  }
  navigation?.addEventListener('navigate', traverse)
  return release
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
