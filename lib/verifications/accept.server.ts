import 'server-only'
import { PREPARED, Prisma, type Tx } from '@/lib/platform/db.server'
import { notifying } from '@/lib/platform/notify.server'
import { openReviews } from '@/lib/reviews/open.server'
import { booking } from '@/lib/usage/ledger.server'
import { readAnswer } from '@/lib/verifications/answer'
import { settling } from '@/lib/verifications/attempts.server'
import { type Outcome, outcomeOf } from '@/lib/verifications/outcome'
import { answering, rowOf, touchesReviews } from '@/lib/verifications/record.server'
import type { Check, Sent } from '@/lib/verifications/settle.server'

type Accepted = Extract<Sent, { kind: 'accepted' }>
type Ended = { settled: number; answered: number; previousId: string | null }

/**
 * The usual end of a check, in one statement: attempt, credit, answer and notice; then the review that it wants.
 * @returns null when the attempt had ended already, and nothing was written; `unchanged` when the check had
 */
export async function recordAccepted(
  tx: Tx,
  check: Check,
  attemptId: string,
  { body, httpStatus, latencyMs }: Accepted,
): Promise<Outcome | 'unchanged' | null> {
  const row = rowOf(check, { answer: readAnswer(body), raw: body, durationMs: latencyMs })
  const settlement = { state: 'accepted' as const, httpStatus, upstreamId: body.id, latencyMs }
  const spending = { kind: 'check' as const, attemptId, userId: check.requestedById, credits: 1 }
  const booked = Prisma.sql`booked as (${booking(spending, Prisma.sql`from settled`)}),`
  const [ended] = await tx.$queryRaw<[Ended]>`${PREPARED}
    with settled as (${settling(attemptId, settlement)} returning verification_id),
         ${check.environment === 'live' ? booked : Prisma.empty}
         answered as (${answering([row], ONCE)} returning v.previous_id)
    select (select count(*)::int from settled) as settled, (select count(*)::int from answered) as answered,
           (select previous_id from answered) as "previousId",
           ${notifying({ topic: 'verification', id: check.id, userId: check.requestedById })} as told`
  if (ended.settled === 0) return null
  if (ended.answered === 0) return 'unchanged'
  if (touchesReviews(row, ended.previousId)) await openReviews(tx, [check.id])
  return outcomeOf({ status: row.status, matchResult: row.match_result })
}

/** With its attempt, and never over a final answer. */
const ONCE = Prisma.sql`
  and v.status in ('pending', 'unknown') and exists (select from settled where verification_id = v.id)`
