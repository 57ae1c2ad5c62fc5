/**
 * Reasons of a failed check that may be gone at the next try: the bank did not answer in time. The others
 * (specification 3.3: unsupported characters, out of scope, not possible) would fail again, and cost again.
 */
export const RETRYABLE_REASONS = ['institution_timeout']

/** What could be tried again of an upload that is over: rows of the file, and checks that would be paid. */
export type Retry = {
  rows: number
  credits: number
  /** uploads that tried rows of this one again */
  runs: string[]
}

export const NO_RETRY: Retry = { rows: 0, credits: 0, runs: [] }
