import 'server-only'
import { Prisma } from '@/lib/platform/db.server'

/** SQL condition: the provider accepted request `a` and never answered it, so its credits stay booked. */
export const NEVER_ANSWERED = Prisma.sql`(a.state in ('unknown', 'written_off') and a.upstream_id is not null)`

/**
 * SQL for the items of batch `b` and its request `a` that were accepted but not billed: by the provider's own counter,
 * or by the stored rows when it never finished the batch.
 */
export const REJECTED_ITEMS = Prisma.sql`
  case when a.state not in ('accepted', 'attached') and not ${NEVER_ANSWERED} then 0
       when b.completed_at is not null then coalesce((b.reported ->> 'rejected')::int, 0)
       when ${NEVER_ANSWERED} then (select count(*)::int from verifications v where v.bulk_id = b.id and v.status = 'rejected')
       else 0 end`
