import 'server-only'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { enqueueAll } from '@/lib/platform/queue/queue.server'
import { int4, type RowOf, select, uuid } from '@/lib/platform/sql/select.server'

/** How many uploads of the same person wait for their comparison before upload `u`. */
const OTHERS = Prisma.sql`
  (select count(*)::int from uploads o
    where o.state = 'comparing' and o.created_by_id = u.created_by_id and o.id <> u.id and o.created_at <= u.created_at)`

const WAITING = { id: uuid, others: int4 }

const queueAll = (on: Tx, uploads: readonly RowOf<typeof WAITING>[]): Promise<number> =>
  enqueueAll(
    on,
    'upload.compare',
    uploads.map(({ id, others }) => ({ data: { uploadId: id }, priority: -others })),
  )

/**
 * Queues the comparison in the caller's transaction. The more uploads of one person wait, the lower the priority of
 * their next one, so that many large files don't delay other people's small ones.
 */
export async function queueComparison(tx: Tx, uploadId: string): Promise<void> {
  const upload = await select(
    tx,
    WAITING,
    Prisma.sql`select u.id, ${OTHERS} as others from uploads u where u.id = ${uploadId}::uuid`,
  )
  await queueAll(tx, upload)
}

/**
 * Queues uploads again whose comparison job was lost or found no free thread. Uploads with a waiting or running job are
 * skipped.
 * @returns how many were queued
 */
export async function requeueComparisons(): Promise<number> {
  const waiting = await select(
    db(),
    WAITING,
    Prisma.sql`
    select u.id, ${OTHERS} as others from uploads u
     where u.state = 'comparing' and u.created_at < now() - interval '3 seconds' order by u.created_at limit 100`,
  )
  return queueAll(db(), waiting)
}
