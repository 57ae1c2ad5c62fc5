const AT_LATEST_MS = 1_000
/** Safari has no requestIdleCallback. */
const LATER_MS = 200

/** Runs low-priority work when the browser is idle, after the page is interactive. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: AT_LATEST_MS })
  else setTimeout(run, LATER_MS)
}
