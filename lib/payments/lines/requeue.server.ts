import 'server-only'
import { HAS_COMPARED_PAYMENTS } from '@/lib/payments/pending-run.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { enqueueAll } from '@/lib/platform/queue/queue.server'
import { select, uuid } from '@/lib/platform/sql/select.server'

const BATCH = 100

/**
 * Queues uploads whose payment run is missing or only partly read, and runs with unreleased lines whose gates were
 * computed more than an hour ago, because an answer becomes too old without any event. A run that already has a waiting
 * or running job is skipped.
 */
export async function requeueRuns(): Promise<void> {
  const unread = await select(
    db(),
    { id: uuid },
    Prisma.sql`
    select u.id from uploads u left join payment_runs g on g.upload_id = u.id
     where ${HAS_COMPARED_PAYMENTS} and (g.upload_id is null or g.state = 'reading')
       and exists (select from upload_originals o where o.upload_id = u.id)
     order by u.created_at desc limit ${BATCH}`,
  )
  await enqueueAll(db(), 'payment.read', jobs(unread))
  const old = await select(
    db(),
    { id: uuid },
    Prisma.sql`
    select g.upload_id as id from payment_runs g
     where g.state = 'ready' and g.purged_at is null and (g.gated_at is null or g.gated_at < now() - interval '1 hour')
       and exists (select from payment_lines l where l.upload_id = g.upload_id and l.release_id is null)
     order by g.gated_at nulls first limit ${BATCH}`,
  )
  await enqueueAll(db(), 'payment.gate', jobs(old))
}

const jobs = (uploads: readonly { id: string }[]) => uploads.map(({ id }) => ({ data: { uploadId: id } }))
