import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Doer, record } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import { canonicalJson } from '@/lib/platform/canonical'
import { sha256 } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { sendBy } from '@/lib/upstream/attempts.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { checkPayload } from '@/lib/upstream/contract'
import { bearer } from '@/lib/upstream/token.server'
import { spentToday } from '@/lib/usage/spent.server'
import type { CheckRequest, CheckToStore, OutgoingCheck } from '@/lib/verifications/check/check'
import { claimCheck, insertCheck, lineUp } from '@/lib/verifications/check/claim.server'
import { NOT_SENT_PROBLEMS, notSentCode } from '@/lib/verifications/check/problems'
import { sendClaimed } from '@/lib/verifications/check/send.server'
import { type CheckContext, readCheckContext } from '@/lib/verifications/check/standing.server'
import { type SlotRefusal, turnedAwayNow } from '@/lib/verifications/check/turns.server'
import { ownView, readCheckView } from '@/lib/verifications/record/queries.server'
import type { VerificationView, WaitingView } from '@/lib/verifications/view'

/** `waiting`: the shared limit is used up; the worker sends it. */
export type Requested = { waiting: false; view: VerificationView } | { waiting: true; view: WaitingView }

const MOST_WAITING = 1_000

/**
 * One check: claim (committed) → send (no transaction open) → record (docs/decisions/0002-at-most-once.md). Answers with the record, also
 * when its outcome is unknown; at most one paid request leaves, whatever fails.
 * @throws Refusal with the record's id when it was not sent: 402, 409, 422, 429, 502, 503 (see problems.ts);
 *   429 local_rate_limited from 1,000 waiting checks on
 * @param known what the check meets, when that was read a moment ago
 */
export async function requestVerification(
  given: CheckRequest,
  actor: Actor,
  doer: Doer,
  known?: CheckContext,
): Promise<Requested> {
  const standing = known ?? (await readCheckContext())
  const { connection, budgets } = standing
  const check = newCheck(given, actor, connection)
  const input = { ...given, source: actor.key ? ('api' as const) : ('single' as const) }
  const limits = given.environment === 'live' ? standing.limits : null
  const fresh: CheckToStore = { input, check, limits, asker: actor }
  if (!connection) return refuseBeforeSending(fresh, 'upstream_unavailable', doer)
  const away = await turnedAway(check, standing)
  if (away) return away.kind === 'line' ? putInLine(fresh, doer) : refuseBeforeSending(fresh, away.code, doer)
  const token = standing.token ?? (await bearer(connection))
  if (token.kind === 'none') return refuseBeforeSending(fresh, token.code, doer)
  const claimed = await claimCheck(fresh, budgets)
  if (claimed.kind === 'line') return putInLine(fresh, doer)
  if (claimed.kind !== 'go') return refuseBeforeSending(fresh, claimed.code, doer)
  const { attempt, call } = claimed
  const end = await sendClaimed(check, connection, { ...attempt, sendBy: sendBy(), call, token }, doer)
  const view = await (end.kind === 'ended' && end.row ? ownView(end.row) : readCheckView(check.id))
  if (view.status === 'not_sent') throw notSentRefusal(check.id, view.problemCode ?? '')
  if (end.kind === 'ended') return { waiting: false, view }
  return { waiting: true, view: { ...view, position: await positionOf(check.id) } }
}

function newCheck(input: CheckRequest, actor: Actor, connection: UpstreamConnection | null): OutgoingCheck {
  const { iban, name, environment, sandboxResult } = input
  return {
    id: randomUUID(),
    environment,
    iban,
    name,
    sandboxResult: sandboxResult ?? null,
    requestedById: actor.id,
    connectionId: connection?.id ?? '',
    payloadSha256: sha256(canonicalJson({ environment, ...checkPayload(iban, name), sandboxResult })),
  }
}

/** The sandbox has no limit; a live check may have to let others go first. */
async function turnedAway(check: OutgoingCheck, standing: CheckContext): Promise<SlotRefusal | null> {
  if (check.environment === 'sandbox') return null
  if (standing.waiting >= MOST_WAITING)
    throw new Refusal(429, 'local_rate_limited', 'Too many checks wait already. Try again in a minute.', {
      headers: { 'retry-after': '60' },
    })
  const { requestedById: personId, connectionId } = check
  return turnedAwayNow({ personId, connectionId, budgets: standing.budgets }, standing)
}

async function putInLine(fresh: CheckToStore, doer: Doer): Promise<Requested> {
  const held = await lineUp(fresh)
  if (held) return refuseBeforeSending(fresh, held.code, doer)
  const { id } = fresh.check
  const view = await readCheckView(id)
  return { waiting: true, view: { ...view, position: await positionOf(id) } }
}

/**
 * How many single checks go before this one, itself included. People take turns: the third check of somebody goes after
 * the second ones of all the others.
 */
export async function positionOf(verificationId: string): Promise<number> {
  const [row] = await db().$queryRaw<{ position: bigint }[]>`
    with waiting as (
      select v.id, a.created_at, row_number() over (partition by v.requested_by_id order by a.created_at, a.id) as turn
        from attempts a join verifications v on v.id = a.verification_id
       where a.state = 'ready')
    select count(*) as position from waiting w, waiting mine
     where mine.id = ${verificationId}::uuid and (w.turn, w.created_at) <= (mine.turn, mine.created_at)`
  return Math.max(1, Number(row?.position ?? 1))
}

/** Kept and shown with its code, but nothing left this house. */
async function refuseBeforeSending(fresh: CheckToStore, reason: string, doer: Doer): Promise<never> {
  const { check } = fresh
  const code = notSentCode(reason)
  await db().$transaction(async (tx) => {
    await insertCheck(tx, fresh, 'not_sent')
    await tx.verification.update({ where: { id: check.id }, data: { status: 'not_sent', problemCode: code } })
    const details = { environment: check.environment, outcome: 'not_sent', code }
    await record(
      { by: doer, action: 'verification.checked', object: { type: 'verification', id: check.id }, details },
      tx,
    )
  })
  const spending = code === 'spend_limit_reached' ? await spentToday(check.requestedById) : {}
  throw notSentRefusal(check.id, code, { ...spending })
}

function notSentRefusal(verificationId: string, reason: string, more: object = {}): Refusal {
  const code = notSentCode(reason)
  const { status, message } = NOT_SENT_PROBLEMS[code]
  const headers = status === 429 ? { 'retry-after': '60' } : undefined
  return new Refusal(status, code, message, { headers, extra: { verificationId, ...more } })
}
