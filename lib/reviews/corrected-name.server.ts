import 'server-only'
import { Prisma } from '@/lib/platform/db.server'

/**
 * SQL of the corrected name for review `alias`: from the last approval that was not undone, once the item is approved.
 * It never replaces the submitted name or the bank's name.
 */
export function correctedName(alias: 'r' | 'q' | 'old'): Prisma.Sql {
  const review = Prisma.raw(alias)
  return Prisma.sql`(
  select c.corrected_name from decisions c
   where c.review_id = ${review}.id and ${review}.state = 'approved' and c.kind = 'approve' and c.undone_at is null
     and c.corrected_name is not null
   order by c.created_at desc limit 1)`
}
