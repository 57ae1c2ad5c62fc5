import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { enqueueAll } from '@/lib/platform/queue/queue.server'
import { select, uuid } from '@/lib/platform/sql/select.server'
import { expireAttempt, type Overdue, overdueAttempts } from '@/lib/upstream/attempts.server'
import { recordSpending, UNKNOWN_NOTE } from '@/lib/usage/ledger.server'
import { markUnknown } from '@/lib/verifications/check/record.server'

/**
 * Marks checks as unknown whose process died while sending. They are never sent again. lib/uploads does the same for
 * bulks.
 * @returns how many were overdue
 */
export async function reap(): Promise<number> {
  let reaped = 0
  for (const overdue of await overdueAttempts()) {
    try {
      if (await db().$transaction((tx) => giveUp(tx, overdue))) reaped++
    } catch (error) {
      // one failure must not stop the sweep of the others
      logger.error({ error, ...overdue }, 'could not settle an overdue check')
    }
  }
  return reaped
}

async function giveUp(tx: Tx, overdue: Overdue): Promise<boolean> {
  if (!(await expireAttempt(tx, overdue.attemptId))) return false
  await markUnknown(tx, [overdue.verificationId])
  await tellUnknown(tx, overdue)
  return true
}

async function tellUnknown(tx: Tx, { attemptId, verificationId }: Overdue) {
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

/** Queues waiting checks again whose job was lost. A duplicate job finds nothing to send. */
export async function requeueForgotten(): Promise<number> {
  return db().$transaction(async (tx) => {
    const forgotten = await select(
      tx,
      { id: uuid },
      Prisma.sql`
      select id from attempts
       where state = 'ready' and verification_id is not null and created_at < now() - interval '3 minutes'
       order by created_at limit 200`,
    )
    return enqueueAll(
      tx,
      'check.send',
      forgotten.map(({ id }) => ({ data: { attemptId: id }, singletonKey: id })),
    )
  })
}
