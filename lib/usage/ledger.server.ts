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
 * Writes what one paid request took into our own books (the provider reports no balance). One entry per attempt: an
 * outcome unknown is noted with 0 credits and corrected when the truth arrives. Sandbox checks are never written.
 */
export async function recordSpending(
  tx: Tx,
  { kind, attemptId, userId, credits, note }: Spending,
): Promise<void> {
  await tx.$executeRaw`${PREPARED}
    insert into credit_entries (kind, amount, attempt_id, user_id, note)
    values (${kind}, ${-credits}::int, ${attemptId}::uuid, ${userId}::uuid, ${note ?? null})
    on conflict (attempt_id) do update set amount = excluded.amount, note = excluded.note, at = now()`
}

/** The note of an entry whose answer was lost: perhaps billed. */
export const UNKNOWN_NOTE = 'outcome unknown'

/** Items that the provider rejected for their format are not billed (specification 1.4): known when a bulk is complete. */
export async function giveBackRejected(tx: Tx, bulkId: string): Promise<void> {
  await tx.$executeRaw`
    update credit_entries
       set amount = (select count(*)::int from verifications v where v.bulk_id = ${bulkId}::uuid and v.status = 'rejected')
                    - (select size from bulks where id = ${bulkId}::uuid)
     where attempt_id = any(array(
       select id from attempts where bulk_id = ${bulkId}::uuid and state in ('accepted', 'attached')))`
}
