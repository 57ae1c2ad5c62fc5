import 'server-only'
import { record, recordNow } from '@/lib/audit/record.server'
import { endKeys, endSessions, lockPerson } from '@/lib/auth/end-access.server'
import { hashPassword, verifyPassword } from '@/lib/auth/password.server'
import { shortestPassword } from '@/lib/auth/password-rules'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import {
  factorsEnforced,
  hasFactor,
  isDemoPerson,
  readFactorRoles,
  takeCode,
} from '@/lib/auth/second-factor.server'
import { isSessionOpen, lockSignedIn, markConfirmed } from '@/lib/auth/session.server'
import {
  admitLoginAttempt,
  BACK_IN_S,
  countFailure,
  discardLoginAttempt,
  type LoginAttempt,
  passwordQueue,
  resetFailures,
} from '@/lib/auth/throttle.server'
import { isoTime } from '@/lib/platform/days/iso-time'
import { type Db, db, Prisma, type Tx } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { notFound, Refusal, retryAfterHeader } from '@/lib/platform/refusal'
import { databaseNow } from '@/lib/platform/sql/now.server'
import { date, select, text, uuid } from '@/lib/platform/sql/select.server'
import type { AccountView, SessionView } from '@/lib/users/account-view'
import { assertPassword, endLinks } from '@/lib/users/links.server'
import type { PasswordChange } from '@/lib/users/schema'

export const CODE_WRONG = 'This code is wrong or expired. Codes change every 30 seconds.'

const object = (actor: Actor) => ({ type: 'user', id: actor.id })

/** @throws Refusal 409 demo_person: accounts of the demo office are shared */
export function refuseDemoPerson(actor: Actor): void {
  if (isDemoPerson(actor.email))
    throw new Refusal(
      409,
      'demo_person',
      'You can’t change the demo accounts, because everyone here shares them.',
    )
}

/** Password, code, or both where the password alone isn't enough. */
export type Proof = { password: string; code?: string } | { code: string }

/**
 * Re-authenticates a signed-in person by password or by a code of their app. Failures are audited and slow this session
 * down like failed sign-ins slow an account down; other people's failed sign-ins don't.
 * @throws Refusal 403 password_wrong | code_wrong; 429 locked
 */
export async function confirmIdentity(proof: Proof, { actor, auditActor }: RequestedBy): Promise<void> {
  const tried = await guessInSession(actor, async (guess) => {
    const wrong = await wrongIn(actor.id, proof)
    await settleProof(guess, wrong ? 'wrong' : await strengthOf(actor.id, proof))
    return wrong
  })
  if (!tried) return
  const details = { step: tried }
  await recordNow({ by: auditActor, action: 'session.not_confirmed', object: object(actor), details })
  throw wrongProof(tried)
}

function wrongProof(tried: 'password' | 'code'): Refusal {
  const [path, code, message] =
    tried === 'code'
      ? ['code', 'code_wrong', CODE_WRONG]
      : ['current', 'password_wrong', 'Your password is wrong.']
  return new Refusal(403, code, message, { errors: [{ path, code, message }] })
}

/** The stored hash of a person's password; null without one. */
export const readPasswordHash = async (id: string, on: Db = db()): Promise<string | null> =>
  (await on.user.findUniqueOrThrow({ where: { id }, select: { passwordHash: true } })).passwordHash

/**
 * For a transaction that has locked a person who proved their identity before it.
 * @param proved the stored hash from before the proof
 * @throws Refusal 403 password_wrong when the person has changed the password since, in another tab
 */
export async function assertSamePassword(tx: Tx, id: string, proved: string | null): Promise<void> {
  if ((await readPasswordHash(id, tx)) !== proved) throw wrongProof('password')
}

/**
 * Runs a guess of a password or a code once it is this session's turn. `work` settles the guess.
 * @throws Refusal 429 locked
 */
export async function guessInSession<T>(
  { email, sessionId }: Pick<Actor, 'email' | 'sessionId'>,
  work: (guess: LoginAttempt) => Promise<T>,
): Promise<T> {
  const known = `session:${sessionId}`
  const done = await passwordQueue(known).pass(async () => {
    const turn = await admitLoginAttempt(email, { known })
    if (turn.kind === 'locked') throw lockedRefusal(turn.seconds)
    return { outcome: await work(turn.guess) }
  })
  if (!done) throw lockedRefusal(BACK_IN_S)
  return done.outcome
}

const lockedRefusal = (seconds: number): Refusal =>
  new Refusal(429, 'locked', 'Too many attempts. Try again later.', { headers: retryAfterHeader(seconds) })

/** `half`: correct, but only one of the two that this person has. */
async function strengthOf(id: string, proof: Proof): Promise<'half' | 'whole'> {
  const both = 'password' in proof && proof.code !== undefined
  return both || !(await hasFactor(id)) ? 'whole' : 'half'
}

/** Half a proof neither counts nor resets: otherwise the other half could be guessed one by one between such proofs. */
function settleProof(guess: LoginAttempt, proof: 'wrong' | 'half' | 'whole'): Promise<void> {
  if (proof === 'wrong') return countFailure(guess)
  return proof === 'half' ? discardLoginAttempt(guess) : resetFailures(guess)
}

