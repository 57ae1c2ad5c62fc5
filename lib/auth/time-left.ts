/** Whole seconds until a session ends: by idle timeout, and at the latest. */
export type TimeLeft = { idle: number; absolute: number }

/** `userId`: whose session it is, which changes when somebody else signs in in the same browser. */
export type SessionTime = TimeLeft & { userId: string }

/** When and why a session ends; `at` in milliseconds of the server's clock. `soon`: the warning is shown. */
export type SessionEnd = { kind: 'idle' | 'absolute'; at: number; soon: boolean; dismissed?: boolean }

const WARN_SECONDS = 120
const FIRST_LOOK_MS = 30_000
const LOOK_MS = 5_000

/** The earlier of the two limits. A dismissed warning stays dismissed while the end is the same. */
export function endOf(left: TimeLeft, now: number, before: SessionEnd | null = null): SessionEnd {
  const kind = left.idle < left.absolute ? 'idle' : 'absolute'
  const seconds = Math.min(left.idle, left.absolute)
  const end = { kind, at: now + seconds * 1_000, soon: seconds <= WARN_SECONDS } as const
  return before?.dismissed && before.kind === kind && end.soon ? { ...end, dismissed: true } : end
}

/**
 * Milliseconds until the next poll: when the warning is due, and every few seconds while it's shown, because the
 * person may have continued in another tab.
 */
export function nextSessionPollMs(end: SessionEnd | null, now: number): number {
  if (!end) return FIRST_LOOK_MS
  if (end.soon) return LOOK_MS
  // a browser timer is limited to 24.8 days
  return Math.min(Math.max(end.at - now - WARN_SECONDS * 1_000, 1_000), 2_000_000_000)
}
