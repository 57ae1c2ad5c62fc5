/**
 * The queues of pg-boss and what a job of each carries: ids only. The queue is never the truth: a lost, doubled or late
 * job finds the state in our own tables and does nothing. Paid requests are therefore never retried by the queue.
 */
export type Jobs = {
  /** sends one waiting check */
  'check.send': { attemptId: string }
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

/** Settings for `boss.createQueue`, which the worker calls at its start. */
export const QUEUES: Record<QueueName, QueueSettings> = {
  'check.send': { retryLimit: 0, heartbeatSeconds: 10, expireInSeconds: 900, notify: true },
  'bulk.submit': { retryLimit: 0, heartbeatSeconds: 10, expireInSeconds: 900, notify: true },
}
