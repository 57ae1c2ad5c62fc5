/** When the page arrived by this browser's clock, in milliseconds; its scripts may have loaded much later. */
function arrival(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page ? Math.round(performance.timeOrigin + page.responseStart) : Date.now()
}

/** How far the clock of the database is ahead of this browser's, in milliseconds: the page says when it was written. */
const written = typeof document === 'undefined' ? undefined : document.documentElement.dataset.now
const ahead = written === undefined ? 0 : Number(written) - arrival()

/** The time by the clock of the database, in milliseconds. A browser's own clock may be hours off. */
export const serverNow = (): number => Date.now() + ahead
