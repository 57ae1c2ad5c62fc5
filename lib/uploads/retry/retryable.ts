import type { Retry } from '@/lib/uploads/view'

/**
 * Reasons of a failed check that may succeed at the next try: the bank didn't respond in time. The others
 * (specification 3.3: unsupported characters, out of scope, not possible) would fail and cost again.
 */
export const RETRYABLE_REASONS = ['institution_timeout']

export const NO_RETRY: Retry = { rows: 0, credits: 0, runs: [] }
