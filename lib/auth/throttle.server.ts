import 'server-only'
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADDRESS_LIMIT, delaySeconds, GLOBAL_LIMIT, MEMORY_SECONDS } from '@/lib/auth/throttle'
import { db } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'

/** A guess that may be made: it counts as a failure until it is settled or forgiven. */
export type Guess = { id: string; account: Uint8Array<ArrayBuffer> }
type Turn = { kind: 'go'; guess: Guess } | { kind: 'locked'; until: Date }

/** Known or not, an account is counted alike. The hash is keyed: the table holds no readable addresses. */
const accountKey = (email: string) =>
  new Uint8Array(createHmac('sha256', env().NEXTAUTH_SECRET).update(`sign-in|${email}`).digest())

const WAIT_MS = 100
const WAITS = 50

/**
 * Asks for the turn to try a password or a code. Counted before it is tried and under a lock, so that a hundred
 * guesses at once, on any number of processes, are not a hundred tries. Behind guesses that are still being tried
 * it waits a moment: several right sign-ins at once all pass.
 */
export async function takeLoginTurn(email: string, address: string | undefined): Promise<Turn> {
  const account = accountKey(email)
  for (let waited = 0; ; waited++) {
    const turn = await tryTurn(account, address)
    if (turn.kind !== 'locked' || !turn.underWay || waited >= WAITS) return turn
    await sleep(WAIT_MS)
  }
}

type Counted = {
  now: Date
  failures: number
  last: Date | null
  underWay: number
  fromAddress: number
  addressSince: Date | null
  all: number
  allSince: Date | null
}

const tryTurn = (account: Uint8Array<ArrayBuffer>, address: string | undefined) =>
  db().$transaction(async (tx) => {
    await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(encode(${account}, 'hex'), 61))::text`
    const [row] = await tx.$queryRaw<Counted[]>`
      select clock_timestamp() as now, a.failures, a.last, a."underWay", r.n as "fromAddress", r.since as "addressSince",
             g.n as "all", g.since as "allSince"
        from (select count(*)::int as failures, max(at) as last,
                     (count(*) filter (where not settled and at > clock_timestamp() - interval '10 seconds'))::int as "underWay"
                from sign_in_failures
               where account = ${account} and at > clock_timestamp() - make_interval(secs => ${MEMORY_SECONDS})) a,
             (select count(*)::int as n, min(at) as since from sign_in_failures
               where address = ${address ?? null} and at > clock_timestamp() - interval '1 minute') r,
             (select count(*)::int as n, min(at) as since from sign_in_failures
               where at > clock_timestamp() - interval '1 minute') g`
    const until = row && lockedUntil(row)
    if (until) return { kind: 'locked' as const, until, underWay: row.underWay > 0 }
    const id = randomUUID()
    await tx.$executeRaw`
      insert into sign_in_failures (id, account, address, at)
      values (${id}::uuid, ${account}, ${address ?? null}, clock_timestamp())`
    return { kind: 'go' as const, guess: { id, account } }
  })

/** @returns when the longest of the three limits ends, or null when none holds */
function lockedUntil(row: Counted): Date | null {
  const after = (since: Date | null, seconds: number) => (since ? since.getTime() + seconds * 1000 : 0)
  const until = Math.max(
    after(row.last, delaySeconds(row.failures)),
    row.fromAddress >= ADDRESS_LIMIT ? after(row.addressSince, 60) : 0,
    row.all >= GLOBAL_LIMIT ? after(row.allSince, 60) : 0,
  )
  return until > row.now.getTime() ? new Date(until) : null
}

/** The guess was wrong: it stays counted. What is too old to count goes. */
export async function countFailure(guess: Guess): Promise<void> {
  await db()
    .$executeRaw`update sign_in_failures set settled = true, at = clock_timestamp() where id = ${guess.id}::uuid`
  await db().$executeRaw`
    delete from sign_in_failures where at < clock_timestamp() - make_interval(secs => ${MEMORY_SECONDS})`
}

/** The person is in: the account starts again from nothing. */
export async function forgetFailures(guess: Guess): Promise<void> {
  await db()
    .$executeRaw`delete from sign_in_failures where account = ${guess.account} and (settled or id = ${guess.id}::uuid)`
}

/** Neither right nor wrong (the second step is still to come, or the server failed): as if it had not been made. */
export async function forgiveGuess(guess: Guess): Promise<void> {
  await db().$executeRaw`delete from sign_in_failures where id = ${guess.id}::uuid`
}

/** A new password was set: what was tried on the old one does not count. */
export async function forgetAccount(email: string): Promise<void> {
  await db().$executeRaw`delete from sign_in_failures where account = ${accountKey(email)}`
}
