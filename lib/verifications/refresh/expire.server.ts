import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { ANSWERED_WITHIN_DAYS, expireAnswer } from '@/lib/upstream/attempts.server'
import { markUnknown } from '@/lib/verifications/check/record.server'

const SILENT = { id: uuid, attemptId: uuid, requestedById: uuid, environment: text }
type Silent = RowOf<typeof SILENT>

/**
 * Marks single checks as unknown that the provider accepted and has not answered for days; people decide. An answer that
 * comes later is still stored.
 * @returns how many were given up
 */
export async function expireChecks(): Promise<number> {
  const silent = await select(
    db(),
    SILENT,
    Prisma.sql`
    select v.id, a.id as "attemptId", v.requested_by_id as "requestedById", v.environment::text as environment
      from verifications v join attempts a on a.verification_id = v.id and a.state = 'accepted'
     where v.status = 'pending' and v.bulk_id is null
       and a.ended_at < now() - make_interval(days => ${ANSWERED_WITHIN_DAYS}::int)
     limit 100`,
  )
  let expired = 0
  for (const one of silent) if (await db().$transaction((tx) => expire(tx, one))) expired++
  return expired
}

async function expire(tx: Tx, { id, attemptId, requestedById, environment }: Silent): Promise<boolean> {
  if ((await markUnknown(tx, [id])) === 0) return false
  await expireAnswer(tx, attemptId)
  await notify(tx, { topic: 'verification', id, userId: requestedById })
  const object = { type: 'verification', id }
  const details = { environment, outcome: 'unknown', attemptId, requestedById }
  await record({ by: { kind: 'system' }, action: 'verification.checked', object, details }, tx)
  return true
}
