import 'server-only'
import { Prisma } from '@/lib/platform/db.server'

/** SQL condition: attempt `a` of a bulk was not sent, nor was any after it. */
export const FAILED_IN_A_ROW = Prisma.sql`(a.state = 'not_sent' and not exists (
  select from attempts o where o.bulk_id = a.bulk_id and o.number > a.number and o.state <> 'not_sent'))`
