import 'server-only'
import { Prisma } from '@/lib/platform/db.server'
import { KNOWN_MATCH } from '@/lib/verifications/check/problems'

/** SQL condition: check `again` counts as a repeat, because it was sent, or took an earlier answer. */
export const REPEATS = Prisma.sql`(again.status <> 'not_sent' or again.problem_code = ${KNOWN_MATCH})`

/** SQL condition: somebody had check `v` run again as a new check, alone or in a retry. */
export const REPEATED = Prisma.sql`exists (
  select from verifications again where again.previous_id = v.id and ${REPEATS})`
