import 'server-only'
import { type Db, db, lockOf, PATIENT, type Tx, takeLocks } from '@/lib/platform/db.server'
import { enqueue } from '@/lib/platform/queue.server'
import { type ClaimedAttempt, claimAttempt, sendBy } from '@/lib/upstream/attempts.server'
import type { Refused } from '@/lib/upstream/breaker'
import { admissionNow, admit } from '@/lib/upstream/breaker.server'
import {
  type Budgets,
  giveBack,
  laneLock,
  readBudgets,
  takeSlot,
  takeSlotIn,
} from '@/lib/upstream/budget.server'

/** Where a check goes: off at once with its place, into the line, or nowhere. */
export type SlotDecision = { kind: 'go'; call: bigint } | SlotRefusal
export type SlotRefusal = { kind: 'line' } | { kind: 'refused'; code: Refused['code'] }

/** Between a person, a connection and the places of the minute. */
export type SlotRequest = { personId: string; connectionId: string; budgets: Budgets }

/**
 * What keeps a new check from trying for a place: a breaker, others of this person that wait already, or somebody who would
 * be passed. Null when nothing does.
 * @param seen whether a breaker is open, and how many checks wait
 */
export async function turnedAwayNow(
  { personId, connectionId, budgets }: SlotRequest,
  seen: { stopped: boolean; waiting: number },
): Promise<SlotRefusal | null> {
  const now = seen.stopped && (await admissionNow(connectionId, ONE_CHECK))
  if (now && !now.admitted) return turnedAway(now)
  return seen.waiting > 0 && (await othersFirst(personId, budgets)) ? { kind: 'line' } : null
}

/** The lock under which places for checks are taken. */
export const placeLock = (connectionId: string) => laneLock(connectionId, 'single_post')

/**
 * A place for a new check, in the transaction that claims it and holds `placeLock`.
 * @returns when there will be one, if there is none now
 */
export async function takePlace(
  tx: Tx,
  { personId, connectionId, budgets }: SlotRequest,
): Promise<SlotDecision | { kind: 'wait'; inMs: number }> {
  const person = { id: personId, most: budgets.person }
  const slot = await takeSlotIn(tx, connectionId, 'single_post', { budgets, person })
  if (!slot.granted) return { kind: 'wait', inMs: slot.retryInMs }
  const admission = slot.stopped ? await admit(slot.call, connectionId, ONE_CHECK, tx) : ADMITTED
  if (admission.admitted) return { kind: 'go', call: slot.call }
  await giveBack(slot.call, tx)
  return turnedAway(admission)
}

const ADMITTED = { admitted: true } as const
const ONE_CHECK = 1

/** A place for the repeat of a check that had its turn, within this person's share, waited for up to `waitMs`. */
export async function placeAgain(
  personId: string,
  connectionId: string,
  waitMs: number,
): Promise<SlotDecision> {
  const [now, budgets] = await Promise.all([admissionNow(connectionId, ONE_CHECK), readBudgets()])
  if (!now.admitted) return turnedAway(now)
  const person = { id: personId, most: budgets.person }
  const slot = await takeSlot(connectionId, 'single_post', { waitMs, person, budgets })
  if (!slot.granted) return { kind: 'line' }
  const admission = await admit(slot.call, connectionId, ONE_CHECK)
  if (admission.admitted) return { kind: 'go', call: slot.call }
  await giveBack(slot.call)
  return turnedAway(admission)
}

/** A payment that is being tried right now is waited for; an outage or missing credits are said at once. */
const turnedAway = ({ code, retryInMs }: Refused): SlotRefusal =>
  code !== 'upstream_unavailable' && retryInMs !== null ? { kind: 'line' } : { kind: 'refused', code }

/** True while checks wait that could go: this person's own, or somebody's who has not had their share. */
async function othersFirst(
  personId: string,
  { person: most, seconds }: { person: number; seconds: number },
): Promise<boolean> {
  const [row] = await db().$queryRaw<{ wait: boolean }[]>`
    select exists (
      select 1 from attempts a join verifications v on v.id = a.verification_id
       where a.state = 'ready' and v.environment = 'live' and (a.due_at is null or a.due_at <= clock_timestamp())
         and (v.requested_by_id = ${personId}::uuid or ${most}::int > (
               select count(*) from upstream_calls c
                where c.user_id = v.requested_by_id and c.lane = 'single_post'
                  and c.at > clock_timestamp() - make_interval(secs => ${seconds})))
    ) as wait`
  return row?.wait ?? false
}

