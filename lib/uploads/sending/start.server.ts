import 'server-only'
import type { Tx } from '@/lib/platform/db.server'
import { finishUpload } from '@/lib/uploads/sending/finish.server'
import { sendNext } from '@/lib/uploads/sending/settle.server'

/**
 * The one place where the sending of a stored upload begins: after its comparison with the file, and again after whatever
 * it waited for. It goes on waiting for what is left (approval, then the choice about known answers), or its first batch
 * goes into the queue. The caller holds the lock of the upload and tells its watchers.
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
  // every row may have been answered by an earlier check
  await finishUpload(tx, uploadId)
}
