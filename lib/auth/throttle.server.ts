import 'server-only'
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CROWD, delaySteps, MEMORY_SECONDS, NETWORK_LIMIT, networkOf } from '@/lib/auth/throttle'
import { db, PREPARED, Prisma, poolExecutor } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { bool, int4, selectOne } from '@/lib/platform/sql/select.server'
import { BoundedQueue } from '@/lib/platform/threads/bounded-queue'

/** An admitted guess: it counts as a failure until it's settled or forgiven. */
export type LoginAttempt = { id: string; account: Uint8Array<ArrayBuffer>; guesser: string | null }
type LoginAdmission = { kind: 'go'; guess: LoginAttempt } | { kind: 'locked'; seconds: number }

/**
 * Who guesses. `known` is a browser in which the person has signed in before, or a live session. It has its own
 * counter, which strangers can't affect, and no limit per address.
 */
export type LoginClient = { known?: string; address?: string }

/** Existing and unknown accounts count alike. The hash is keyed, so the table contains no readable addresses. */
const accountKey = (email: string) =>
  new Uint8Array(createHmac('sha256', env().NEXTAUTH_SECRET).update(`sign-in|${email}`).digest())

/** Concurrent guesses per process, and the length of the queue; beyond it, clients are asked to retry later. */
const [AT_ONCE, PLACES] = [2, 50]
/** When a client that found the queue full should retry, in seconds. */
export const BACK_IN_S = 5

// Next bundles route handlers separately, but they share globalThis: this makes one set of queues per process.
const shared = globalThis as unknown as { accordStrangers?: BoundedQueue; accordKnown?: BoundedQueue }

/** The queue in which a guess waits: strangers never go before somebody known. */
export function passwordQueue(known: string | undefined): BoundedQueue {
  shared.accordStrangers ??= new BoundedQueue(AT_ONCE, PLACES)
  shared.accordKnown ??= new BoundedQueue(AT_ONCE, PLACES)
  return known === undefined ? shared.accordStrangers : shared.accordKnown
}

const WAIT_MS = 100
const WAITS = 50

/**
 * Admits a guess of a password or a code. It's counted before it's evaluated and under a lock, so that a hundred
 * concurrent guesses, on any number of processes, don't bypass the limit. It waits briefly for guesses still
 * being evaluated, so that several correct sign-ins at once all succeed.
 */
export async function admitLoginAttempt(email: string, by: LoginClient): Promise<LoginAdmission> {
  const guess: LoginAttempt = { id: randomUUID(), account: accountKey(email), guesser: by.known ?? null }
  for (let waited = 0; ; waited++) {
    const { seconds, underWay } = await tryTurn(guess, networkOf(by.address))
    if (seconds === null) return { kind: 'go', guess }
    if (!underWay || waited >= WAITS) return { kind: 'locked', seconds }
    await sleep(WAIT_MS)
  }
}

const tryTurn = ({ id, account, guesser }: LoginAttempt, network: string | null) =>
  selectOne(
    poolExecutor,
    { seconds: int4.or(null), underWay: bool },
    Prisma.sql`${PREPARED}
    select ceil(extract(epoch from locked_until - clock_timestamp()))::int as seconds, under_way as "underWay"
      from take_sign_in_turn(${id}::uuid, ${account}, ${guesser}, ${network}, ${delaySteps(false)}, ${delaySteps(true)},
                             ${NETWORK_LIMIT}, ${CROWD}, ${MEMORY_SECONDS})`,
  )

/** The guess was wrong: it stays counted. Deletes failures that are too old to count. */
export async function countFailure(guess: LoginAttempt): Promise<void> {
  await db()
    .$executeRaw`update sign_in_failures set settled = true, at = clock_timestamp() where id = ${guess.id}::uuid`
  await db().$executeRaw`
    delete from sign_in_failures where at < clock_timestamp() - make_interval(secs => ${MEMORY_SECONDS})`
}

/** The sign-in succeeded: resets this counter. */
export async function resetFailures({ id, account, guesser }: LoginAttempt): Promise<void> {
  await db().$executeRaw`
    delete from sign_in_failures
     where account = ${account} and guesser is not distinct from ${guesser} and (settled or id = ${id}::uuid)`
}

/** Neither right nor wrong (a second factor is still missing, or the server failed): uncounts the guess. */
export async function discardLoginAttempt(guess: LoginAttempt): Promise<void> {
  await db().$executeRaw`delete from sign_in_failures where id = ${guess.id}::uuid`
}

/** Resets the account after a new password was set. */
export async function resetAccountFailures(email: string): Promise<void> {
  await db().$executeRaw`delete from sign_in_failures where account = ${accountKey(email)}`
}
