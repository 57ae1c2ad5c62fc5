import 'server-only'
import { logger } from '@/lib/platform/log/logger.server'
import { RetryJobError } from '@/lib/platform/queue/queue.server'

/**
 * Runs the steps of a job one after the other, also those after a failed one. Each failure is logged here, with the
 * name of its step.
 * @throws RetryJobError when a step failed
 */
export async function runSteps(steps: Record<string, () => Promise<unknown>>): Promise<void> {
  let failed = false
  for (const [step, run] of Object.entries(steps))
    await run().catch((error: unknown) => {
      failed = true
      // the steps of a step are logged already
      if (!(error instanceof RetryJobError)) logger.error({ error, step }, 'a step failed')
    })
  if (failed) throw new RetryJobError('step_failed')
}
