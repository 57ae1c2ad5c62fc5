import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Doer, record } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import { activeConnection } from '@/lib/connections/active.server'
import { bankCode, findBank } from '@/lib/iban/banks'
import type { Limits } from '@/lib/limits/limits'
import { readLimits } from '@/lib/limits/limits.server'
import { foldName } from '@/lib/names/fold'
import { canonicalJson } from '@/lib/platform/canonical'
import { sha256 } from '@/lib/platform/crypto.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { withdraw } from '@/lib/upstream/breaker.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { checkPayload } from '@/lib/upstream/contract'
import { bearer } from '@/lib/upstream/token.server'
import { lockSpending, spentToday } from '@/lib/usage/spent.server'
import { createAttempt, sendBy } from '@/lib/verifications/attempts.server'
import { NOT_SENT_PROBLEMS, type NotSentCode, notSentCode } from '@/lib/verifications/problems'
import { viewOf } from '@/lib/verifications/queries.server'
import type { VerificationInput } from '@/lib/verifications/schema'
import { sendClaimed } from '@/lib/verifications/send.server'
import { type Check, PATIENT, queueSending } from '@/lib/verifications/settle.server'
import { needsSecondPerson } from '@/lib/verifications/tried/tried.server'
import { type Place, placeFor } from '@/lib/verifications/turns.server'
import type { VerificationView, WaitingView } from '@/lib/verifications/view'

export type Request = VerificationInput & { previousId?: string; source?: 'single' | 'api' }
/** `waiting`: the shared limit is used up; the worker sends it. */
export type Requested = { waiting: false; view: VerificationView } | { waiting: true; view: WaitingView }

const WAIT_MS = 2_000
const MOST_WAITING = 1_000

/**
 * One check: claim (committed) → send (no transaction open) → record (architecture §5). Answers with the record, also
 * when its outcome is unknown; at most one paid request leaves, whatever fails.
 * @throws Refusal with the record's id when it was not sent: 402, 409, 422, 429, 502, 503 (see problems.ts);
 *   429 local_rate_limited from 1,000 waiting checks on
 */
export async function requestVerification(given: Request, actor: Actor, doer: Doer): Promise<Requested> {
  const input = { ...given, source: actor.key ? ('api' as const) : ('single' as const) }
  const live = given.environment === 'live'
  const [connection, waiting, limits] = await Promise.all([
    activeConnection(),
    live ? countWaiting() : 0,
    live ? readLimits() : null,
  ])
  const check = await newCheck(input, actor, connection)
  if (!connection) return refuseBeforeSending(input, check, 'upstream_unavailable', doer)
  const place = await takePlace(check, connection, waiting)
  if (place.kind === 'line') return putInLine(input, check, limits, doer)
  if (place.kind === 'refused') return refuseBeforeSending(input, check, notSentCode(place.code), doer)
  const token = await bearer(connection)
  if (token.kind === 'none') {
    if (place.call !== undefined) await withdraw(place.call)
    return refuseBeforeSending(input, check, notSentCode(token.code), doer)
  }
  const attempt = await store(input, check, limits, 'sending')
  if (typeof attempt === 'string') {
    if (place.call !== undefined) await withdraw(place.call)
    return refuseBeforeSending(input, check, attempt, doer)
  }
  const end = await sendClaimed(
    check,
    connection,
    { ...attempt, sendBy: sendBy(), call: place.call, token },
    doer,
  )
  const view = await viewOf(check.id)
  if (view.status === 'not_sent') throw notSentRefusal(check.id, notSentCode(view.problemCode ?? ''))
  if (end === 'ended') return { waiting: false, view }
  return { waiting: true, view: { ...view, position: await positionOf(check.id) } }
}

async function newCheck(input: Request, actor: Actor, connection: UpstreamConnection | null): Promise<Check> {
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

type Taken = Exclude<Place, { kind: 'go' }> | { kind: 'go'; call?: bigint }

/** The sandbox has no limit; a live check takes a place in the shared minute, waiting up to 2 s for it. */
async function takePlace(check: Check, connection: UpstreamConnection, waiting: number): Promise<Taken> {
  if (check.environment === 'sandbox') return { kind: 'go' }
  if (waiting >= MOST_WAITING)
    throw new Refusal(429, 'local_rate_limited', 'Too many checks wait already. Try again in a minute.', {
      headers: { 'retry-after': '60' },
    })
  return placeFor(check.requestedById, connection.id, { waitMs: WAIT_MS })
}

async function countWaiting(): Promise<number> {
  const [row] = await db().$queryRaw<{ count: bigint }[]>`
    select count(*) from attempts where state = 'ready' and verification_id is not null`
  return Number(row?.count ?? 0)
}

async function putInLine(
  input: Request,
  check: Check,
  limits: Limits | null,
  doer: Doer,
): Promise<Requested> {
  const attempt = await store(input, check, limits, 'ready')
  if (typeof attempt === 'string') return refuseBeforeSending(input, check, attempt, doer)
  const view = await viewOf(check.id)
  return { waiting: true, view: { ...view, position: await positionOf(check.id) } }
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

/** Stores the check with its attempt, unless a limit of the office holds it back; simulated checks have none. @returns the attempt, or why not */
const store = (input: Request, check: Check, limits: Limits | null, state: 'ready' | 'sending') =>
  db().$transaction(async (tx) => {
    const held = limits && (await holdBack(tx, check, limits))
    if (held) return held
    const attempt = await insertCheck(tx, input, check, state)
    if (state === 'ready') await queueSending(tx, attempt.id)
    return attempt
  }, PATIENT)

async function holdBack(tx: Tx, check: Check, { names, credits }: Limits): Promise<NotSentCode | null> {
  if (await needsSecondPerson(tx, check, names)) return 'second_person_required'
  const { personDay } = credits
  if (personDay === null) return null
  return (await lockSpending(tx, check.requestedById)) >= personDay ? 'spend_limit_reached' : null
}

async function insertCheck(tx: Tx, input: Request, check: Check, state: 'ready' | 'sending' | 'not_sent') {
  const { id, iban, name, environment, requestedById, payloadSha256 } = check
  const bank = await findBank(iban)
  const connectionId = check.connectionId === '' ? null : check.connectionId
  await tx.verification.create({
    data: {
      id,
      environment,
      source: input.source ?? 'single',
      iban,
      name,
      nameSearch: foldName(name),
      country: iban.slice(0, 2),
      bankCode: bank?.code ?? bankCode(iban) ?? null,
      bankName: bank?.name ?? null,
      reference: input.reference ?? null,
      purpose: input.purpose ?? null,
      note: input.note ?? null,
      sandboxResult: check.sandboxResult,
      connectionId,
      requestedById,
      previousId: input.previousId ?? null,
    },
  })
  return createAttempt(tx, { verificationId: id }, { connectionId, payloadSha256, state })
}

/** Kept and shown with its code, but nothing left this house. */
async function refuseBeforeSending(
  input: Request,
  check: Check,
  code: NotSentCode,
  doer: Doer,
): Promise<never> {
  await db().$transaction(async (tx) => {
    await insertCheck(tx, input, check, 'not_sent')
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

function notSentRefusal(verificationId: string, code: NotSentCode, more: object = {}): Refusal {
  const { status, message } = NOT_SENT_PROBLEMS[code]
  const headers = status === 429 ? { 'retry-after': '60' } : undefined
  return new Refusal(status, code, message, { headers, extra: { verificationId, ...more } })
}
