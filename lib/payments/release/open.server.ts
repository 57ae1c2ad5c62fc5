import 'server-only'
import { Prisma } from '@/lib/platform/db.server'

/** Held reasons that an answer, a person or time can still change. */
const MAY_CHANGE = ['failed', 'unknown', 'possible_duplicate', 'held_file_out', 'new_iban', 'too_old']
/** A run without a release for so many days is not open any more. */
const OPEN_DAYS = 90

/**
 * SQL condition for run `g` (payment_runs): something may still leave it, so its original is kept beyond the usual
 * days: a line that is clear, waiting or held for a reason that may change, or a release that may be withdrawn. It ends
 * 90 days after the run or its last release.
 */
export const OPEN_RUN = Prisma.sql`(
  g.purged_at is null and g.state <> 'unreadable'
  and (g.state = 'reading'
       or exists (select from payment_lines l where l.upload_id = g.upload_id and l.release_id is null
                     and (l.gate <> 'held' or l.gate_reason = any(${MAY_CHANGE}::text[])))
       or exists (select from payment_releases p where p.upload_id = g.upload_id and p.withdrawn_at is null
                     and p.released_at > now() - interval '10 minutes'))
  and greatest(g.created_at, (select max(p.released_at) from payment_releases p where p.upload_id = g.upload_id))
      > now() - make_interval(days => ${OPEN_DAYS}::int))`
