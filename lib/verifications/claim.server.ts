import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { bankCode, findBank } from '@/lib/iban/banks'
import type { Limits } from '@/lib/limits/limits'
import { foldName } from '@/lib/names/fold'
import { db, PREPARED, Prisma, type Tx, takeLocks } from '@/lib/platform/db.server'
import { spendingLock, spentIn } from '@/lib/usage/spent.server'
import { firstAttempt } from '@/lib/verifications/attempts.server'
import type { NotSentCode } from '@/lib/verifications/problems'
import type { VerificationInput } from '@/lib/verifications/schema'
import { type Check, PATIENT, queueSending } from '@/lib/verifications/settle.server'
import type { Standing } from '@/lib/verifications/standing.server'
import { needsSecondPerson, triedLocks } from '@/lib/verifications/tried/tried.server'
import { placeLock, type TurnedAway, takePlace } from '@/lib/verifications/turns.server'

export type Request = VerificationInput & { previousId?: string; source?: 'single' | 'api' }
/** A check that is to be stored, and what it was asked with. */
export type New = { input: Request; check: Check; limits: Limits | null }

type Attempt = { id: string; number: number }
type Held = { kind: 'held'; code: NotSentCode }
/** `go`: claimed and committed; `call` is its place in the shared minute, which the sandbox has not. */
export type Claimed = { kind: 'go'; attempt: Attempt; call?: bigint } | Held | TurnedAway

/** For a place in the shared minute. */
const WAIT_MS = 2_000

/**
 * Stores a check with its attempt, claimed, its place in the shared minute taken, all in one transaction: what a limit of
 * the office holds back takes no place, and no place is taken without a claim. Waits up to 2 s for a place.
 */
export async function claimCheck(given: New, budgets: Standing['budgets']): Promise<Claimed> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const claimed = await db().$transaction((tx) => claimIn(tx, given, budgets), PATIENT)
    if (claimed.kind !== 'wait') return claimed
    if (claimed.inMs > until - performance.now()) return { kind: 'line' }
    await sleep(claimed.inMs + Math.random() * 20)
  }
}

async function claimIn(
  tx: Tx,
  given: New,
  budgets: Standing['budgets'],
): Promise<Claimed | { kind: 'wait'; inMs: number }> {
  const { requestedById: personId, connectionId, environment } = given.check
  const live = environment === 'live'
  await takeLocks(tx, [...limitLocks(given), ...(live ? [placeLock(connectionId)] : [])])
  const held = await holdBack(tx, given)
  if (held) return held
  const place = live ? await takePlace(tx, { personId, connectionId, budgets }) : { kind: 'go' as const }
  if (place.kind !== 'go') return place
  return { ...place, attempt: await insertCheck(tx, given, 'sending') }
}

/** Stores a check that waits for its turn; the worker sends it. Null when it does, else what holds it back. */
export const lineUp = (given: New): Promise<Held | null> =>
  db().$transaction(async (tx) => {
    await takeLocks(tx, limitLocks(given))
    const held = await holdBack(tx, given)
    if (held) return held
    const attempt = await insertCheck(tx, given, 'ready')
    await queueSending(tx, attempt.id)
    return null
  }, PATIENT)

/** The limits are asked under these. Simulated checks have none. */
function limitLocks({ check, limits }: New): Prisma.Sql[] {
  if (!limits) return []
  const spending = limits.credits.personDay === null ? [] : [spendingLock(check.requestedById)]
  return [...triedLocks(check.iban, limits.names), ...spending]
}

async function holdBack(tx: Tx, { check, limits }: New): Promise<Held | null> {
  if (!limits) return null
  if (await needsSecondPerson(tx, check, limits.names))
    return { kind: 'held', code: 'second_person_required' }
  const { personDay } = limits.credits
  if (personDay === null || (await spentIn(tx, check.requestedById)) < personDay) return null
  return { kind: 'held', code: 'spend_limit_reached' }
}

/** The check and its first attempt. */
export async function insertCheck(
  tx: Tx,
  { input, check }: New,
  state: 'ready' | 'sending' | 'not_sent',
): Promise<Attempt> {
  const { id, iban, name, payloadSha256 } = check
  const connectionId = check.connectionId === '' ? null : check.connectionId
  const bank = await findBank(iban)
  const [attempt] = await tx.$queryRaw<[Attempt]>`${PREPARED}
    with stored as (
      insert into verifications (id, environment, source, iban, name, name_search, country, bank_code, bank_name,
                                 reference, purpose, note, sandbox_result, connection_id, requested_by_id, previous_id)
      values (${id}::uuid, ${check.environment}::environment, ${input.source ?? 'single'}::verification_source,
              ${iban}, ${name}, ${foldName(name)}, ${iban.slice(0, 2)}, ${bank?.code ?? bankCode(iban) ?? null},
              ${bank?.name ?? null}, ${input.reference ?? null}, ${input.purpose ?? null}, ${input.note ?? null},
              ${check.sandboxResult}, ${connectionId}::uuid, ${check.requestedById}::uuid, ${input.previousId ?? null}::uuid)
      returning id)
    ${firstAttempt(Prisma.sql`stored`, { connectionId, payloadSha256, state })}`
  return attempt
}
