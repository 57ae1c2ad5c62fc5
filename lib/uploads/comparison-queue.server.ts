import 'server-only'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { enqueue, isAtWork, isQueued } from '@/lib/platform/queue.server'

/** The upload is compared with its file as soon as a worker is free: the job exists when the transaction commits. */
export const queueComparison = (tx: Tx, uploadId: string): Promise<string | null> =>
  enqueue(tx, 'upload.compare', { uploadId })

/**
 * Puts uploads back into the queue whose comparison was lost with its worker. A job too many does no harm.
 * @returns how many were queued
 */
export async function requeueComparisons(): Promise<number> {
  const id = Prisma.sql`u.id`
  const lost = await db().$queryRaw<{ id: string }[]>`
    select u.id from uploads u
     where u.state = 'comparing' and u.created_at < now() - interval '3 seconds'
       and not ${isQueued('upload.compare', 'uploadId', id)} and not ${isAtWork('upload.compare', 'uploadId', id)}
     order by u.created_at limit 100`
  for (const upload of lost)
    await db().$transaction((tx) =>
      enqueue(
        tx,
        'upload.compare',
        { uploadId: upload.id },
        { singletonKey: upload.id, singletonSeconds: 3 },
      ),
    )
  return lost.length
}
