import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { enqueueAll } from '@/lib/platform/queue/queue.server'
import { select, uuid } from '@/lib/platform/sql/select.server'

/**
 * Queues the runs in `payment_changes`, whose evidence has changed. While its answers arrive, a run changes all the
 * time, so it is queued at most once per second for every 5,000 lines. Its changes stay recorded until its gates have
 * been computed.
 * @returns how many were queued
 */
export async function queueChangedRuns(): Promise<number> {
  const changed = await select(
    db(),
    { id: uuid },
    Prisma.sql`
    select distinct g.upload_id as id from payment_changes n join payment_runs g on g.upload_id = n.upload_id
     where g.gated_at is null or g.gated_at < now() - make_interval(secs => g.lines / 5000.0) limit 500`,
  )
  return enqueueAll(
    db(),
    'payment.gate',
    changed.map(({ id }) => ({ data: { uploadId: id } })),
  )
}
