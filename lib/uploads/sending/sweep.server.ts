import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { enqueueAll } from '@/lib/platform/queue/queue.server'
import { select, uuid } from '@/lib/platform/sql/select.server'
import { NO_LIVE_ATTEMPT } from '@/lib/uploads/sending/claim.server'
import { settleBulk } from '@/lib/uploads/sending/settle.server'
import { settleEach } from '@/lib/upstream/settle-each.server'

/**
 * Queues the next due bulk of every upload that may send: its job may be lost with a worker. A surplus job does no
 * harm, because the claim decides.
 * @returns how many were queued
 */
export async function requeueBulks(): Promise<number> {
  const due = await select(
    db(),
    { id: uuid },
    Prisma.sql`
    select b.id from uploads u
      join lateral (select * from bulks b where b.upload_id = u.id and b.state in ('waiting', 'sending')
                     order by b.number limit 1) b on true
     where u.state in ('waiting', 'processing') and b.state = 'waiting'
       and (b.next_poll_at is null and u.created_at < now() - interval '3 seconds' or b.next_poll_at <= now())
       and ${NO_LIVE_ATTEMPT}
     order by u.created_at limit 100`,
  )
  return enqueueAll(
    db(),
    'bulk.submit',
    due.map(({ id }) => ({ data: { bulkId: id } })),
  )
}

/**
 * The reaper of bulks: marks attempts as unknown whose deadline passed while sending, because their process died. They
 * are visible and never sent again automatically.
 * @returns how many became unknown
 */
export async function reapBulks(): Promise<number> {
  const lost = await select(
    db(),
    { attemptId: uuid, bulkId: uuid },
    Prisma.sql`
    select a.id as "attemptId", b.id as "bulkId" from bulks b join attempts a on a.bulk_id = b.id
     where b.state = 'sending' and (a.state = 'sending' and a.send_deadline < now() or a.state = 'unknown') limit 100`,
  )
  return settleEach(lost, (one) => settleBulk(one, { kind: 'unknown', code: 'process_lost' }))
}
