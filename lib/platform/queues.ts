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
}
export type QueueName = keyof Jobs

type QueueSettings = {
  retryLimit: number
  heartbeatSeconds: number
  expireInSeconds: number
  notify: boolean
}

/** A worker says this often that it still has its job. */
export const HEARTBEAT_SECONDS = 10

const AS_USUAL = { retryLimit: 0, heartbeatSeconds: HEARTBEAT_SECONDS, expireInSeconds: 900, notify: true }

/** Settings for `boss.createQueue`, which the worker calls at its start. */
export const QUEUES: Record<QueueName, QueueSettings> = {
  'check.send': AS_USUAL,
  'upload.compare': AS_USUAL,
  'bulk.submit': AS_USUAL,
}
