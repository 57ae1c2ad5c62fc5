import 'server-only'
import { record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { assertMayDecide } from '@/lib/auth/second-person.server'
import { db, LONG_TIMEOUTS } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { databaseNow } from '@/lib/platform/sql/now.server'
import type { ApprovalInput } from '@/lib/uploads/approval/approval'
import { stopSending } from '@/lib/uploads/sending/control.server'
import { lockUploadFor, touchUpload } from '@/lib/uploads/sending/lock.server'
import { startSending } from '@/lib/uploads/sending/start.server'

/**
 * Records a second person's decision on an upload above a limit. Approving starts the sending; declining ends the
 * upload.
 * @throws Refusal those of `lockUploadFor`; 403 four_eyes (the sender) | decides_later; 409 not_waiting_for_approval
 */
export async function decideUpload(
  id: string,
  input: ApprovalInput,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  await db().$transaction(async (tx) => {
    const upload = await lockUploadFor(tx, id, actor)
    if (upload.createdById === actor.id)
      throw new Refusal(403, 'four_eyes', 'You sent this upload, so someone else must approve it.')
    await assertMayDecide(actor.id, tx)
    if (upload.state !== 'paused' || upload.pauseReason !== 'approval')
      throw new Refusal(409, 'not_waiting_for_approval', 'This upload is no longer waiting for approval.')
    const { causes, credits } = await tx.uploadApproval.update({
      where: { uploadId: id },
      data: {
        approved: input.approve,
        decidedById: actor.id,
        decidedAt: await databaseNow(tx),
        reason: input.approve ? null : input.reason,
      },
    })
    if (input.approve) await startSending(tx, id)
    else await stopSending(tx, upload, auditActor)
    await touchUpload(tx, id)
    const action = input.approve ? 'upload.approved' : 'upload.declined'
    await record({ by: auditActor, action, object: { type: 'upload', id }, details: { causes, credits } }, tx)
  }, LONG_TIMEOUTS)
}
