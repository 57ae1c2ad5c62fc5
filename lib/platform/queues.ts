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
type QueueSettings = {
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

/** A worker says at least this often that it still has its job. */
const HEARTBEAT_SECONDS = 10
const PAID: QueueSettings = {
  policy: 'short',
  retryLimit: 0,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 900,
  notify: true,
}
/** May be done again: what is left of it, by the next worker. */
const REPEATED: QueueSettings = { ...PAID, policy: 'exclusive', retryLimit: 2, retryDelay: 1 }

/**
 * What runs by the clock, by cron in the time zone of the office. pg-boss makes up for no time that passed while nobody
 * ran: what must not be missed comes every minute and claims its own turn in our tables, as the night of retention does.
 */
export const SCHEDULES = {
  /** an anchor for what was appended to the audit log; once a day the whole chain */
  'audit.watch': '* * * * *',
  /** waiting checks whose job was lost */
  'check.requeue': '* * * * *',
  /** lines of the shared minute that are older than any window */
  'calls.forget': '* * * * *',
  /** banks that the provider was still looking up */
  'enrichment.again': '* * * * *',
  /** uploads with rows whose bank nobody asked about yet */
  'enrichment.requeue': '* * * * *',
  /** from 02:00 on, once a day, what is due */
  'retention.night': '* * * * *',
  /** the log of deliveries, after thirty days */
  'webhook.forget': '0 * * * *',
  /** deliveries whose job was lost */
  'webhook.requeue': '* * * * *',
} as const
export type ScheduleName = keyof typeof SCHEDULES

/** The next minute comes anyway. A night with much to take away may last for hours. */
const SCHEDULED: QueueSettings = {
  policy: 'exclusive',
  retryLimit: 1,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 12 * 3600,
  deleteAfterSeconds: 24 * 3600,
}

const scheduled = Object.fromEntries(Object.keys(SCHEDULES).map((name) => [name, SCHEDULED])) as Record<
  ScheduleName,
  QueueSettings
>

/** 14 tries, of which the last is 23 to 46 hours after the first: `longestPause` says how long each waits. */
const DELIVERY: QueueSettings = {
  ...REPEATED,
  retryLimit: 13,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 60,
  deadLetter: 'dead',
}

const ENRICHMENT: QueueSettings = {
  ...REPEATED,
  retryLimit: 5,
  retryDelay: 60,
  retryBackoff: true,
  deadLetter: 'dead',
}

/** Every queue. Their owner makes them with their tables (scripts/postgres/queue.mjs). */
export const QUEUES: Record<QueueName, QueueSettings> = {
  // before those that name it
  dead: { policy: 'standard', retryLimit: 0, retentionSeconds: 30 * 24 * 3600 },
  'check.send': PAID,
  'upload.compare': REPEATED,
  'bulk.submit': PAID,
  'webhook.deliver': DELIVERY,
  'enrichment.read': ENRICHMENT,
  ...scheduled,
}

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
