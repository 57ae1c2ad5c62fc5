import 'server-only'
import { PREPARED, Prisma, type Tx } from '@/lib/platform/db.server'
import { notifying } from '@/lib/platform/notify.server'
import { openReviews } from '@/lib/reviews/open.server'
import { booking } from '@/lib/usage/ledger.server'
import { readAnswer } from '@/lib/verifications/answer'
import { settling } from '@/lib/verifications/attempts.server'
import { type Outcome, outcomeOf } from '@/lib/verifications/outcome'
import { VIEW_COLUMNS, type ViewRow } from '@/lib/verifications/queries.server'
import { answering, rowOf, touchesReviews } from '@/lib/verifications/record.server'
import type { Check, Sent } from '@/lib/verifications/settle.server'

type Accepted = Extract<Sent, { kind: 'accepted' }>
/** `row`: the record as it is now, unless a review may have been opened or closed. */
export type Recorded = { outcome: Outcome | 'unchanged'; row: ViewRow | null }

/**
 * The usual end of a check, in one statement: attempt, credit, answer and notice; then the review that it wants.
 * @returns null when the attempt had ended already, and nothing was written; `unchanged` when the check had
 */
export async function recordAccepted(
  tx: Tx,
  check: Check,
  attempt: { id: string; number: number },
  { body, httpStatus, latencyMs }: Accepted,
): Promise<Recorded | null> {
  const answer = rowOf(check, { answer: readAnswer(body), raw: body, durationMs: latencyMs })
  const settlement = { state: 'accepted' as const, httpStatus, upstreamId: body.id, latencyMs }
  const spending = { kind: 'check' as const, attemptId: attempt.id, userId: check.requestedById, credits: 1 }
  const booked = Prisma.sql`booked as (${booking(spending, Prisma.sql`from settled`)}),`
  const [written] = await tx.$queryRaw<[ViewRow & { settled: boolean; told: string }]>`${PREPARED}
    with settled as (${settling(attempt.id, settlement)} returning verification_id),
         ${check.environment === 'live' ? booked : Prisma.empty}
         answered as (${answering([answer], ONCE)} returning ${VIEW_COLUMNS})
    select exists (select from settled) as settled, answered.*,
           ${notifying({ topic: 'verification', id: check.id, userId: check.requestedById })} as told
      from (values (1)) as one left join answered on true`
  const { settled, told: _told, ...row } = written
  if (!settled) return null
  if (row.id === null) return { outcome: 'unchanged', row: null }
  const outcome = outcomeOf({ status: answer.status, matchResult: answer.match_result })
  const attempts = [{ id: attempt.id, state: settlement.state, number: attempt.number }]
  if (!touchesReviews(answer, row.previousId)) return { outcome, row: { ...row, attempts } }
  await openReviews(tx, [check.id])
  return { outcome, row: null }
}

/** With its attempt, and never over a final answer. */
const ONCE = Prisma.sql`
  and v.status in ('pending', 'unknown') and exists (select from settled where verification_id = v.id)`
