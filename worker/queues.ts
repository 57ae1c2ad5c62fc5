import { type Job, PgBoss, type WorkOptions } from 'pg-boss'
import { watchChain } from '@/lib/audit/watch.server'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { readStoredLines } from '@/lib/payments/lines/read.server'
import { requeueRuns } from '@/lib/payments/lines/requeue.server'
import { connectionOf } from '@/lib/platform/backend.server'
import { env } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/log/logger.server'
import { RetryJobError } from '@/lib/platform/queue/queue.server'
import { type Jobs, type QueueName, SCHEDULES } from '@/lib/platform/queue/queues'
import { runNightIfDue } from '@/lib/retention/night.server'
import { compareUpload } from '@/lib/uploads/comparison/compare.server'
import { expireBulks } from '@/lib/uploads/polling/expire.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'
import { deleteOldCalls } from '@/lib/upstream/budget.server'
import { giveUpWaiting, sendQueued } from '@/lib/verifications/check/send-queued.server'
import { expireChecks, requeueLostJobs } from '@/lib/verifications/check/sweep.server'
import { pollPendingEnrichment, readBanks, requeueBanks } from '@/lib/verifications/refresh/enrich.server'
import { deliver, forgetDeliveries, requeueDeliveries } from '@/lib/webhooks/deliver.server'

/** Concurrent jobs per queue in this process. With more waiting, the next fetch follows without a pause. */
const CONCURRENCY = 4
/** How often overdue heartbeats of workers are checked. */
const SUPERVISE_SECONDS = 10

type WorkedQueue = Exclude<QueueName, 'dead'>
type Handlers = { [Name in WorkedQueue]: (data: Jobs[Name], retries: number) => Promise<unknown> }
type Handle = (data: object, retries: number) => Promise<unknown>

/** Bulks first, because of the lock order. */
const expireAnswers = async (): Promise<void> => {
  await expireBulks()
  await expireChecks()
}

const requeueChecks = async (): Promise<void> => {
  await giveUpWaiting()
  await requeueLostJobs()
}

const HANDLERS: Handlers = {
  'check.send': ({ attemptId }) => sendQueued(attemptId),
  'bulk.submit': ({ bulkId }) => sendBulk(bulkId),
  'upload.compare': ({ uploadId }) => compareUpload(uploadId),
  'payment.read': ({ uploadId }) => readStoredLines(uploadId),
  'payment.gate': ({ uploadId }) => computeGates(uploadId),
  'webhook.deliver': ({ deliveryId }, retries) => deliver(deliveryId, retries),
  'enrichment.read': ({ uploadId }) => readBanks(uploadId),
  'audit.watch': watchChain,
  'check.requeue': requeueChecks,
  'answers.expire': expireAnswers,
  'calls.forget': deleteOldCalls,
  'enrichment.again': pollPendingEnrichment,
  'enrichment.requeue': requeueBanks,
  'payment.requeue': requeueRuns,
  'retention.night': runNightIfDue,
  'webhook.forget': forgetDeliveries,
  'webhook.requeue': requeueDeliveries,
}

/** Processes the jobs of all queues, sets the schedules and supervises jobs whose worker died. */
export async function startQueues(): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connectionOf('accord-worker'),
    max: 2,
    // the owner creates tables and queues (scripts/prepare/database.mjs)
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => logger.warn({ error }, 'queue connection lost'))
  try {
    await boss.start()
    await updateSchedules(boss)
    for (const [name, handle] of Object.entries(HANDLERS))
      await work(boss, name as WorkedQueue, handle as Handle)
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

/** Updates the stored schedules to the current list. */
async function updateSchedules(boss: PgBoss): Promise<void> {
  for (const [name, cron] of Object.entries(SCHEDULES))
    await boss.schedule(name, cron, null, { tz: env().TIME_ZONE })
}

/**
 * A receiver that doesn't respond blocks two slots of all workers for ten seconds. pg-boss counts without a lock, so
 * workers that fetch at the same instant can start one more each.
 */
const WEBHOOK_OPTIONS: WorkOptions = { localConcurrency: 8, groupConcurrency: 2 }

function optionsOf(name: WorkedQueue): WorkOptions {
  if (name in SCHEDULES) return { pollingIntervalSeconds: 5 }
  return {
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 5,
    burstWhenReadyExceeds: CONCURRENCY,
    localConcurrency: CONCURRENCY,
    ...(name === 'webhook.deliver' && WEBHOOK_OPTIONS),
  }
}

async function work(boss: PgBoss, name: WorkedQueue, handle: Handle): Promise<void> {
  await boss.work(name, optionsOf(name), async (jobs: Job<object>[]) => {
    for (const { id: job, data, retryCount } of jobs)
      await handle(data, retryCount).catch((error: unknown) => {
        if (error instanceof RetryJobError)
          logger.info({ job, queue: name, why: error.message }, 'job failed, retrying')
        else logger.error({ error, job, queue: name }, 'job failed')
        // pg-boss stores the error: a code only, because an error may contain values
        throw new Error(error instanceof RetryJobError ? error.message : 'internal')
      })
  })
}
