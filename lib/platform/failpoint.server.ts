import 'server-only'
import { env } from '@/lib/platform/env.server'

/** The places where a crash would hurt most, in the order in which a paid request passes them. */
export const FAILPOINTS = [
  'after_claim_commit',
  'before_send',
  'after_answer',
  'before_record_commit',
  'after_record_commit',
  'mid_poll_page',
] as const
export type Failpoint = (typeof FAILPOINTS)[number]

/**
 * Dies here, as by a power cut, when this process was started with FAILPOINT=name. Only the fault tests (e2e/faults) do
 * that; nobody else sets it, and then this does nothing.
 */
export function failpoint(name: Failpoint): void {
  if (env().FAILPOINT === name) process.kill(process.pid, 'SIGKILL')
}
