// The settings with which the database owner creates the queues. Plain JavaScript, because the owner's scripts
// run on every Node version that can start Accord; lib/platform/queue/queues.ts has the types.

/** @typedef {import('./queues').QueueSettings} QueueSettings */

/** A worker sends a heartbeat for its job at least this often. */
const HEARTBEAT_SECONDS = 10
/** @type {QueueSettings} */
const PAID = {
  policy: 'short',
  retryLimit: 0,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 900,
  notify: true,
}
/** Idempotent work: after a crash the next worker continues it. @type {QueueSettings} */
const REPEATED = { ...PAID, policy: 'exclusive', retryLimit: 2, retryDelay: 1 }

/**
 * Cron schedules in TIME_ZONE. pg-boss doesn't catch up on runs missed while no worker ran.
 * Work that must not be missed runs every minute and claims its run in our tables, like the nightly retention.
 */
export const SCHEDULES = /** @type {const} */ ({
  /** anchors new audit entries; verifies the whole chain once a day */
  'audit.watch': '* * * * *',
  /** requeues waiting checks whose job was lost */
  'check.requeue': '* * * * *',
  /** gives up requests that the provider accepted and never answered */
  'answers.expire': '0 * * * *',
  /** deletes the rate limiter's rows that are older than any window */
  'calls.forget': '* * * * *',
  /** retries banks that the provider was still looking up */
  'enrichment.again': '* * * * *',
  /** requeues uploads with rows whose bank has not been looked up */
  'enrichment.requeue': '* * * * *',
  /** reads files whose payment run is missing, and computes gates that have grown old */
  'payment.requeue': '* * * * *',
  /** runs what is due, once a day from 02:00 on */
  'retention.night': '* * * * *',
  /** deletes the delivery log after thirty days */
  'webhook.forget': '0 * * * *',
  /** requeues deliveries whose job was lost */
  'webhook.requeue': '* * * * *',
})

/**
 * Not retried, because the next minute runs it again. A night with many deletions may take hours.
 * @type {QueueSettings}
 */
const SCHEDULED = {
  policy: 'exclusive',
  retryLimit: 1,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 12 * 3600,
  deleteAfterSeconds: 24 * 3600,
}

const scheduled = Object.fromEntries(Object.keys(SCHEDULES).map((name) => [name, SCHEDULED]))

/**
 * 14 tries, the last one 23 to 46 hours after the first; see `maxBackoffSeconds`.
 * @type {QueueSettings}
 */
const DELIVERY = {
  ...REPEATED,
  retryLimit: 13,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: 60,
  deadLetter: 'dead',
}

/** @type {QueueSettings} */
const ENRICHMENT = {
  ...REPEATED,
  retryLimit: 5,
  retryDelay: 60,
  retryBackoff: true,
  deadLetter: 'dead',
}

/**
 * Every queue. The database owner creates them with their tables (scripts/postgres/queue.mjs).
 * @type {Record<string, QueueSettings>}
 */
export const QUEUE_SETTINGS = {
  // the dead-letter queue, before the queues that refer to it
  dead: { policy: 'standard', retryLimit: 0, retentionSeconds: 30 * 24 * 3600 },
  'check.send': PAID,
  'upload.compare': REPEATED,
  'payment.read': { ...REPEATED, deadLetter: 'dead' },
  'payment.gate': { ...REPEATED, deadLetter: 'dead' },
  'bulk.submit': PAID,
  'webhook.deliver': DELIVERY,
  'enrichment.read': ENRICHMENT,
  ...scheduled,
}
