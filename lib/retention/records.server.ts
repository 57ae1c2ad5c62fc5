import 'server-only'
import { anchorHead } from '@/lib/audit/anchor.server'
import { cutEntries } from '@/lib/audit/cut.server'
import { Prisma } from '@/lib/platform/db.server'
import { select, uuid } from '@/lib/platform/sql/select.server'
import type { Cutoffs } from '@/lib/retention/cutoff.server'
import { dueRequests, isAnythingHeld, requestHeld } from '@/lib/retention/due.server'
import { type Count, countedBatches, inBatches } from '@/lib/retention/purge.server'
import { heldScope, isHeld } from '@/lib/retention/scope.server'
import { allowRedaction } from '@/lib/retention/strip.server'
import { aggregateLedger, aggregateOldLines } from '@/lib/usage/aggregate.server'

const BATCH = 1_000

/**
 * Deletes what is older than the long period: requests with the resolutions of lost responses, the provider's IDs,
 * single ledger lines (their sums stay), and the oldest audit entries.
 */
export async function purgeRecords(before: Cutoffs, count: Count): Promise<void> {
  await purgeRequests(before, count)
  await clearProviderIds(before)
  await countedBatches(count, 'credits', (tx) => aggregateOldLines(tx, before.records))
  await countedBatches(count, 'entries', async (tx) =>
    (await isAnythingHeld(tx)) ? 0 : cutEntries(tx, before.records),
  )
  await anchorHead()
}

const purgeRequests = (before: Cutoffs, count: Count): Promise<void> =>
  inBatches(async (tx) => {
    const held = requestHeld(await heldScope(tx))
    const due = await select(
      tx,
      { id: uuid, bulkId: uuid.or(null) },
      Prisma.sql`
      select a.id, a.bulk_id as "bulkId" from ${dueRequests(before)} and not ${held} limit ${BATCH} for update of a`,
    )
    if (due.length === 0) return 0
    const ids = due.map(({ id }) => id)
    const credits = await aggregateLedger(tx, ids)
    await allowRedaction(tx)
    await tx.$executeRaw`delete from resolutions where attempt_id = any(${ids}::uuid[])`
    await tx.$executeRaw`delete from attempts where id = any(${ids}::uuid[])`
    await tx.$executeRaw`
      update bulks b set upstream_id = null where id = any(${due.flatMap(({ bulkId }) => bulkId ?? [])}::uuid[])
         and not exists (select from attempts a where a.bulk_id = b.id)`
    await count(tx, { requests: due.length, credits })
    return due.length
  })

/** Removes the provider's IDs of purged checks. */
const clearProviderIds = ({ records }: Cutoffs): Promise<void> =>
  inBatches(async (tx) => {
    const held = isHeld(await heldScope(tx))
    return tx.$executeRaw`
      update verifications set upstream_id = null where id in (
        select v.id from verifications v
         where v.purged_at is not null and v.upstream_id is not null and v.created_at < ${records}::timestamptz and not ${held}
         order by v.created_at limit ${BATCH})`
  })