/** Which part of the proof is wrong. A wrong password beside a code doesn't consume the code. */
async function wrongIn(id: string, proof: Proof): Promise<'password' | 'code' | null> {
  if ('password' in proof) {
    const passwordHash = await readPasswordHash(id)
    if (!passwordHash || !(await verifyPassword(passwordHash, proof.password, true))) return 'password'
  }
  return proof.code !== undefined && (await takeCode(id, proof.code)) === null ? 'code' : null
}

/**
 * Re-authenticates the session: sensitive actions are allowed for ten minutes.
 * @throws Refusal 403 password_wrong | code_wrong; 429 locked
 */
export async function confirmSession(proof: Proof, by: RequestedBy): Promise<void> {
  await confirmIdentity(proof, by)
  await db().$transaction(async (tx) => {
    await markConfirmed(tx, by.actor.sessionId)
    await record({ by: by.auditActor, action: 'session.confirmed', object: object(by.actor) }, tx)
  })
}

/** A person's own account page. */
export async function readAccount(actor: Actor): Promise<AccountView> {
  const factor = await db().secondFactor.findUnique({ where: { userId: actor.id } })
  const codesLeft = await db().recoveryCode.count({ where: { userId: actor.id, usedAt: null } })
  return {
    name: actor.name,
    email: actor.email,
    roles: actor.roles,
    timeZone: env().TIME_ZONE,
    demo: isDemoPerson(actor.email),
    sso: (await db().identity.count({ where: { userId: actor.id } })) > 0,
    factor: {
      since: isoTime(factor?.confirmedAt),
      codesLeft,
      required: await isFactorRequired(actor),
    },
    shortestPassword: shortestPassword(Boolean(factor?.confirmedAt)),
    sessions: await ownSessions(actor),
  }
}

async function isFactorRequired(actor: Actor): Promise<boolean> {
  const roles = await readFactorRoles()
  return factorsEnforced() && roles.some((role) => actor.roles.includes(role))
}

/** @throws Refusal 409 second_factor_needed when one of the person's roles requires it */
export async function refuseWhenRequired(actor: Actor): Promise<void> {
  if (await isFactorRequired(actor))
    throw new Refusal(409, 'second_factor_needed', 'Your organisation requires a second factor.')
}

async function ownSessions({ id, sessionId }: Actor): Promise<SessionView[]> {
  const rows = await select(
    db(),
    { id: uuid, device: text.or(null), createdAt: date, lastSeenAt: date },
    Prisma.sql`
    select s.id, s.device, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt" from sessions s
     where s.user_id = ${id}::uuid and ${isSessionOpen()} order by s.last_seen_at desc, s.id limit 50`,
  )
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    current: row.id === sessionId,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }))
}

/**
 * Changes the password. All other sessions of the person and any link for a new password end, and on request their API
 * keys too.
 * @throws Refusal 401 session_required; 403 password_wrong; 409 demo_person; 422 password_…; 429 locked
 */
export async function changePassword(
  { current, password, endKeys: keysToo }: PasswordChange,
  by: RequestedBy,
): Promise<void> {
  const { actor, auditActor } = by
  refuseDemoPerson(actor)
  const proved = await readPasswordHash(actor.id)
  await confirmIdentity({ password: current }, by)
  const assertAllowed = async (on?: Tx) =>
    assertPassword(password, [actor.name, actor.email], await hasFactor(actor.id, on))
  await assertAllowed()
  const passwordHash = await hashPassword(password)
  await db().$transaction(async (tx) => {
    await lockSignedIn(tx, actor)
    // another tab may have changed it, or turned off the second factor, which allows a shorter one
    await assertSamePassword(tx, actor.id, proved)
    await assertAllowed(tx)
    await tx.user.update({ where: { id: actor.id }, data: { passwordHash, failedSignIns: 0 } })
    await endLinks(tx, actor.id)
    const ended = await endSessions(tx, actor.id, actor.sessionId)
    const details = { ended, keys: keysToo ? await endKeys(tx, actor.id) : 0 }
    await record({ by: auditActor, action: 'user.password_changed', object: object(actor), details }, tx)
  })
}

/** Ends one of one's own sessions. @throws Refusal 404, also for somebody else's session */
export async function endOwnSession(id: string, { actor, auditActor }: RequestedBy): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockPerson(tx, actor.id)
    const { count } = await tx.session.updateMany({
      where: { id, userId: actor.id, revokedAt: null },
      data: { revokedAt: await databaseNow(tx) },
    })
    if (count === 0) throw notFound()
    await record({ by: auditActor, action: 'session.closed', object: object(actor) }, tx)
  })
}

/** Ends all of one's own sessions except the current one. */
export async function endOtherSessions({ actor, auditActor }: RequestedBy): Promise<{ ended: number }> {
  return db().$transaction(async (tx) => {
    await lockPerson(tx, actor.id)
    const ended = await endSessions(tx, actor.id, actor.sessionId)
    const details = { ended }
    await record({ by: auditActor, action: 'user.signed_out_everywhere', object: object(actor), details }, tx)
    return { ended }
  })
}
