import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/notify.server'
import { recordSpending, UNKNOWN_NOTE } from '@/lib/usage/ledger.server'
import { expireAttempts } from '@/lib/verifications/attempts.server'
import { markUnknown, queueSending } from '@/lib/verifications/settle.server'

export type OverdueBulk = { attemptId: string; bulkId: string }

/**
 * Attempts whose process died while sending become unknown, never ready again (reliability B-22), and their checks with
 * them. Overdue bulks are handed to `onBulks` in the same transaction.
 * @returns how many attempts were overdue
 */
export async function reap(onBulks: (tx: Tx, bulks: OverdueBulk[]) => Promise<void>): Promise<number> {
  return db().$transaction(async (tx) => {
    const overdue = await expireAttempts(tx)
    const checks = overdue.flatMap(({ attemptId, verificationId }) =>
      verificationId ? [{ attemptId, verificationId }] : [],
    )
    const bulks = overdue.flatMap(({ attemptId, bulkId }) => (bulkId ? [{ attemptId, bulkId }] : []))
    if (bulks.length > 0) await onBulks(tx, bulks)
    await markUnknown(
      tx,
      checks.map((check) => check.verificationId),
    )
    for (const check of checks) await tellUnknown(tx, check)
    return overdue.length
  })
}

async function tellUnknown(
  tx: Tx,
  { attemptId, verificationId }: { attemptId: string; verificationId: string },
) {
  const { environment, requestedById } = await tx.verification.findUniqueOrThrow({
    where: { id: verificationId },
    select: { environment: true, requestedById: true },
  })
  if (environment === 'live')
    await recordSpending(tx, {
      kind: 'check',
      attemptId,
      userId: requestedById,
      credits: 0,
      note: UNKNOWN_NOTE,
    })
  await notify(tx, { topic: 'verification', id: verificationId, userId: requestedById })
  const object = { type: 'verification', id: verificationId }
  const details = { environment, outcome: 'unknown', attemptId, requestedById }
  await record({ by: { kind: 'system' }, action: 'verification.checked', object, details }, tx)
}

/** Waiting checks whose job was lost with its process are queued again; a second job finds nothing to do. */
export async function requeueForgotten(): Promise<number> {
  return db().$transaction(async (tx) => {
    const forgotten = await tx.$queryRaw<{ id: string }[]>`
      select id from attempts
       where state = 'ready' and verification_id is not null and created_at < now() - interval '3 minutes'
       order by created_at limit 200`
    for (const { id } of forgotten) await queueSending(tx, id)
    return forgotten.length
  })
}
