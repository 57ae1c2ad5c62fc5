/** The last announcement, and the current state. */
export type Announcement = { at: number; percent: number; answered: number; state: string }

const APART_MS = 30_000
const quarter = (percent: number) => Math.floor(percent / 25)

/**
 * Whether a screen reader should announce the progress now: at every change of state, at 25, 50, 75 and 100 percent,
 * and otherwise every thirty seconds while results arrive.
 */
export function shouldAnnounce(last: Announcement, now: Announcement): boolean {
  if (now.state !== last.state || quarter(now.percent) > quarter(last.percent)) return true
  return now.answered !== last.answered && now.at - last.at >= APART_MS
}
