import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { bankCode, findBank } from '@/lib/iban/banks'
import { foldName } from '@/lib/names/fold'
import {
  ask,
  type Db,
  db,
  type Lock,
  PATIENT,
  PREPARED,
  Prisma,
  type Tx,
  takeLocks,
} from '@/lib/platform/db.server'
import { claimant } from '@/lib/upstream/attempts.server'
import { spendingLock, spentIn } from '@/lib/usage/spent.server'
import type { CheckToStore } from '@/lib/verifications/check/check'
import type { NotSentCode } from '@/lib/verifications/check/problems'
import type { CheckContext } from '@/lib/verifications/check/standing.server'
import { placeLock, queueSending, type SlotRefusal, takePlace } from '@/lib/verifications/check/turns.server'
import { needsSecondPerson, triedLocks } from '@/lib/verifications/tried/tried.server'

type Attempt = { id: string; number: number }
type BlockedCheck = { kind: 'held'; code: NotSentCode }

/** `go`: claimed and committed; `call` is its place in the shared minute, which the sandbox has not. */
export type Claimed = { kind: 'go'; attempt: Attempt; call?: bigint } | BlockedCheck | SlotRefusal

/** For a place in the shared minute. */
const WAIT_MS = 2_000

/**
 * Stores a check with its attempt, claimed, its place in the shared minute taken, all in one transaction: what a limit of
 * the office holds back takes no place, and no place is taken without a claim. Waits up to 2 s for a place.
 */
export async function claimCheck(given: CheckToStore, budgets: CheckContext['budgets']): Promise<Claimed> {
  if (given.check.environment === 'sandbox')
    return { kind: 'go', attempt: await insertCheck(db(), given, 'sending') }
  const usual = await claimUsual(given, budgets)
  if (usual) return usual
  const until = performance.now() + WAIT_MS
  for (;;) {
    const claimed = await db().$transaction((tx) => claimIn(tx, given, budgets), PATIENT)
    if (claimed.kind !== 'wait') return claimed
    if (claimed.inMs > until - performance.now()) return { kind: 'line' }
    await sleep(claimed.inMs + Math.random() * 20)
  }
}

/** In one round trip. Null, and nothing is stored, where `claimIn` must look closer. */
async function claimUsual(given: CheckToStore, budgets: CheckContext['budgets']): Promise<Claimed | null> {
  const { check, limits } = given
  // what somebody spent alone is counted by spentIn()
  if (limits === null || limits.credits.personDay !== null) return null
  const locks = [...limitLocks(given), placeLock(check.connectionId)]
  const names = (shared: boolean) => locks.filter((lock) => lock.shared === shared).map(({ name }) => name)
  const { secondFrom } = limits.names
  const [row] = await ask<{ attempt: string; call: bigint }>(Prisma.sql`${PREPARED}
    select attempt, call
      from claim_check(${await asked(given)}::jsonb, ${names(true)}::text[], ${names(false)}::text[],
                       ${secondFrom === null ? null : secondFrom - 1}::int - ${offeredNames(check.iban)}, ${budgets.single_post}::int,
                       ${budgets.seconds}::float, ${budgets.person}::int)`)
  return row ? { kind: 'go', attempt: { id: row.attempt, number: 1 }, call: row.call } : null
}

/** Names that count as tried because an earlier answer to them was offered: claim_check() counts those that were sent. */
const offeredNames = (iban: string) => Prisma.sql`
  (select count(distinct v.name)::int from verifications v
    where v.iban = ${iban} and v.environment = 'live' and v.status = 'not_sent' and v.known_id is not null
      and v.created_at > now() - interval '24 hours')`

async function claimIn(
  tx: Tx,
  given: CheckToStore,
  budgets: CheckContext['budgets'],
): Promise<Claimed | { kind: 'wait'; inMs: number }> {
  const { requestedById: personId, connectionId } = given.check
  await takeLocks(tx, [...limitLocks(given), placeLock(connectionId)])
  const held = await holdBack(tx, given)
  if (held) return held
  const place = await takePlace(tx, { personId, connectionId, budgets })
  if (place.kind !== 'go') return place
  return { ...place, attempt: await insertCheck(tx, given, 'sending') }
}

/** Stores a check that waits for its turn; the worker sends it. Null when it does, else what holds it back. */
export const lineUp = (given: CheckToStore): Promise<BlockedCheck | null> =>
  db().$transaction(async (tx) => {
    await takeLocks(tx, limitLocks(given))
    const held = await holdBack(tx, given)
    if (held) return held
    const attempt = await insertCheck(tx, given, 'ready')
    await queueSending(tx, attempt.id)
    return null
  }, PATIENT)

/** The limits are asked under these. Simulated checks have none. */
function limitLocks({ check, limits }: CheckToStore): Lock[] {
  if (!limits) return []
  const spending = limits.credits.personDay === null ? [] : [spendingLock(check.requestedById)]
  return [...triedLocks(check.iban, limits.names), ...spending]
}

async function holdBack(tx: Tx, { check, limits, asker }: CheckToStore): Promise<BlockedCheck | null> {
  if (!limits) return null
  if (await needsSecondPerson(tx, check, limits.names, asker))
    return { kind: 'held', code: 'second_person_required' }
  const { personDay } = limits.credits
  if (personDay === null || (await spentIn(tx, check.requestedById)) < personDay) return null
  return { kind: 'held', code: 'spend_limit_reached' }
}

/** The check and its first attempt. */
export async function insertCheck(
  on: Db,
  given: CheckToStore,
  state: 'ready' | 'sending' | 'not_sent',
): Promise<Attempt> {
  const [{ attempt }] = await on.$queryRaw<[{ attempt: string }]>`${PREPARED}
    select store_check(${await asked(given)}::jsonb, ${state}::attempt_state) as attempt`
  return { id: attempt, number: 1 }
}

/** A check by the names of its columns, for store_check() and claim_check(). */
async function asked({ input, check }: CheckToStore): Promise<string> {
  const { id, environment, iban, name, sandboxResult, connectionId, requestedById, payloadSha256 } = check
  const bank = await findBank(iban)
  return JSON.stringify({
    id,
    environment,
    source: input.source ?? 'single',
    iban,
    name,
    name_search: foldName(name),
    country: iban.slice(0, 2),
    bank_code: bank?.code ?? bankCode(iban),
    bank_name: bank?.name,
    reference: input.reference,
    purpose: input.purpose,
    note: input.note,
    sandbox_result: sandboxResult,
    connection_id: connectionId === '' ? null : connectionId,
    requested_by_id: requestedById,
    previous_id: input.previousId,
    payload_sha256: payloadSha256,
    ...claimant(),
  })
}
