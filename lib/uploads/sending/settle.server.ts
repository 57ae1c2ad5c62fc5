import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, LONG_TIMEOUTS, Prisma, type Tx, violatedConstraint } from '@/lib/platform/db.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { enqueue } from '@/lib/platform/queue/queue.server'
import { databaseNow } from '@/lib/platform/sql/now.server'
import { int4, select, selectOne, uuid } from '@/lib/platform/sql/select.server'
import { finishUpload } from '@/lib/uploads/sending/finish.server'
import {
  type LockedUpload,
  lockUploadOf,
  moveCounts,
  rowsOfBulk,
  touchUpload,
} from '@/lib/uploads/sending/lock.server'
import { type ManualFix, manualFixFor, retryAfterMs } from '@/lib/uploads/sending/pace'
import { settleAttempt } from '@/lib/upstream/attempts.server'
import type { PaidOutcome } from '@/lib/upstream/classify'
import type { WireBulk } from '@/lib/upstream/contract'
import { forgetRefusal } from '@/lib/upstream/paid-requests.server'
import { recordSpending, recordUnknown } from '@/lib/usage/ledger.server'

type SentBulk = { attemptId: string; bulkId: string }
type BulkOutcome = PaidOutcome<WireBulk>

/**
 * Records the result of a POST in one transaction: the attempt, the bulk, its rows, the counts, the credits, the audit
 * entry and the job of the next bulk. A response that arrives after the attempt became unknown, or was written off, is
 * still recorded; only sending again is forbidden. An acceptance with the ID of another batch makes it unknown.
 * @returns false when the attempt had been settled already
 */
export const settleBulk = (sent: SentBulk, outcome: BulkOutcome): Promise<boolean> =>
  settleAs(sent, outcome).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'bulks_upstream_id_key') throw error
    return settleAs(sent, { kind: 'unknown', code: 'upstream_bad_response', httpStatus: 200 })
  })

function settleAs(sent: SentBulk, outcome: BulkOutcome): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const upload = await lockUploadOf(tx, sent.bulkId)
    if (!(await endAttempt(tx, sent, outcome))) return false
    if (outcome.kind === 'accepted') await acceptBulk(tx, upload, sent, outcome.body)
    if (outcome.kind === 'rejected') await settleRejected(tx, upload, sent.bulkId, outcome.code)
    if (outcome.kind === 'not_sent') await settleNotSent(tx, upload, sent.bulkId, outcome)
    if (outcome.kind === 'unknown') await settleUnknown(tx, upload, sent)
    await touchUpload(tx, upload.id)
    await audit(tx, upload.id, sent, outcome)
    failpoint('before_record_commit')
    return true
  }, LONG_TIMEOUTS)
}

/** The reaper of lib/verifications may have expired the attempt already; its bulk must still be settled. */
async function endAttempt(tx: Tx, { attemptId, bulkId }: SentBulk, outcome: BulkOutcome): Promise<boolean> {
  const ended = await settleAttempt(tx, attemptId, outcome)
  if (ended || outcome.kind !== 'unknown') return ended
  const where = {
    id: bulkId,
    state: 'sending',
    attempts: { some: { id: attemptId, state: 'unknown' } },
  } as const
  return (await tx.bulk.count({ where })) === 1
}

/** Marks a bulk as accepted by the provider: it is polled from now on, and its upload is no longer finished. */
export async function acceptBulk(
  tx: Tx,
  upload: LockedUpload,
  { attemptId, bulkId }: SentBulk,
  { id: upstreamId, totalItems }: Pick<WireBulk, 'id' | 'totalItems'>,
): Promise<void> {
  await requeueRows(tx, upload, bulkId)
  await tx.$executeRaw`
    update uploads set finished_at = null, state = case when state = 'completed' then 'processing' else state end
     where id = ${upload.id}::uuid`
  await tx.$executeRaw`
    update bulks set state = 'accepted', upstream_id = ${upstreamId}, accepted_at = now(), last_movement_at = now(),
           next_poll_at = now() + interval '1 second',
           withheld = case when size is distinct from ${totalItems}::int then 'total_items' end
     where id = ${bulkId}::uuid`
  const { size } = await tx.bulk.findUniqueOrThrow({ where: { id: bulkId }, select: { size: true } })
  await recordSpending(tx, { kind: 'bulk', attemptId, userId: upload.createdById, credits: size })
  await tx.$executeRaw`
    update verifications set connection_id = (select connection_id from bulks where id = ${bulkId}::uuid)
     where bulk_id = ${bulkId}::uuid
       and connection_id is distinct from (select connection_id from bulks where id = ${bulkId}::uuid)`
  await sendNext(tx, upload.id)
}

