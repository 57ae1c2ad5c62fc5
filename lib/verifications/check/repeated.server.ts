import 'server-only'
import { Prisma } from '@/lib/platform/db.server'

/** SQL condition: check `again` counts as a repeat, because it was sent, or took an earlier answer. */
export const REPEATS = Prisma.sql`(again.status <> 'not_sent' or again.problem_code = 'known_match')`

/** SQL condition: somebody had check `v` run again as a new check, alone or in a retry. */
export const REPEATED = Prisma.sql`exists (
  select from verifications again where again.previous_id = v.id and ${REPEATS})`
