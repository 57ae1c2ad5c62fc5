import 'server-only'
import { record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { assertMayDecide } from '@/lib/auth/second-person.server'
import {
  allowLongStatements,
  assertReviewer,
  lockRun,
  readReleaseRow,
} from '@/lib/payments/release/lock.server'
import {
  heldFileNotDownloaded,
  notLatestRelease,
  ownHeldFile,
  releaseDownloaded,
  releaseWithdrawn,
  withdrawnTooLate,
} from '@/lib/payments/release/refusals'
import { markAffectedRuns, markHeldPayments } from '@/lib/payments/release/store.server'
import { db, FILE_TIMEOUTS, refuseOn, type Tx } from '@/lib/platform/db.server'
import { touchUpload } from '@/lib/uploads/sending/lock.server'

/**
 * Withdraws a release, so that its lines can be released again. Only within 10 minutes (a trigger judges that by the
 * database's clock), before a released or held file is downloaded, and before a later release.
 * @throws Refusal 401 session_required; 404; 403 role_required; 409 release_withdrawn | release_downloaded |
 * release_superseded | release_too_old
 */
export async function withdrawRelease(
  id: string,
  number: number,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  assertReviewer(actor)
  const work = async (tx: Tx) => {
    await allowLongStatements(tx)
    await lockRun(tx, id, actor)
    const release = await readReleaseRow(tx, id, number)
    if (release.withdrawnAt) throw releaseWithdrawn()
    if (release.releasedDownloadedAt ?? release.heldDownloadedAt) throw releaseDownloaded()
    const later = { uploadId: id, number: { gt: number }, withdrawnAt: null }
    if ((await tx.paymentRelease.count({ where: later })) > 0) throw notLatestRelease()
    await markAffectedRuns(tx, id, release.id)
    await tx.$executeRaw`
      update payment_releases set withdrawn_at = now(), withdrawn_by_id = ${actor.id}::uuid where id = ${release.id}::uuid`
    await tx.$executeRaw`update payment_lines set release_id = null where release_id = ${release.id}::uuid`
    await tx.$executeRaw`delete from supplier_ibans where release_id = ${release.id}::uuid`
    await tx.$executeRaw`insert into payment_changes (upload_id) values (${id}::uuid)`
    await touchUpload(tx, id)
    const object = { type: 'upload', id }
    await record({ by: auditActor, action: 'payment.withdrawn', object, details: { number } }, tx)
  }
  await db()
    .$transaction(work, FILE_TIMEOUTS)
    .catch(refuseOn({ payment_releases_withdrawn_in_time: withdrawnTooLate }))
}

/**
 * Records that a downloaded held file was not sent to a bank. Its lines can then be released, and the file can't be
 * downloaded again. Four eyes: the uploader of the run may have sent the file, so somebody else must record it. Does
 * nothing if it is already recorded.
 * @throws Refusal 401 session_required; 404; 403 role_required | four_eyes | decides_later; 409 held_file_not_downloaded
 */
export async function recordHeldNotSent(
  id: string,
  number: number,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  assertReviewer(actor)
  await db().$transaction(async (tx) => {
    const run = await lockRun(tx, id, actor)
    if (run.createdById === actor.id) throw ownHeldFile()
    await assertMayDecide(actor.id, tx)
    const release = await readReleaseRow(tx, id, number)
    if (release.heldNotSentAt) return
    if (!release.heldDownloadedAt) throw heldFileNotDownloaded()
    await tx.$executeRaw`
      update payment_releases set held_not_sent_at = now(), held_not_sent_by_id = ${actor.id}::uuid
       where id = ${release.id}::uuid`
    await markHeldPayments(tx, id)
    await touchUpload(tx, id)
    const object = { type: 'upload', id }
    await record({ by: auditActor, action: 'payment.held_not_sent', object, details: { number } }, tx)
  })
}