/** Refused for a cause that a person can fix: the bulk waits. Refused for its items: its rows are not sent. */
async function settleRejected(tx: Tx, upload: LockedUpload, bulkId: string, code: string): Promise<void> {
  const pause = manualFixFor(code)
  await requeueRows(tx, upload, bulkId)
  if (pause && upload.state === 'stopped') return stopBulk(tx, upload.id, bulkId)
  if (pause) {
    await tx.bulk.update({ where: { id: bulkId }, data: { state: 'waiting' } })
    await pauseUpload(tx, upload.id, pause)
    return
  }
  const completedAt = await databaseNow(tx)
  await tx.bulk.update({ where: { id: bulkId }, data: { state: 'rejected', completedAt } })
  await dropRows(tx, upload.id, [bulkId], code)
  await sendNext(tx, upload.id)
  await finishUpload(tx, upload.id)
}

/** SQL condition: attempt `a` of a bulk was not sent, nor was any after it. */
export const FAILED_IN_A_ROW = Prisma.sql`(a.state = 'not_sent' and not exists (
  select from attempts o where o.bulk_id = a.bulk_id and o.number > a.number and o.state <> 'not_sent'))`

async function settleNotSent(
  tx: Tx,
  upload: LockedUpload,
  bulkId: string,
  { code, httpStatus, retryInMs }: Extract<BulkOutcome, { kind: 'not_sent' }>,
): Promise<void> {
  const pause = manualFixFor(code)
  await requeueRows(tx, upload, bulkId)
  if (upload.state === 'stopped') return stopBulk(tx, upload.id, bulkId)
  const { failures } = await selectOne(
    tx,
    { failures: int4 },
    Prisma.sql`
    select count(*)::int as failures from attempts a where a.bulk_id = ${bulkId}::uuid and ${FAILED_IN_A_ROW}`,
  )
  const wait = pause ? 0 : (retryInMs ?? retryAfterMs(failures, httpStatus !== undefined))
  await tx.$executeRaw`
    update bulks set state = 'waiting', next_poll_at = now() + make_interval(secs => ${wait / 1000})
     where id = ${bulkId}::uuid`
  if (pause) await pauseUpload(tx, upload.id, pause)
}

async function settleUnknown(tx: Tx, upload: LockedUpload, { attemptId, bulkId }: SentBulk): Promise<void> {
  await markRowsUnknown(tx, upload.id, bulkId)
  await recordUnknown(tx, { kind: 'bulk', attemptId, userId: upload.createdById })
  // a person's own pause lasts until they resume, also when the batch is answered after all
  const theirs = upload.state === 'paused' && upload.pauseReason === 'user'
  if (upload.state !== 'stopped' && !theirs) await pauseUpload(tx, upload.id, 'unknown')
}

/** Marks a bulk and its rows without an answer as unknown. */
export async function markRowsUnknown(tx: Tx, uploadId: string, bulkId: string): Promise<void> {
  const rows = await rowsOfBulk(tx, bulkId, 'pending')
  await tx.bulk.update({ where: { id: bulkId }, data: { state: 'unknown', nextPollAt: null } })
  await tx.verification.updateMany({ where: { bulkId, status: 'pending' }, data: { status: 'unknown' } })
  await moveCounts(tx, uploadId, [{ from: 'waiting', to: 'unknown', rows }])
}

const pauseUpload = (tx: Tx, id: string, pauseReason: ManualFix | 'unknown') =>
  tx.upload.update({ where: { id }, data: { state: 'paused', pauseReason } })

