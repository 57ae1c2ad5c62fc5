import { QUEUE_SETTINGS, SCHEDULES } from '@/lib/platform/queue-settings.mjs'

/**
 * The queues of pg-boss and what a job of each carries: ids only. The queue is never the truth: a lost, doubled or late
 * job finds the state in our own tables and does nothing. Paid requests are therefore never retried by the queue.
 */
export type Jobs = {
  /** sends one waiting check */
  'check.send': { attemptId: string }
  /** compares one upload with its file */
  'upload.compare': { uploadId: string }
  /** sends one bulk */
  'bulk.submit': { bulkId: string }
  /** tells one webhook of one event */
  'webhook.deliver': { deliveryId: string }
  /** asks for the bank's BIC and name of rows of one upload */
  'enrichment.read': { uploadId: string }
  /** jobs of other queues that failed for the last time; nobody works them, an admin sends them back */
  dead: object
} & { [Name in ScheduleName]: object }
export type QueueName = keyof Jobs

/**
 * `short`: with a `singletonKey`, one job of a key may wait; what is being worked, by a worker that may be dead, is in
 * nobody's way. `exclusive`: one may wait or be worked; a worker that died is missed by its heartbeat and its job retried.
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
 * pg-boss doubles the pause with each try and draws it between the half and the whole of that.
 * @param retries how often the job was retried before the try that failed now
 * @returns the most seconds until the next try, or null when there is none
 */
export function longestPause(name: QueueName, retries: number): number | null {
  const { retryLimit, retryDelay = 0, retryBackoff } = QUEUES[name]
  if (retries >= retryLimit) return null
  return retryBackoff ? retryDelay * 2 ** (retries + 1) : retryDelay
}
