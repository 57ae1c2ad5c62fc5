import 'server-only'
import { Prisma } from '@/lib/platform/db.server'

/**
 * SQL condition: somebody had check `v` run again as a new check, alone or in a retry. A new check of which nothing was
 * sent, and that took no earlier answer, doesn't count.
 */
export const REPEATED = Prisma.sql`exists (
  select from verifications again
   where again.previous_id = v.id and (again.status <> 'not_sent' or again.known_id is not null))`
