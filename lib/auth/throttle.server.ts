import 'server-only'
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CROWD, delays, MEMORY_SECONDS, NETWORK_LIMIT, networkOf } from '@/lib/auth/throttle'
import { db, direct, PREPARED, Prisma } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { bool, date, select } from '@/lib/platform/sql/select.server'
import { WaitingLine } from '@/lib/platform/threads/waiting-line'

/** A guess that may be made: it counts as a failure until it is settled or forgiven. */
export type Guess = { id: string; account: Uint8Array<ArrayBuffer>; guesser: string | null }
type Turn = { kind: 'go'; guess: Guess } | { kind: 'locked'; until: Date }

/**
 * Who guesses. `known` names a browser in which the person has signed in before, or a living session: it has a counter of
 * its own, which nothing that strangers do can change, and no limit by address holds for it.
 */
export type Guesser = { known?: string; address?: string }

/** Known or not, an account is counted alike. The hash is keyed: the table holds no readable addresses. */
const accountKey = (email: string) =>
  new Uint8Array(createHmac('sha256', env().NEXTAUTH_SECRET).update(`sign-in|${email}`).digest())

/** So many tries at once per process, and so many that wait for it; who comes then is asked to come back. */
const [AT_ONCE, PLACES] = [2, 50]
const BACK_IN_MS = 5_000

// Route handlers are bundled apart but share globalThis: the lines of this process.
const shared = globalThis as unknown as { accordStrangers?: WaitingLine; accordKnown?: WaitingLine }

/** The line in which a try stands from its turn to its end: strangers never stand before somebody known. */
export function passwordLine(known: string | undefined): WaitingLine {
  shared.accordStrangers ??= new WaitingLine(AT_ONCE, PLACES)
  shared.accordKnown ??= new WaitingLine(AT_ONCE, PLACES)
  return known === undefined ? shared.accordStrangers : shared.accordKnown
}

/** When somebody for whom there was no place should try again. */
export const comeBack = () => new Date(Date.now() + BACK_IN_MS)

const WAIT_MS = 100
const WAITS = 50

/**
 * Asks for the turn to try a password or a code. Counted before it is tried and under a lock, so that a hundred
 * guesses at once, on any number of processes, are not a hundred tries. Behind guesses that are still being tried
 * it waits a moment: several right sign-ins at once all pass.
 */
export async function takeLoginTurn(email: string, by: Guesser): Promise<Turn> {
  const guess: Guess = { id: randomUUID(), account: accountKey(email), guesser: by.known ?? null }
  for (let waited = 0; ; waited++) {
    const { until, underWay } = await tryTurn(guess, networkOf(by.address))
    if (!until) return { kind: 'go', guess }
    if (!underWay || waited >= WAITS) return { kind: 'locked', until }
    await sleep(WAIT_MS)
  }
}

async function tryTurn({ id, account, guesser }: Guess, network: string | null) {
  const [row] = await select(
    direct,
    { until: date.or(null), underWay: bool },
    Prisma.sql`${PREPARED}
    select locked_until as until, under_way as "underWay"
      from take_sign_in_turn(${id}::uuid, ${account}, ${guesser}, ${network}, ${delays(false)}, ${delays(true)},
                             ${NETWORK_LIMIT}, ${CROWD}, ${MEMORY_SECONDS})`,
  )
  if (!row) throw new Error('a turn is given or not')
  return row
}

/** The guess was wrong: it stays counted. What is too old to count goes. */
export async function countFailure(guess: Guess): Promise<void> {
  await db()
    .$executeRaw`update sign_in_failures set settled = true, at = clock_timestamp() where id = ${guess.id}::uuid`
  await db().$executeRaw`
    delete from sign_in_failures where at < clock_timestamp() - make_interval(secs => ${MEMORY_SECONDS})`
}

/** The person is in: this guesser starts again from nothing. */
export async function forgetFailures({ id, account, guesser }: Guess): Promise<void> {
  await db().$executeRaw`
    delete from sign_in_failures
     where account = ${account} and guesser is not distinct from ${guesser} and (settled or id = ${id}::uuid)`
}

/** Neither right nor wrong (the second step is still to come, or the server failed): as if it had not been made. */
export async function forgiveGuess(guess: Guess): Promise<void> {
  await db().$executeRaw`delete from sign_in_failures where id = ${guess.id}::uuid`
}

/** A new password was set: what was tried on the old one does not count. */
export async function forgetAccount(email: string): Promise<void> {
  await db().$executeRaw`delete from sign_in_failures where account = ${accountKey(email)}`
}
