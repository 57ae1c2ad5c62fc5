import 'server-only'
import { env } from '@/lib/platform/env.server'

/** The points where a crash would do most harm, in the order in which a paid request passes them. */
export const FAILPOINTS = [
  'after_claim_commit',
  'before_send',
  'after_answer',
  'before_record_commit',
  'after_record_commit',
  'mid_poll_page',
] as const
export type Failpoint = (typeof FAILPOINTS)[number]

/** The same for a release of a payment run. */
export const RELEASE_FAILPOINTS = ['after_cut', 'before_release_commit', 'after_release_commit'] as const
export type AnyFailpoint = Failpoint | (typeof RELEASE_FAILPOINTS)[number]

/**
 * Crashes the process here, as in a power cut, if it was started with FAILPOINT=name. Only the fault tests
 * (e2e/faults, lib/payments/release) set it; otherwise this does nothing.
 */
export function failpoint(name: AnyFailpoint): void {
  if (env().FAILPOINT === name) process.kill(process.pid, 'SIGKILL')
}
