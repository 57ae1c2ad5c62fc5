import { QUEUE_SETTINGS, SCHEDULES } from '@/lib/platform/queue/queue-settings.mjs'

/**
 * The queues of pg-boss and the data of their jobs: IDs only. The queue is never the source of truth: a lost,
 * duplicate or late job reads the state from our own tables and does nothing. Paid requests are therefore never
 * retried by the queue.
 */
export type Jobs = {
  /** sends one waiting check */
  'check.send': { attemptId: string }
  /** compares one upload with its file */
  'upload.compare': { uploadId: string }
  /** reads the payment lines of one upload from its file */
  'payment.read': { uploadId: string }
  /** computes the gates of one payment run */
  'payment.gate': { uploadId: string }
  /** sends one bulk */
  'bulk.submit': { bulkId: string }
  /** delivers one event to one webhook */
  'webhook.deliver': { deliveryId: string }
  /** looks up the bank's BIC and name for rows of one upload */
  'enrichment.read': { uploadId: string }
  /** the dead-letter queue: jobs whose last retry failed; no worker handles them, an admin retries them */
  dead: object
} & { [Name in ScheduleName]: object }
export type QueueName = keyof Jobs

/**
 * `short`: at most one queued job per `singletonKey`; an active one, whose worker may be dead, doesn't count.
 * `exclusive`: at most one queued or active; a dead worker is detected by its missing heartbeat, and its job is
 * retried.
 */
export type QueueSettings = {
  policy: 'short' | 'exclusive' | 'standard'
  retryLimit: number
  retryDelay?: number
  retryBackoff?: boolean
  heartbeatSeconds?: number
  expireInSeconds?: number
  deleteAfterSeconds?: number
  retentionSeconds?: number
  notify?: boolean
  deadLetter?: QueueName
}

export { SCHEDULES }
export type ScheduleName = keyof typeof SCHEDULES

export const QUEUES = QUEUE_SETTINGS as Record<QueueName, QueueSettings>

/**
 * Exponential backoff with jitter: pg-boss doubles the delay with each try and picks a random one between half of
 * it and all of it.
 * @param retries how often the job was retried before the try that just failed
 * @returns the maximum number of seconds until the next try, or null when there is none
 */
export function maxBackoffSeconds(name: QueueName, retries: number): number | null {
  const { retryLimit, retryDelay = 0, retryBackoff } = QUEUES[name]
  if (retries >= retryLimit) return null
  return retryBackoff ? retryDelay * 2 ** (retries + 1) : retryDelay
}
