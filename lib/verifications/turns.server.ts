import 'server-only'
import { type Db, db } from '@/lib/platform/db.server'
import type { Refused } from '@/lib/upstream/breaker'
import { admissionNow, admit } from '@/lib/upstream/breaker.server'
import { giveBack, readBudgets, takeSlot, takeSlotIn } from '@/lib/upstream/budget.server'
import { type Claim, claimAttempt, sendBy } from '@/lib/verifications/attempts.server'
import { PATIENT } from '@/lib/verifications/settle.server'

/** Where a new check goes: off at once with its place, into the line, or nowhere. */
export type Place =
  | { kind: 'go'; call: bigint }
  | { kind: 'line' }
  | { kind: 'refused'; code: Refused['code'] }

/**
 * A place in the shared minute, within this person's share of it, waited for up to `waitMs`. With a new check, who has
 * others waiting already, or would pass somebody who waits, goes into the line.
 * @param again the repeat of a check that had its turn
 */
export async function placeFor(
  personId: string,
  connectionId: string,
  { waitMs, again = false }: { waitMs: number; again?: boolean },
): Promise<Place> {
  const [now, budgets] = await Promise.all([admissionNow(connectionId, 'paid'), readBudgets()])
  if (!now.admitted) return turnedAway(now)
  if (!again && (await othersFirst(personId, budgets))) return { kind: 'line' }
  const person = { id: personId, most: budgets.person }
  const slot = await takeSlot(connectionId, 'single_post', { waitMs, person, budgets })
  if (!slot.granted) return { kind: 'line' }
  const admission = await admit(slot.call, connectionId, 'paid')
  if (admission.admitted) return { kind: 'go', call: slot.call }
  await giveBack(slot.call)
  return turnedAway(admission)
}

/** A payment that is being tried right now is waited for; an outage or missing credits are said at once. */
const turnedAway = ({ code, retryInMs }: Refused): Place =>
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
  | { kind: 'go'; claim: Claim; call: bigint }
  | { kind: 'refused'; attemptId: string; code: Refused['code'] }
  | { kind: 'wait'; inMs: number }
  | { kind: 'nothing' }

/**
 * Whose turn it is among the waiting live checks of a connection: the person who was served longest ago, with their
 * oldest check. Choosing, taking the place and claiming are one transaction, so that no place is wasted and nobody is
 * passed.
 */
export async function takeTurn(connectionId: string): Promise<Turn> {
  const budgets = await readBudgets()
  const turn = await db().$transaction(async (tx): Promise<Turn> => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`turns|${connectionId}`}, 0))`
    const next = await nextOf(tx, connectionId, budgets)
    if (!next) return { kind: 'nothing' }
    if (next.attemptId === null) return { kind: 'wait', inMs: LOOK_AGAIN_MS }
    const person = { id: next.personId, most: budgets.person }
    const slot = await takeSlotIn(tx, connectionId, 'single_post', { budgets, person })
    if (!slot.granted) return { kind: 'wait', inMs: Math.min(LOOK_AGAIN_MS, slot.retryInMs) }
    const admission = await admit(slot.call, connectionId, 'paid', tx)
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
