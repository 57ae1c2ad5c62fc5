import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { date, oneOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { MATCH_RESULTS, STATUSES } from '@/lib/verifications/outcome'
import { readAgain } from '@/lib/verifications/refresh/refresh.server'

/** With a turn every half minute a tenth of the reads of a minute: people who read a check again are not crowded out. */
const AT_ONCE = 6
const FOR_HOURS = 24

const AWAITED = {
  id: uuid,
  upstreamId: text.notNull(),
  connectionId: uuid.notNull(),
  requestedById: uuid,
  status: oneOf(STATUSES),
  matchResult: oneOf(MATCH_RESULTS).or(null),
  matchedName: text.or(null),
  purgedAt: date.or(null),
}

/**
 * Reads single checks that the provider answered `pending` (specification 2.2) by their ids, for a day, whether or not
 * somebody looks at them; costs nothing. In no order, so that none keeps the others waiting. Ends with the first that cannot
 * be read, because the provider or the shared minute has no place for more; one that the provider does not know is passed over.
 * @returns how many were read
 */
export async function readAwaited(): Promise<number> {
  const awaited = await select(
    db(),
    AWAITED,
    Prisma.sql`
    select v.id, v.upstream_id as "upstreamId", v.connection_id as "connectionId", v.requested_by_id as "requestedById",
           v.status, v.match_result as "matchResult", v.matched_name as "matchedName", v.purged_at as "purgedAt"
      from verifications v
     where v.status = 'pending' and v.bulk_id is null and v.upstream_id is not null and v.environment = 'live'
       and v.connection_id is not null and v.created_at > now() - make_interval(hours => ${FOR_HOURS}::int)
     order by random() limit ${AT_ONCE}`,
  )
  let read = 0
  for (const check of awaited) {
    try {
      await readAgain(check, { kind: 'system' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // it says nothing about the others
      if (error.code === 'upstream_not_found') continue
      return read
    }
    read++
  }
  return read
}
