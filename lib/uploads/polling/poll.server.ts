import 'server-only'
import { connectionById } from '@/lib/connections/active.server'
import { db } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { nextPollMs, retryPollMs } from '@/lib/uploads/polling/interval'
import { keepLeaseRenewed, type Lease, leaseDueBulks, returnLease } from '@/lib/uploads/polling/lease.server'
import { isOver, reportedAnswers } from '@/lib/uploads/polling/pages'
import {
  type Failure,
  MAX_POLL_SIZE,
  readNewItems,
  readStatus,
  type Source,
} from '@/lib/uploads/polling/read.server'
import { type PollResult, storeMissing, storePoll } from '@/lib/uploads/polling/store.server'
import { type ReportedCounts, STALLED_AFTER_MS } from '@/lib/uploads/view'
import type { WireBulk } from '@/lib/upstream/contract'

/**
 * Starts polling the due bulks, up to `limit`. Each poll ends on its own and never rejects: a slow response to one
 * doesn't delay the others.
 */
export async function startPolls(limit: number): Promise<Promise<void>[]> {
  const leases = limit > 0 ? await leaseDueBulks(limit) : []
  return leases.map((lease) => pollBulk(lease).catch((error) => giveBack(lease, error)))
}

async function giveBack(lease: Lease, error: unknown): Promise<void> {
  logger.error({ error, bulkId: lease.id }, 'could not poll a bulk')
  await returnLease(lease, 5_000).catch(() => {})
}

async function pollBulk(lease: Lease): Promise<void> {
  const stopRenewing = keepLeaseRenewed(lease)
  await poll(lease).finally(stopRenewing)
}

/** One poll: the status, then only the pages that can have changed, then one transaction. */
async function poll(lease: Lease): Promise<void> {
  const connection = await connectionById(lease.connectionId)
  if (!connection) return later(lease, { failed: 'connection_missing' })
  const source: Source = { connection, upstreamId: lease.upstreamId, size: lease.size, left: MAX_POLL_SIZE }
  const status = await readStatus(source)
  if ('failed' in status) return withoutStatus(lease, status)
  const look = await lookAt(source, lease, status)
  if ('failed' in look) return later(lease, look)
  const stored = await storePoll(lease, look)
  if (!stored || stored.completed) return
  const answered = lease.answered + stored.moved
  await returnLease(lease, nextPollMs({ moved: stored.moved > 0, answered, stillMs: lease.stillMs }))
}

async function withoutStatus(lease: Lease, failure: Failure): Promise<void> {
  // the provider may need a moment to find a new bulk; after ten minutes people must ask the provider
  if (failure.failed === 'upstream_not_found' && lease.stillMs > STALLED_AFTER_MS) await storeMissing(lease)
  await later(lease, failure)
}

async function later(lease: Lease, { failed, retryInMs }: Failure): Promise<void> {
  // waiting for our own rate limit is normal
  const level = failed === 'local_rate_limited' ? 'debug' : 'warn'
  logger[level]({ bulkId: lease.id, code: failed }, 'bulk could not be read')
  await returnLease(lease, retryPollMs(lease.stillMs, retryInMs))
}

async function lookAt(source: Source, lease: Lease, status: WireBulk): Promise<PollResult | Failure> {
  const reported = reportedOf(status)
  if (status.totalItems !== lease.size) return { reported, items: [], withheld: 'total_items' }
  // until other answers are read
  const mixedUp = lease.withheld === 'indexes' || lease.withheld === 'ids'
  const nothing = { reported, items: [], withheld: mixedUp ? lease.withheld : null }
  const answers = reportedAnswers(reported)
  const over = isOver(reported, lease.size)
  const expected = answers - lease.answered
  if (lease.answered === lease.size || (expected <= 0 && !over)) return nothing
  const pending = await pendingOf(lease.id)
  // counters may be wrong: once the provider says completed, everything missing is read
  const found = await readNewItems(source, { pending, expected: over ? pending.length : expected, over })
  if ('failed' in found) return found
  if ('withheld' in found) return { ...nothing, withheld: found.withheld }
  return { reported, items: found.items, withheld: null }
}

const reportedOf = (status: WireBulk): ReportedCounts => ({
  status: status.status ?? 'unrecognised',
  total: status.totalItems,
  completed: status.completedItems,
  failed: status.failedItems,
  rejected: status.rejectedItems,
  inProgress: status.inProgressItems,
})

async function pendingOf(bulkId: string): Promise<number[]> {
  const rows = await db().verification.findMany({
    where: { bulkId, status: { in: ['pending', 'unknown'] } },
    orderBy: { itemIndex: 'asc' },
    select: { itemIndex: true },
  })
  return rows.flatMap(({ itemIndex }) => (itemIndex === null ? [] : [itemIndex]))
}
