// What the owner of the database needs to make the queues. Plain JavaScript, because his programs run on every Node that
// may start Accord; lib/platform/queues.ts has the types.

/** @typedef {import('./queues').QueueSettings} QueueSettings */

/** A worker says at least this often that it still has its job. */
const HEARTBEAT_SECONDS = 10
/** @type {QueueSettings} */
const PAID = {
  policy: 'short',
  retryLimit: 0,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 900,
  notify: true,
}
/** May be done again: what is left of it, by the next worker. @type {QueueSettings} */
const REPEATED = { ...PAID, policy: 'exclusive', retryLimit: 2, retryDelay: 1 }

/**
 * What runs by the clock, by cron in the time zone of the office. pg-boss makes up for no time that passed while nobody
 * ran: what must not be missed comes every minute and claims its own turn in our tables, as the night of retention does.
 */
export const SCHEDULES = /** @type {const} */ ({
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
})

/** The next minute comes anyway. A night with much to take away may last for hours. @type {QueueSettings} */
const SCHEDULED = {
  policy: 'exclusive',
  retryLimit: 1,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 12 * 3600,
  deleteAfterSeconds: 24 * 3600,
}

const scheduled = Object.fromEntries(Object.keys(SCHEDULES).map((name) => [name, SCHEDULED]))

/**
 * 14 tries, of which the last is 23 to 46 hours after the first: `longestPause` says how long each waits.
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

/** Every queue. Their owner makes them with their tables (scripts/postgres/queue.mjs). @type {Record<string, QueueSettings>} */
export const QUEUE_SETTINGS = {
  // before those that name it
  dead: { policy: 'standard', retryLimit: 0, retentionSeconds: 30 * 24 * 3600 },
  'check.send': PAID,
  'upload.compare': REPEATED,
  'bulk.submit': PAID,
  'webhook.deliver': DELIVERY,
  'enrichment.read': ENRICHMENT,
  ...scheduled,
}
