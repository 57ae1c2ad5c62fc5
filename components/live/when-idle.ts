const AT_LATEST_MS = 1_000
/** Safari knows no idle time. */
const LATER_MS = 200

/** Runs what nobody waits for when the browser rests: after a page is drawn and answers to its keys. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: AT_LATEST_MS })
  else setTimeout(run, LATER_MS)
}
