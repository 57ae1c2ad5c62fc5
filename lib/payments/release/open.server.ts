import 'server-only'
import type { GateReason } from '@/lib/payments/gate/gate'
import { WITHDRAW_MINUTES } from '@/lib/payments/release/views.server'
import { Prisma } from '@/lib/platform/db.server'

/** The reasons of held lines that no answer, person, policy or time can change. */
const FINAL: GateReason[] = ['erased', 'edited', 'amount_unreadable', 'invalid', 'no_account']
/** After this many days without a release, a run counts as finished. */
const OPEN_DAYS = 90

/**
 * SQL condition: lines of run `g` (payment_runs) may still be released, so retention keeps its original file. That is
 * so for lines that aren't held, that are held for a reason that can change, or whose release can be withdrawn.
 * The condition ends 90 days after the run was created or last released.
 */
export const OPEN_RUN = Prisma.sql`(
  g.purged_at is null and g.state <> 'unreadable'
  and (g.state = 'reading'
       or exists (select from payment_lines l where l.upload_id = g.upload_id and l.release_id is null
                     and (l.gate <> 'held' or l.gate_reason <> all(${FINAL}::text[])))
       or exists (select from payment_releases p where p.upload_id = g.upload_id and p.withdrawn_at is null
                     and p.released_at > now() - make_interval(mins => ${WITHDRAW_MINUTES}::int)))
  and greatest(g.created_at, (select max(p.released_at) from payment_releases p where p.upload_id = g.upload_id))
      > now() - make_interval(days => ${OPEN_DAYS}::int))`
