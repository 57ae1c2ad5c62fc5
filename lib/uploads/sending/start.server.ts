import 'server-only'
import type { Tx } from '@/lib/platform/db.server'
import { finishUpload } from '@/lib/uploads/sending/finish.server'
import { sendNext } from '@/lib/uploads/sending/settle.server'

/**
 * The only place where the sending of a stored upload starts: after the comparison with the file, and again after each
 * thing it waited for. It keeps waiting for what is left (approval, then the choice about known answers), or queues the
 * first batch. The caller holds the lock of the upload and notifies its watchers.
 */
export async function startSending(tx: Tx, uploadId: string): Promise<void> {
  const { approval, knownChoice } = await tx.upload.findUniqueOrThrow({
    where: { id: uploadId },
    select: { approval: { select: { approved: true } }, knownChoice: true },
  })
  const waitsFor =
    approval && approval.approved !== true ? 'approval' : knownChoice === 'open' ? 'known' : null
  await tx.upload.update({
    where: { id: uploadId },
    data: { state: waitsFor ? 'paused' : 'waiting', pauseReason: waitsFor },
  })
  if (waitsFor) return
  await sendNext(tx, uploadId)
  // earlier checks may answer every row
  await finishUpload(tx, uploadId)
}