/** Rows that were marked unknown wait again and the upload continues, because the provider responded after all. */
export async function requeueRows(tx: Tx, upload: LockedUpload, bulkId: string): Promise<void> {
  const rows = await rowsOfBulk(tx, bulkId, 'unknown')
  if (rows === 0) return
  await tx.verification.updateMany({ where: { bulkId, status: 'unknown' }, data: { status: 'pending' } })
  await moveCounts(tx, upload.id, [{ from: 'unknown', to: 'waiting', rows }])
  const doubt = await tx.attempt.count({
    where: { state: 'unknown', bulk: { uploadId: upload.id, id: { not: bulkId } } },
  })
  if (upload.state === 'paused' && upload.pauseReason === 'unknown' && doubt === 0)
    await tx.upload.update({ where: { id: upload.id }, data: { state: 'processing', pauseReason: null } })
}

/** Marks the rows of bulks that will never be sent as not sent and removes them from the total. */
export async function dropRows(tx: Tx, uploadId: string, bulkIds: string[], code: string): Promise<number> {
  if (bulkIds.length === 0) return 0
  return dropChecks(tx, uploadId, Prisma.sql`v.bulk_id = any(${bulkIds}::uuid[])`, code)
}

/** The same for the checks `v` of the upload that match `which`. @returns how many rows left the total */
export async function dropChecks(tx: Tx, uploadId: string, which: Prisma.Sql, code: string): Promise<number> {
  const rows = await tx.$executeRaw`
    update upload_rows set not_sent_code = ${code} where verification_id = any(array(
      select v.id from verifications v where ${which} and v.status = 'pending'))`
  await tx.$executeRaw`
    update verifications v set status = 'not_sent', problem_code = ${code}
     where ${which} and v.status = 'pending'`
  await tx.$executeRaw`
    update uploads set total = total - ${rows}::int, not_sent = not_sent + ${rows}::int,
           count_waiting = count_waiting - ${rows}::int where id = ${uploadId}::uuid`
  return rows
}

/** Ends a bulk that was not sent after all, of an upload that was stopped while it was under way. */
export async function stopBulk(tx: Tx, uploadId: string, bulkId: string): Promise<void> {
  await dropRows(tx, uploadId, [bulkId], 'stopped')
  await tx.bulk.update({ where: { id: bulkId }, data: { state: 'stopped', nextPollAt: null } })
  await forgetRefusal(tx, uploadId, { kind: 'system' })
  await finishUpload(tx, uploadId)
}

/** Queues the next bulk of an upload that may send, if there is one, in the caller's transaction. */
export async function sendNext(tx: Tx, uploadId: string): Promise<void> {
  const [next] = await select(
    tx,
    { id: uuid },
    Prisma.sql`
    select b.id from bulks b join uploads u on u.id = b.upload_id
     where b.upload_id = ${uploadId}::uuid and b.state = 'waiting' and u.state in ('waiting', 'processing')
     order by b.number limit 1`,
  )
  if (next) await enqueue(tx, 'bulk.submit', { bulkId: next.id })
}

function audit(
  tx: Tx,
  uploadId: string,
  { attemptId, bulkId }: SentBulk,
  outcome: BulkOutcome,
): Promise<void> {
  const result = outcome.kind === 'accepted' ? { upstreamId: outcome.body.id } : { code: outcome.code }
  const object = { type: 'upload', id: uploadId }
  const details = { bulkId, attemptId, ...result }
  return record({ by: { kind: 'system' }, action: `bulk.${outcome.kind}`, object, details }, tx)
}

/**
 * Removes the earlier answers of an upload that ends before it was found equal to its file: only rows of the file may
 * have one. `code`: why they are not sent.
 */
export async function dropKnown(tx: Tx, uploadId: string, code: string): Promise<void> {
  const dropped = await tx.$executeRaw`
    update uploads set known_choice = null, known_rows = 0, known_credits = 0
     where id = ${uploadId}::uuid and known_choice = 'taken' and (comparison is null or comparison ? 'problem')`
  if (dropped === 0) return
  const known = Prisma.sql`upload_id = ${uploadId}::uuid and known_id is not null and status = 'not_sent'`
  await tx.$executeRaw`
    update upload_rows set not_sent_code = ${code} where verification_id = any(array(
      select id from verifications where ${known}))`
  await tx.$executeRaw`update verifications set problem_code = ${code} where ${known}`
}
