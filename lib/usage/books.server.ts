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

/**
 * SQL of the sums over the requests of a submission, by how they ended. Each row has its state, `claimed_at`, the number
 * of its `items`, whether it was `never_answered`, its `rejected` items and the credits `booked` for it.
 */
export const REQUEST_SUMS = Prisma.sql`
  sum(items) filter (where claimed_at is not null and state <> 'not_sent') as sent,
  sum(items) filter (where state in ('accepted', 'attached')) as acknowledged,
  sum(items) filter (where state = 'rejected') as refused,
  sum(items) filter (where state = 'unknown') as unknown,
  sum(items) filter (where state = 'written_off') as written_off,
  sum(items) filter (where state = 'not_billed') as not_billed,
  sum(items) filter (where state = 'sending') as on_its_way,
  sum(items) filter (where never_answered) as never_answered, sum(rejected) as rejected_items, sum(booked) as booked`
