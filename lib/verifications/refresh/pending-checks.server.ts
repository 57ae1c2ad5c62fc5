import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { date, oneOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { MATCH_RESULTS, STATUSES } from '@/lib/verifications/outcome'
import { refetchFromProvider } from '@/lib/verifications/refresh/refresh.server'

/** At two runs a minute, a tenth of the read budget: people who refresh a check keep their share. */
const BATCH = 6

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
 * Polls single checks that the provider answered with `pending` (specification 2.2), until they are given up
 * (`expireChecks`). Reads are free of charge. The order is random, so that none blocks the others, and the younger a
 * check, the more often it is read. Stops when the provider or the shared rate limit has no capacity; skips checks that
 * the provider doesn't know.
 * @returns how many were read
 */
export async function pollPendingChecks(): Promise<number> {
  const awaited = await select(
    db(),
    AWAITED,
    Prisma.sql`
    select v.id, v.upstream_id as "upstreamId", v.connection_id as "connectionId", v.requested_by_id as "requestedById",
           v.status, v.match_result as "matchResult", v.matched_name as "matchedName", v.purged_at as "purgedAt"
      from verifications v join attempts a on a.verification_id = v.id and a.state = 'accepted'
     where v.status = 'pending' and v.bulk_id is null and v.upstream_id is not null and v.environment = 'live'
       and v.connection_id is not null
     order by random() * extract(epoch from now() - a.ended_at) limit ${BATCH}`,
  )
  let read = 0
  for (const check of awaited) {
    try {
      await refetchFromProvider(check, { kind: 'system' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // concerns this check only
      if (error.code === 'upstream_not_found') continue
      return read
    }
    read++
  }
  return read
}
