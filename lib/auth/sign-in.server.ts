import 'server-only'
import { record } from '@/lib/audit/record.server'
import { hashPassword, verifyPassword } from '@/lib/auth/password.server'
import type { Role } from '@/lib/auth/roles'
import { isDemoPerson, readFactorSince, takeCode } from '@/lib/auth/second-factor.server'
import { KNOWN_LOCKOUT_FAILURES, LOCKOUT_FAILURES } from '@/lib/auth/throttle'
import {
  admitLoginAttempt,
  BACK_IN_S,
  countFailure,
  discardLoginAttempt,
  type LoginAttempt,
  type LoginClient,
  passwordQueue,
  resetFailures,
} from '@/lib/auth/throttle.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { canonicalEmail } from '@/lib/platform/email'

export type Credentials = {
  email: string
  password: string
  code?: string
  address?: string
  /** of a browser in which this person has signed in before (known-browser.server.ts) */
  browserId?: string
}
/** `passwordHash` and `factorSince`: what the password and the code were checked against. */
type SignedIn = {
  id: string
  name: string
  email: string
  passwordHash: string | null
  factorSince: Date | null
}
export type SignInOutcome =
  | { kind: 'in'; user: SignedIn; by?: 'code' | 'recovery' }
  | { kind: 'wrong' }
  /** the password is correct, the second factor is still missing */
  | { kind: 'code' }
  | { kind: 'code_wrong' }
  | { kind: 'locked'; seconds: number }

const MAX_EMAIL = 254
const MAX_PASSWORD = 1024

let standIn: Promise<string> | undefined

/**
 * Tries an email and a password. An unknown address, a wrong password and a disabled person get the same response
 * after the same amount of work, and count alike, so that nobody learns which addresses have an account.
 */
export async function signInWithPassword(given: Credentials): Promise<SignInOutcome> {
  const known = given.browserId && `browser:${given.browserId}`
  const outcome = await passwordQueue(known).pass(() => signInAs({ known, address: given.address }, given))
  return outcome ?? { kind: 'locked', seconds: BACK_IN_S }
}

async function signInAs(by: LoginClient, given: Credentials): Promise<SignInOutcome> {
  const account = canonicalEmail(given.email)
  const turn = await admitLoginAttempt(account, by)
  if (turn.kind === 'locked') return turn
  try {
    const { outcome, user } = await tryCredentials(account, given)
    await settleGuess(turn.guess, outcome)
    await storeOutcome(outcome, user, by)
    return outcome
  } catch (error) {
    await discardLoginAttempt(turn.guess)
    throw error
  }
}

type KnownUser = { id: string; roles: Role[] } | null

async function tryCredentials(
  account: string,
  { password, code, browserId }: Credentials,
): Promise<{ outcome: SignInOutcome; user: KnownUser }> {
  standIn ??= hashPassword('nobody has this password')
  const dummy = await standIn
  const possible = account.length <= MAX_EMAIL && password.length <= MAX_PASSWORD && !account.includes('\0')
  const user = possible ? await db().user.findUnique({ where: { email: account } }) : null
  const right = await verifyPassword(
    user?.passwordHash ?? dummy,
    password.slice(0, MAX_PASSWORD),
    Boolean(browserId),
  )
  if (
    !right ||
    !user?.passwordHash ||
    user.disabledAt ||
    isBlocked(user, browserId ? KNOWN_LOCKOUT_FAILURES : LOCKOUT_FAILURES)
  )
    return { outcome: { kind: 'wrong' }, user }
  const signedIn = { ...user, factorSince: await readFactorSince(user.id) }
  if (!signedIn.factorSince) return { outcome: { kind: 'in', user: signedIn }, user }
  if (!code) return { outcome: { kind: 'code' }, user }
  const taken = await takeCode(user.id, code)
  return { outcome: taken ? { kind: 'in', user: signedIn, by: taken } : { kind: 'code_wrong' }, user }
}

/** The demo accounts are shared, and so are their failures: they're never blocked. */
const isBlocked = ({ email, failedSignIns }: { email: string; failedSignIns: number }, ceiling: number) =>
  failedSignIns >= ceiling && !isDemoPerson(email)

/** A correct password alone neither counts nor resets: otherwise every guess of a code would look like the first one. */
function settleGuess(guess: LoginAttempt, { kind }: SignInOutcome): Promise<void> {
  if (kind === 'in') return resetFailures(guess)
  return kind === 'code' ? discardLoginAttempt(guess) : countFailure(guess)
}

/** If guessing has blocked the password for strangers, it stays blocked for them when a known browser signs in. */
const afterSuccess = (email: string, known: string | undefined) =>
  known && !isDemoPerson(email)
    ? Prisma.sql`case when failed_sign_ins >= ${LOCKOUT_FAILURES} then ${LOCKOUT_FAILURES} else 0 end`
    : Prisma.sql`0`

/**
 * Failures in a row are counted up to the ceiling of the browser's kind: strangers block a password only for
 * strangers.
 */
async function storeOutcome(
  outcome: SignInOutcome,
  user: KnownUser,
  { known, address }: LoginClient,
): Promise<void> {
  if (outcome.kind === 'code') return
  const accepted = outcome.kind === 'in'
  await db().$transaction(async (tx) => {
    // an unknown address runs the same statement, for equal timing
    await (accepted
      ? tx.$executeRaw`update users set last_sign_in_at = now(), failed_sign_ins = ${afterSuccess(outcome.user.email, known)}
                        where id = ${outcome.user.id}::uuid`
      : tx.$executeRaw`update users set failed_sign_ins = failed_sign_ins + 1
                        where id = ${user?.id ?? null}::uuid and failed_sign_ins < ${known ? KNOWN_LOCKOUT_FAILURES : LOCKOUT_FAILURES}`)
    await record(
      {
        by: { kind: 'user', id: user?.id, roles: user?.roles, address },
        action: accepted ? 'session.opened' : 'session.refused',
        object: user ? { type: 'user', id: user.id } : undefined,
        ...(accepted && outcome.by && { details: { by: outcome.by } }),
        ...(outcome.kind === 'code_wrong' && { details: { step: 'code' } }),
      },
      tx,
    )
  })
}
