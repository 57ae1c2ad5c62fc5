import 'server-only'
import { readLimits } from '@/lib/limits/limits.server'
import type { Tx } from '@/lib/platform/db.server'
import { enqueue } from '@/lib/platform/queue.server'
import type { Plan, RowStore } from '@/lib/uploads/intake/store.server'
import type { Cause } from '@/lib/uploads/view'
import { lockSpending } from '@/lib/usage/spent.server'
import { bringsManyNames } from '@/lib/verifications/tried/upload.server'

/**
 * The end of storing an upload, in its transaction: its first bulk goes into the queue, or it waits until a second person
 * approves, because of what it takes or because of many names on one IBAN.
 * @returns why it waits; empty when it does not
 */
export async function sendOrAsk(tx: Tx, { uploadId, userId }: Plan, rows: RowStore): Promise<Cause[]> {
  const credits = rows.verifications
  const limits = await readLimits(tx)
  const { upload, personDay } = limits.credits
  const causes: Cause[] = []
  if (await bringsManyNames(tx, { uploadId, names: rows.names }, limits.names)) causes.push('names')
  if (upload !== null && credits > upload) causes.push('upload')
  // asking leaves this upload out of what was spent alone; until then its own checks are in it
  if (personDay !== null && (await lockSpending(tx, userId)) > personDay) causes.push('personDay')
  if (causes.length > 0) {
    await tx.upload.update({
      where: { id: uploadId },
      data: { state: 'paused', pauseReason: 'approval', approval: { create: { causes, credits } } },
    })
    return causes
  }
  const [first] = rows.bulkIds
  if (first) await enqueue(tx, 'bulk.submit', { bulkId: first })
  return causes
}
