import 'server-only'
import { PREPARED, type Tx } from '@/lib/platform/db.server'

export type Spending = {
  kind: 'check' | 'bulk'
  attemptId: string
  userId: string | null
  /** credits; 0 while the outcome is unknown */
  credits: number
  note?: string
}

/**
 * Books the credits of one paid request in our own ledger, because the provider reports no balance. One entry per
 * attempt: an unknown outcome is booked with 0 credits and corrected when it is resolved. What was booked keeps its
 * day. Sandbox checks are never booked.
 */
export async function recordSpending(
  tx: Tx,
  { kind, attemptId, userId, credits, note }: Spending,
): Promise<void> {
  await tx.$executeRaw`${PREPARED}
    insert into credit_entries as c (kind, amount, attempt_id, user_id, note)
    values (${kind}, ${-credits}::int, ${attemptId}::uuid, ${userId}::uuid, ${note ?? null})
    on conflict (attempt_id) do update set amount = excluded.amount, note = excluded.note,
      at = case when c.amount = 0 then now() else c.at end`
}

/** Books a request whose response was lost: it may have been billed. */
export const recordUnknown = (tx: Tx, request: Omit<Spending, 'credits' | 'note'>): Promise<void> =>
  recordSpending(tx, { ...request, credits: 0, note: 'outcome unknown' })

/**
 * Refunds items that the provider rejected for their format: they are not billed (specification 1.4). Known when a bulk
 * is complete.
 */
export async function refundRejected(tx: Tx, bulkId: string): Promise<void> {
  await tx.$executeRaw`
    update credit_entries
       set amount = (select count(*)::int from verifications v where v.bulk_id = ${bulkId}::uuid and v.status = 'rejected')
                    - (select size from bulks where id = ${bulkId}::uuid)
     where attempt_id = any(array(
       select id from attempts where bulk_id = ${bulkId}::uuid and state in ('accepted', 'attached')))`
}
