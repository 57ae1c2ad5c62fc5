import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { enqueueAll } from '@/lib/platform/queue/queue.server'
import { select, uuid } from '@/lib/platform/sql/select.server'
import {
  ANSWERED_WITHIN_DAYS,
  expireAnswer,
  expireAttempt,
  lockAttemptsOf,
  type Overdue,
  overdueAttempts,
} from '@/lib/upstream/attempts.server'
import { settleEach } from '@/lib/upstream/settle-each.server'
import { recordUnknown } from '@/lib/usage/ledger.server'
import { markUnknown } from '@/lib/verifications/check/record.server'

/**
 * Marks checks as unknown whose process died while sending. They are never sent again. lib/uploads does the same for
 * bulks.
 * @returns how many were overdue
 */
export const reap = async (): Promise<number> =>
  settleEach(await overdueAttempts(), (overdue) => db().$transaction((tx) => giveUp(tx, overdue)))

async function giveUp(tx: Tx, overdue: Overdue): Promise<boolean> {
  if (!(await expireAttempt(tx, overdue.attemptId))) return false
  await markUnknown(tx, [overdue.verificationId])
  const { environment, requestedById } = await notifyUnknown(tx, overdue)
  if (environment === 'live')
    await recordUnknown(tx, { kind: 'check', attemptId: overdue.attemptId, userId: requestedById })
  return true
}

/**
 * Marks single checks as unknown that the provider accepted and has not answered for days, so that people decide. Their
 * credits stay booked, and a late answer is still stored.
 * @returns how many were given up
 */
export async function expireChecks(): Promise<number> {
  const silent = await select(
    db(),
    { attemptId: uuid, verificationId: uuid },
    Prisma.sql`
    select a.id as "attemptId", v.id as "verificationId"
      from verifications v join attempts a on a.verification_id = v.id and a.state = 'accepted'
     where v.status = 'pending' and v.bulk_id is null
       and a.ended_at < now() - make_interval(days => ${ANSWERED_WITHIN_DAYS}::int)
     limit 100`,
  )
  return settleEach(silent, (one) => db().$transaction((tx) => expire(tx, one)))
}

async function expire(tx: Tx, silent: Overdue): Promise<boolean> {
  await lockAttemptsOf(tx, [silent.verificationId])
  if ((await markUnknown(tx, [silent.verificationId])) === 0) return false
  await expireAnswer(tx, silent.attemptId)
  await notifyUnknown(tx, silent)
  return true
}

async function notifyUnknown(tx: Tx, { attemptId, verificationId }: Overdue) {
  const { environment, requestedById } = await tx.verification.findUniqueOrThrow({
    where: { id: verificationId },
    select: { environment: true, requestedById: true },
  })
  await notify(tx, { topic: 'verification', id: verificationId, userId: requestedById })
  const object = { type: 'verification', id: verificationId }
  const details = { environment, outcome: 'unknown', attemptId, requestedById }
  await record({ by: { kind: 'system' }, action: 'verification.checked', object, details }, tx)
  return { environment, requestedById }
}

/** Queues waiting checks again whose job was lost. A duplicate job finds nothing to send. */
export async function requeueLostJobs(): Promise<number> {
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
      forgotten.map(({ id }) => ({ data: { attemptId: id } })),
    )
  })
}
