import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db } from '@/lib/platform/db.server'
import { lockUploadOf, touchUpload } from '@/lib/uploads/sending/lock.server'
import { manualFixFor } from '@/lib/uploads/sending/pace'
import type { Refused } from '@/lib/upstream/breaker'

/** Delays a bulk that can't be sent yet. */
export const delayBulk = (bulkId: string, ms: number): Promise<number> => db().$executeRaw`
  update bulks set next_poll_at = now() + make_interval(secs => ${ms / 1000})
   where id = ${bulkId}::uuid and state = 'waiting'`

/**
 * Defers a bulk while a breaker is open, without trying to send it: it waits until the retry time, or its upload pauses
 * until a person says that the cause is fixed.
 */
export async function deferBulk(bulkId: string, { code, retryInMs }: Refused): Promise<void> {
  const pauseReason = manualFixFor(code)
  if (retryInMs !== null || pauseReason === null) {
    await delayBulk(bulkId, retryInMs ?? 30_000)
    return
  }
  await db().$transaction(async (tx) => {
    const upload = await lockUploadOf(tx, bulkId)
    if (upload.state !== 'waiting' && upload.state !== 'processing') return
    await tx.upload.update({ where: { id: upload.id }, data: { state: 'paused', pauseReason } })
    await touchUpload(tx, upload.id)
    const object = { type: 'upload', id: upload.id }
    await record({ by: { kind: 'system' }, action: 'upload.paused', object, details: { bulkId, code } }, tx)
  })
}
