import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { activeConnection } from '@/lib/connections/active.server'
import { db, LONG_TIMEOUTS, setStatementTimeout, type Tx } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { queueComparison } from '@/lib/uploads/comparison-queue.server'
import { finishUpload } from '@/lib/uploads/sending/finish.server'
import { type LockedUpload, lockUploadFor, touchUpload } from '@/lib/uploads/sending/lock.server'
import { dropKnown, dropRows, sendNext } from '@/lib/uploads/sending/settle.server'
import type { UploadAction } from '@/lib/uploads/view'
import { allowProbe, forgetRefusal } from '@/lib/upstream/paid-requests.server'

/**
 * Pauses, resumes or stops the sending of an upload. Batches that were sent are polled until they are answered; this
 * affects only those that weren't.
 * @throws Refusal those of `lockUploadFor`; 409 upload_finished | upload_not_running | upload_not_paused |
 * outcome_unknown | approval_required | known_open
 */
export async function actOnUpload(id: string, act: UploadAction, by: RequestedBy): Promise<void> {
  await db().$transaction(async (tx) => {
    const upload = await lockUploadFor(tx, id, by.actor)
    const details = await ACTS[act](tx, upload, by.auditActor)
    await touchUpload(tx, id)
    const action = { pause: 'upload.paused', resume: 'upload.resumed', stop: 'upload.stopped' }[act]
    await record({ by: by.auditActor, action, object: { type: 'upload', id }, details }, tx)
  }, LONG_TIMEOUTS)
}

type Apply = (tx: Tx, upload: LockedUpload, auditActor: AuditActor) => Promise<Record<string, unknown>>

const pause: Apply = async (tx, { id, state }) => {
  if (state !== 'waiting' && state !== 'processing')
    throw new Refusal(409, 'upload_not_running', 'Nothing is being sent, so there is nothing to pause.')
  if ((await tx.bulk.count({ where: { uploadId: id, state: 'waiting' } })) === 0)
    throw new Refusal(409, 'upload_all_sent', 'Every batch has been sent, so there is nothing to pause.')
  await tx.upload.update({ where: { id }, data: { state: 'paused', pauseReason: 'user' } })
  return {}
}

const resume: Apply = async (tx, { id, state, pauseReason }) => {
  if (state !== 'paused') throw new Refusal(409, 'upload_not_paused', 'Sending isn’t paused.')
  if (pauseReason === 'approval')
    throw new Refusal(409, 'approval_required', 'A second person must approve this upload first.')
  if (pauseReason === 'known')
    throw new Refusal(
      409,
      'known_open',
      'Choose first whether to use earlier answers or check all rows again.',
    )
  const open = await tx.attempt.count({ where: { bulk: { uploadId: id }, state: 'unknown' } })
  if (open > 0)
    throw new Refusal(
      409,
      'outcome_unknown',
      'A batch may have been billed. Decide what to do about it before you send more.',
    )
  if (!(await isCompared(tx, id))) {
    await tx.upload.update({ where: { id }, data: { state: 'comparing', pauseReason: null } })
    await queueComparison(tx, id)
    return { pauseReason }
  }
  if (pauseReason === 'credits' || pauseReason === 'credentials') await allowOneProbe(tx)
  await tx.upload.update({ where: { id }, data: { state: 'processing', pauseReason: null } })
  await tx.$executeRaw`update bulks set next_poll_at = now() where upload_id = ${id}::uuid and state = 'waiting'`
  await sendNext(tx, id)
  await finishUpload(tx, id)
  return { pauseReason }
}

/** False for an upload that a restore paused before its comparison with the file. */
async function isCompared(tx: Tx, id: string): Promise<boolean> {
  const { comparison } = await tx.upload.findUniqueOrThrow({ where: { id }, select: { comparison: true } })
  return comparison !== null
}

/** Resuming means that payment works again: one request probes, and when it is accepted, the rest follow. */
async function allowOneProbe(tx: Tx): Promise<void> {
  const connection = await activeConnection()
  if (connection) await allowProbe(tx, connection.id)
}

/** Removes unsent rows from the total, with this code; rows that were sent still get their answers. */
export async function stopSending(
  tx: Tx,
  { id, state }: Pick<LockedUpload, 'id' | 'state'>,
  auditActor: AuditActor,
  code = 'stopped',
): Promise<{ rows: number; bulks: number }> {
  if (state === 'completed' || state === 'stopped')
    throw new Refusal(409, 'upload_finished', 'This upload has already finished.')
  // all rows of a large upload at once
  await setStatementTimeout(tx, 60)
  const waiting = await tx.bulk.findMany({ where: { uploadId: id, state: 'waiting' }, select: { id: true } })
  const bulkIds = waiting.map((bulk) => bulk.id)
  const rows = await dropRows(tx, id, bulkIds, code)
  await dropKnown(tx, id, code)
  await tx.bulk.updateMany({ where: { id: { in: bulkIds } }, data: { state: 'stopped', nextPollAt: null } })
  await tx.upload.update({ where: { id }, data: { state: 'stopped', pauseReason: null } })
  // before the first entry in the audit log: whoever resumes paid requests writes theirs after it
  await forgetRefusal(tx, id, auditActor)
  await finishUpload(tx, id)
  return { rows, bulks: bulkIds.length }
}

const stop: Apply = (tx, upload, auditActor) => stopSending(tx, upload, auditActor)

const ACTS: Record<UploadAction, Apply> = { pause, resume, stop }