/** `wait`: nobody can go right now; `refused`: the next one can not be paid for. */
export type Turn =
  | { kind: 'go'; claim: ClaimedAttempt; call: bigint }
  | { kind: 'refused'; attemptId: string; code: Refused['code'] }
  | { kind: 'wait'; inMs: number }
  | { kind: 'nothing' }

/**
 * Whose turn it is among the waiting live checks of a connection: the person who was served longest ago, with their
 * oldest check. Choosing, taking the place and claiming are one transaction, so that no place is wasted and nobody is
 * passed.
 */
export async function takeSendTurn(connectionId: string): Promise<Turn> {
  const budgets = await readBudgets()
  const turn = await db().$transaction(async (tx): Promise<Turn> => {
    await takeLocks(tx, [lockOf(`turns|${connectionId}`), placeLock(connectionId)])
    const next = await nextOf(tx, connectionId, budgets)
    if (!next) return { kind: 'nothing' }
    if (next.attemptId === null) return { kind: 'wait', inMs: LOOK_AGAIN_MS }
    const person = { id: next.personId, most: budgets.person }
    const slot = await takeSlotIn(tx, connectionId, 'single_post', { budgets, person })
    if (!slot.granted) return { kind: 'wait', inMs: Math.min(LOOK_AGAIN_MS, slot.retryInMs) }
    const admission = slot.stopped ? await admit(slot.call, connectionId, ONE_CHECK, tx) : ADMITTED
    if (!admission.admitted) {
      await giveBack(slot.call, tx)
      const { code, retryInMs } = admission
      if (code !== 'upstream_unavailable' && retryInMs === null)
        return { kind: 'refused', attemptId: next.attemptId, code }
      return { kind: 'wait', inMs: Math.min(LOOK_AGAIN_MS, retryInMs ?? LOOK_AGAIN_MS) }
    }
    const claim = await claimAttempt(next.attemptId, tx)
    if (claim) return { kind: 'go', claim, call: slot.call }
    await giveBack(slot.call, tx)
    return { kind: 'wait', inMs: 1 }
  }, PATIENT)
  return turn.kind === 'go' ? { ...turn, claim: { ...turn.claim, sendBy: sendBy() } } : turn
}

const LOOK_AGAIN_MS = 1_000

/** `attemptId` null: checks wait, but every one of their people has had their share of the minute. */
type Next = { attemptId: string; personId: string } | { attemptId: null; personId: null }

async function nextOf(
  on: Db,
  connectionId: string,
  { person: most, seconds }: { person: number; seconds: number },
): Promise<Next | undefined> {
  const [next] = await on.$queryRaw<Next[]>`
    with waiting as (
      select distinct on (v.requested_by_id) a.id, a.created_at, v.requested_by_id as person
        from attempts a join verifications v on v.id = a.verification_id
       where a.state = 'ready' and a.verification_id is not null and a.connection_id = ${connectionId}::uuid
         and v.environment = 'live' and v.status = 'pending' and (a.due_at is null or a.due_at <= clock_timestamp())
       order by v.requested_by_id, a.created_at, a.id
    ), served as (
      select user_id as person, max(at) as last,
             count(*) filter (where coalesce(ended_at, clock_timestamp()) > clock_timestamp() - make_interval(secs => ${seconds})) as lately
        from upstream_calls
       where connection_id = ${connectionId}::uuid and lane = 'single_post' and user_id in (select person from waiting)
       group by user_id)
    select case when coalesce(s.lately, 0) < ${most}::int then w.id end as "attemptId",
           case when coalesce(s.lately, 0) < ${most}::int then w.person end as "personId"
      from waiting w left join served s on s.person = w.person
     order by coalesce(s.lately, 0) >= ${most}::int, s.last nulls first, w.created_at, w.id limit 1`
  return next
}

/** A check waits: the worker sends whosever turn it is. A job too many finds nothing to do. */
export const queueSending = (tx: Tx, attemptId: string, options: { startAfter?: number } = {}) =>
  enqueue(tx, 'check.send', { attemptId }, options)
