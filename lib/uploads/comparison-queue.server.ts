import 'server-only'
import type { SendOptions } from 'pg-boss'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { enqueue, isAtWork, isQueued } from '@/lib/platform/queue.server'

/**
 * The upload is compared with its file as soon as a worker is free: the job exists when the transaction commits. The more
 * uploads of one person wait for it, the later their next one: many large files hold up nobody else's small one.
 */
export async function queueComparison(
  tx: Tx,
  uploadId: string,
  again: SendOptions = {},
): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ others: number }[]>`
    select count(*)::int as others from uploads u join uploads own on own.id = ${uploadId}::uuid
     where u.state = 'comparing' and u.created_by_id = own.created_by_id and u.id <> own.id
       and u.created_at <= own.created_at`
  return enqueue(tx, 'upload.compare', { uploadId }, { ...again, priority: -(row?.others ?? 0) })
}

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
      queueComparison(tx, upload.id, { singletonKey: upload.id, singletonSeconds: 3 }),
    )
  return lost.length
}
