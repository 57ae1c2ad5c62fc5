import type { RequestedBy } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { compareUpload } from '@/lib/uploads/comparison/compare.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { startPolls } from '@/lib/uploads/polling/poll.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'
import { settleBulk } from '@/lib/uploads/sending/settle.server'
import { parseBulk, type WireBulk } from '@/lib/upstream/contract'

export const closeQueue = async () => (await queue()).stop({ graceful: false })

/** Stores an upload and compares it with its file, so that it may be sent. @returns its ID */
export async function storeCompared(request: Request, by: RequestedBy): Promise<string> {
  const { id } = await receiveUpload(request, by)
  await compareUpload(id)
  return id
}

/** The acceptance of a bulk arrives after all. @returns whether it was recorded */
export const acceptLate = (
  sent: { attemptId: string; bulkId: string },
  id: string,
  items = 10,
): Promise<boolean> => {
  const body = parseBulk({ id, total_items: items }) as WireBulk
  return settleBulk(sent, { kind: 'accepted', body, httpStatus: 200, latencyMs: 1 })
}

/** Polls the bulks that are due, as a worker does. @returns how many there were */
export const pollDueBulks = async (): Promise<number> => (await Promise.all(await startPolls(8))).length

/**
 * Runs the jobs of a worker without delays: compares with the file, sends what may be sent, polls what was accepted.
 */
export async function runWorker(uploadId: string, turns = 50): Promise<void> {
  await compareUpload(uploadId)
  for (let round = 0; round < turns; round++) {
    const next = await db().bulk.findFirst({
      where: { uploadId, state: 'waiting' },
      orderBy: { number: 'asc' },
    })
    const sent = next ? await sendBulk(next.id) : 'nothing'
    await db().bulk.updateMany({
      where: { uploadId, state: { in: ['accepted', 'processing'] } },
      data: { nextPollAt: new Date(0) },
    })
    const polled = await pollDueBulks()
    if (sent === 'nothing' && polled === 0) return
  }
}
