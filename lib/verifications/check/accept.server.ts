import 'server-only'
import { type AuditEvent, appendAuditSql, type Doer, type Head, readHead } from '@/lib/audit/record.server'
import { ask, PREPARED, Prisma, type Tx } from '@/lib/platform/db.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { notifySql } from '@/lib/platform/notify.server'
import { openReviews } from '@/lib/reviews/rules/open.server'
import { settleAttemptSql } from '@/lib/upstream/attempts.server'
import { endCallSql } from '@/lib/upstream/breaker.server'
import { bookCreditsSql } from '@/lib/usage/ledger.server'
import { readAnswer } from '@/lib/verifications/answer'
import { type AnswerRow, rowOf, storeAnswersSql, touchesReviews } from '@/lib/verifications/answers.server'
import type { OutgoingCheck, ProviderReply } from '@/lib/verifications/check/check'
import { type Outcome, outcomeOf } from '@/lib/verifications/outcome'
import { VIEW_COLUMNS, type ViewRow } from '@/lib/verifications/record/queries.server'

type Accepted = Extract<ProviderReply, { kind: 'accepted' }>
/** `row`: the record as it is now, unless a review may have been opened or closed. */
export type Recorded = { outcome: Outcome | 'unchanged'; row: ViewRow | null }

type Attempt = { id: string; number: number }

/** What the audit log says about the end of a check. */
export const checkedEvent = (
  check: OutgoingCheck,
  attempt: Attempt,
  outcome: Outcome | 'unchanged' | 'not_sent',
  by: Doer,
): AuditEvent => ({
  by,
  action: 'verification.checked',
  object: { type: 'verification', id: check.id },
  details: {
    environment: check.environment,
    outcome,
    attemptId: attempt.id,
    requestedById: check.requestedById,
  },
})

/**
 * The usual end of a check, committed in one round trip: attempt, credit, answer, notice, audit entry and, with `call`, what
 * the fleet notes about the request. It hopes that the audit chain still ends at `early`, then that it ends where it does now.
 * @param early where the chain ended while the provider worked; null when that could not be read
 * @returns the record as it is now; null, and nothing is written, where `recordAccepted` must look closer: the chain grows
 *   too fast, the answer touches a review, or the attempt or the check had ended already
 */
export async function recordUsual(
  check: OutgoingCheck,
  attempt: Attempt & { call?: bigint },
  sent: Accepted,
  doer: Doer,
  early?: Promise<Head | null>,
): Promise<ViewRow | null> {
  const answer = answerRow(check, sent)
  if (touchesReviews(answer, null)) return null
  const event = checkedEvent(check, attempt, outcomeIn(answer), doer)
  const appended = Prisma.sql`and exists (select from appended)`
  const noted =
    attempt.call === undefined
      ? Prisma.empty
      : Prisma.sql`${endCallSql(attempt.call, { taken: 1 }, appended)},`
  const statement = (head: Head) => Prisma.sql`${PREPARED}
    with ready as (
      select from attempts a join verifications v on v.id = a.verification_id
       where a.id = ${attempt.id}::uuid and a.state in ('sending', 'unknown')
         and v.status in ('pending', 'unknown') and v.previous_id is null for update),
    ${appendAuditSql([event], head, Prisma.sql`and exists (select from ready)`)},
    ${noted}
    ${writing(check, attempt, sent, answer, appended)}
    select answered.*, ${telling(check)} as told from answered`
  for (const read of [() => early, readHead]) {
    const head = await read()
    failpoint('before_record_commit')
    const [row] = head ? await ask<ViewRow & { told: string }>(statement(head)) : []
    if (row) return withAttempt(row, attempt)
  }
  return null
}

/**
 * The end of a check in one statement: attempt, credit, answer and notice; then the review that it wants.
 * @returns null when the attempt had ended already, and nothing was written; `unchanged` when the check had
 */
export async function recordAccepted(
  tx: Tx,
  check: OutgoingCheck,
  attempt: Attempt,
  sent: Accepted,
): Promise<Recorded | null> {
  const answer = answerRow(check, sent)
  const [written] = await tx.$queryRaw<[ViewRow & { settled: boolean; told: string }]>`${PREPARED}
    with ${writing(check, attempt, sent, answer)}
    select exists (select from settled) as settled, answered.*, ${telling(check)} as told
      from (values (1)) as one left join answered on true`
  const { settled, ...row } = written
  if (!settled) return null
  if (row.id === null) return { outcome: 'unchanged', row: null }
  const outcome = outcomeIn(answer)
  if (!touchesReviews(answer, row.previousId)) return { outcome, row: withAttempt(row, attempt) }
  await openReviews(tx, [check.id])
  return { outcome, row: null }
}

const answerRow = (check: OutgoingCheck, { body, latencyMs }: Accepted): AnswerRow =>
  rowOf(check, { answer: readAnswer(body), raw: body, durationMs: latencyMs })

const outcomeIn = ({ status, match_result: matchResult }: AnswerRow): Outcome =>
  outcomeOf({ status, matchResult })

/** The parts `settled`, `booked` and `answered` of a statement. @param only SQL that says when */
function writing(
  check: OutgoingCheck,
  attempt: Attempt,
  { body, httpStatus, latencyMs }: Accepted,
  answer: AnswerRow,
  only = Prisma.empty,
): Prisma.Sql {
  const settlement = { state: 'accepted' as const, httpStatus, upstreamId: body.id, latencyMs }
  const spending = { kind: 'check' as const, attemptId: attempt.id, userId: check.requestedById, credits: 1 }
  const booked = Prisma.sql`booked as (${bookCreditsSql(spending, Prisma.sql`from settled`)}),`
  return Prisma.sql`
    settled as (${settleAttemptSql(attempt.id, settlement)} ${only} returning verification_id),
    ${check.environment === 'live' ? booked : Prisma.empty}
    answered as (${storeAnswersSql([answer], ONCE)} returning ${VIEW_COLUMNS})`
}

const telling = (check: OutgoingCheck): Prisma.Sql =>
  notifySql({ topic: 'verification', id: check.id, userId: check.requestedById })

/** The statement that settled it read the attempt as it was before. */
function withAttempt({ told: _told, ...row }: ViewRow & { told: string }, { id, number }: Attempt): ViewRow {
  return { ...row, attempts: [{ id, state: 'accepted', number }] }
}

/** With its attempt, and never over a final answer. */
const ONCE = Prisma.sql`
  and v.status in ('pending', 'unknown') and exists (select from settled where verification_id = v.id)`
