import 'server-only'
import { ROLES, requesterProblem } from '@/lib/auth/roles'
import { isActive } from '@/lib/connections/active.server'
import {
  CONTENTION_TIMEOUTS,
  type Db,
  db,
  lockOf,
  Prisma,
  type Tx,
  takeLocks,
} from '@/lib/platform/db.server'
import {
  bool,
  date,
  int8,
  listOf,
  oneOf,
  type RowOf,
  select,
  selectOne,
  uuid,
} from '@/lib/platform/sql/select.server'
import { takeAdmittedSlot, type WaitForSlot } from '@/lib/upstream/admitted-slot.server'
import { type ClaimedAttempt, claimAttempt, READY_NOW, sendBy } from '@/lib/upstream/attempts.server'
import { type Budgets, countsIn, rateBucketLock, readBudgets, returnSlot } from '@/lib/upstream/budget.server'
import type { NotSentCode } from '@/lib/verifications/check/problems'

/** `wait`: no check can be sent right now; `refused`: the next one can't be paid for, or its person may run no more checks. */
export type QueuedCheck =
  | { kind: 'go'; claim: ClaimedAttempt; call: bigint }
  | { kind: 'refused'; attemptId: string; code: string }
  | WaitForSlot
  | { kind: 'nothing' }

/**
 * Claims the next waiting live check for the active connection, round robin by person: the person served longest ago,
 * with their oldest check. Selection, slot and claim are one transaction, so that no slot is wasted and nobody is
 * overtaken. Claims nothing when another connection was made active meanwhile.
 */
export async function claimNextCheck(connectionId: string): Promise<QueuedCheck> {
  const budgets = await readBudgets()
  const claimed = await db().$transaction(async (tx): Promise<QueuedCheck> => {
    if (!(await isActive(tx, connectionId))) return { kind: 'wait', inMs: 1 }
    await takeLocks(tx, [lockOf(`turns|${connectionId}`), rateBucketLock(connectionId, 'single_post')])
    const next = await readNext(tx, connectionId, budgets)
    if (!next) return { kind: 'nothing' }
    const problem: NotSentCode | null = requesterProblem(next)
    if (problem) return { kind: 'refused', attemptId: next.attemptId, code: problem }
    if (!next.hasShare) return { kind: 'wait', inMs: RETRY_MS }
    const person = { id: next.personId, most: budgets.person }
    const slot = await takeAdmittedSlot(tx, connectionId, { budgets, person })
    if (slot.kind === 'wait') return { kind: 'wait', inMs: Math.min(RETRY_MS, slot.inMs) }
    if (slot.kind === 'refused') {
      const { code, retryInMs } = slot
      if (code !== 'upstream_unavailable' && retryInMs === null)
        return { kind: 'refused', attemptId: next.attemptId, code }
      return { kind: 'wait', inMs: Math.min(RETRY_MS, retryInMs ?? RETRY_MS) }
    }
    const claim = await claimWith(tx, next.attemptId, connectionId)
    if (claim) return { kind: 'go', claim, call: slot.call }
    await returnSlot(slot.call, tx)
    return { kind: 'wait', inMs: 1 }
  }, CONTENTION_TIMEOUTS)
  return claimed.kind === 'go' ? { ...claimed, claim: { ...claimed.claim, sendBy: sendBy() } } : claimed
}

const RETRY_MS = 1_000

/** Claims a waiting attempt for a connection, and records that its check is sent with that one. */
export async function claimWith(
  tx: Tx,
  attemptId: string,
  connectionId: string,
): Promise<ClaimedAttempt | null> {
  const claim = await claimAttempt(attemptId, tx)
  if (claim)
    await tx.$executeRaw`
      with moved as (
        update attempts set connection_id = ${connectionId}::uuid
         where id = ${attemptId}::uuid and connection_id is distinct from ${connectionId}::uuid returning verification_id)
      update verifications v set connection_id = ${connectionId}::uuid from moved where v.id = moved.verification_id`
  return claim
}

/** `hasShare` false: checks wait, but all of the people who ran them have used up their share of the minute. */
const NEXT = {
  attemptId: uuid,
  personId: uuid,
  disabledAt: date.or(null),
  roles: listOf(oneOf(ROLES)),
  hasShare: bool,
}

async function readNext(
  on: Db,
  connectionId: string,
  { person: most, seconds }: Budgets,
): Promise<RowOf<typeof NEXT> | undefined> {
  const [next] = await select(
    on,
    NEXT,
    Prisma.sql`
    with waiting as (
      select distinct on (v.requested_by_id) a.id, a.created_at, v.requested_by_id as person
        from attempts a join verifications v on v.id = a.verification_id
       where ${READY_NOW} and v.environment = 'live' and v.status = 'pending'
       order by v.requested_by_id, a.created_at, a.id
    ), served as (
      select user_id as person, max(at) as last, count(*) filter (where ${countsIn(seconds)}) as lately
        from upstream_calls c
       where connection_id = ${connectionId}::uuid and lane = 'single_post' and user_id in (select person from waiting)
       group by user_id)
    select w.id as "attemptId", w.person as "personId", u.disabled_at as "disabledAt", u.roles::text[] as roles,
           coalesce(s.lately, 0) < ${most}::int as "hasShare"
      from waiting w join users u on u.id = w.person left join served s on s.person = w.person
     order by "hasShare" desc, s.last nulls first, w.created_at, w.id limit 1`,
  )
  return next
}

/**
 * Position of a check in the queue, starting at 1. People take turns: the third check of one person comes after the
 * second ones of all others.
 */
export async function positionOf(verificationId: string): Promise<number> {
  const { position } = await selectOne(
    db(),
    { position: int8 },
    Prisma.sql`
    with waiting as (
      select v.id, a.created_at, row_number() over (partition by v.requested_by_id order by a.created_at, a.id) as turn
        from attempts a join verifications v on v.id = a.verification_id
       where a.state = 'ready')
    select count(*) as position from waiting w, waiting mine
     where mine.id = ${verificationId}::uuid and (w.turn, w.created_at) <= (mine.turn, mine.created_at)`,
  )
  return Math.max(1, Number(position))
}
