import 'server-only'
import { Prisma } from '@/lib/platform/db.server'

/**
 * The name to use instead of the submitted one, as SQL for review `alias`: what the last standing approval says, once
 * the item is approved. It stands beside the submitted name and the bank's one, never over them.
 */
export const correctedName = (alias: 'r' | 'q'): Prisma.Sql => CORRECTED[alias]

const corrected = (review: Prisma.Sql) => Prisma.sql`(
  select c.corrected_name from decisions c
   where c.review_id = ${review}.id and ${review}.state = 'approved' and c.kind = 'approve' and c.undone_at is null
     and c.corrected_name is not null
   order by c.created_at desc limit 1)`
const CORRECTED = { r: corrected(Prisma.sql`r`), q: corrected(Prisma.sql`q`) }
