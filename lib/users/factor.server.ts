import 'server-only'
import { notifyLoosening } from '@/lib/audit/loosening-notice.server'
import { record } from '@/lib/audit/record.server'
import { endAccess, endSessions, lockPerson } from '@/lib/auth/end-access.server'
import { checkPassword } from '@/lib/auth/password-rules'
import type { RequestedBy } from '@/lib/auth/roles'
import {
  confirmEnrolment,
  factorSetting,
  hasFactor,
  newRecoveryCodes,
  readFactorSince,
  removeFactor,
  startEnrolment,
} from '@/lib/auth/second-factor.server'
import { startCoolingOff } from '@/lib/auth/second-person.server'
import { lockSignedIn } from '@/lib/auth/session.server'
import { countFailure, discardLoginAttempt } from '@/lib/auth/throttle.server'
import { db } from '@/lib/platform/db.server'
import { notFound, Refusal, refusedField } from '@/lib/platform/refusal'
import {
  assertSamePassword,
  CODE_WRONG,
  confirmIdentity,
  guessInSession,
  readPasswordHash,
  refuseDemoPerson,
  refuseWhenRequired,
} from '@/lib/users/account.server'
import type { Enrolment } from '@/lib/users/account-view'
import { lockPeople, refuseOwnAccount } from '@/lib/users/lock-people.server'
import type { FactorPolicyChange, PasswordAndCode } from '@/lib/users/schema'

const object = (id: string) => ({ type: 'user', id })

/**
 * Starts the enrolment of an authenticator app: the first one, or one that replaces the current one.
 * @throws Refusal 403 password_wrong | code_wrong; 409 demo_person | second_factor_on; 429 locked
 */
export async function beginEnrolment(given: PasswordAndCode, by: RequestedBy): Promise<Enrolment> {
  refuseDemoPerson(by.actor)
  const since = await confirmBoth(given, by)
  const begun = await startEnrolment(by.actor, since)
  if (!begun) throw new Refusal(409, 'second_factor_on', 'You already have a second factor.')
  return begun
}

/**
 * Turns the second factor on, or moves it to a new app, with the first code of the app, which can be guessed no faster
 * than a password. Other sessions end.
 * @returns the recovery codes, which are shown only once
 * @throws Refusal 401 session_required; 422 code_wrong; 429 locked
 */
export async function finishEnrolment(code: string, by: RequestedBy): Promise<{ codes: string[] }> {
  refuseDemoPerson(by.actor)
  const codes = await guessInSession(by.actor, async (guess) => {
    const made = await turnOnFactor(code, by)
    await (made ? discardLoginAttempt(guess) : countFailure(guess))
    return made
  })
  if (codes) return { codes }
  throw refusedField('code_wrong', 'code', CODE_WRONG)
}

/** @returns the recovery codes; null when the code is wrong */
async function turnOnFactor(code: string, { actor, auditActor }: RequestedBy): Promise<string[] | null> {
  return db().$transaction(async (tx) => {
    await lockSignedIn(tx, actor)
    const done = await confirmEnrolment(tx, actor.id, code)
    if (!done) return null
    const codes = await newRecoveryCodes(tx, actor.id)
    await endSessions(tx, actor.id, actor.sessionId)
    await record({ by: auditActor, action: `user.second_factor_${done}`, object: object(actor.id) }, tx)
    return codes
  })
}

/**
 * Re-authenticates by password and, if a second factor is on, by a code or recovery code: the password alone must not
 * remove it.
 * @returns since when the person has had the second factor that they proved; null for none
 * @throws Refusal 403 password_wrong | code_wrong; 429 locked
 */
async function confirmBoth({ password, code = '' }: PasswordAndCode, by: RequestedBy): Promise<Date | null> {
  const since = await readFactorSince(by.actor.id)
  // one step: a correct password on its own would reset the failures, and codes could be guessed one by one
  await confirmIdentity(since ? { password, code } : { password }, by)
  return since
}

/**
 * @throws Refusal 401 session_required; 403 password_wrong | code_wrong; 409 second_factor_needed |
 * password_needs_factor; 429 locked
 */
export async function turnOffFactor(given: PasswordAndCode, by: RequestedBy): Promise<void> {
  const { actor, auditActor } = by
  await refuseWhenRequired(actor)
  const proved = await readPasswordHash(actor.id)
  await confirmBoth(given, by)
  if (checkPassword(given.password) === 'password_short')
    throw new Refusal(
      409,
      'password_needs_factor',
      'Your password is too short without an authenticator app. Change it to one of 15 characters or more first.',
    )
  await db().$transaction(async (tx) => {
    await lockSignedIn(tx, actor)
    await assertSamePassword(tx, actor.id, proved)
    if (await removeFactor(tx, actor.id))
      await record({ by: auditActor, action: 'user.second_factor_off', object: object(actor.id) }, tx)
  })
}

/** @throws Refusal 401 session_required; 403 password_wrong | code_wrong; 409 second_factor_off; 429 locked */
export async function replaceRecoveryCodes(given: PasswordAndCode, by: RequestedBy) {
  const { actor, auditActor } = by
  await confirmBoth(given, by)
  return db().$transaction(async (tx) => {
    await lockSignedIn(tx, actor)
    if (!(await hasFactor(actor.id, tx)))
      throw new Refusal(409, 'second_factor_off', 'Set up an authenticator app first.')
    const codes = await newRecoveryCodes(tx, actor.id)
    await record({ by: auditActor, action: 'user.recovery_codes_replaced', object: object(actor.id) }, tx)
    return { codes }
  })
}

/**
 * For another person without their phone and codes: removes the second factor, ends sessions and keys.
 * @throws Refusal 404; 409 own_account: one's own is removed with the password and a code
 */
export async function resetFactor(id: string, { actor, auditActor }: RequestedBy): Promise<void> {
  refuseOwnAccount(id, actor)
  await db().$transaction(async (tx) => {
    await lockPeople(tx, actor)
    await lockPerson(tx, id)
    if (!(await tx.user.findUnique({ where: { id } }))) throw notFound()
    if (!(await removeFactor(tx, id))) return
    const details = await endAccess(tx, id)
    await record({ by: auditActor, action: 'user.second_factor_reset', object: object(id), details }, tx)
    await startCoolingOff(tx, id, { why: 'factor_reset', by: auditActor })
  })
}

/**
 * Sets the roles that require a second factor, effective from their next request. All admins are notified when a role
 * no longer requires it.
 * @throws Refusal 409 setting_changed
 */
export async function requireFactor(
  { roles, before }: FactorPolicyChange,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockPeople(tx, actor)
    await factorSetting.replace(tx, before, roles)
    const details = { key: factorSetting.key, before, after: roles }
    await record({ by: auditActor, action: 'setting.changed', details }, tx)
    if (before.some((role) => !roles.includes(role))) await notifyLoosening(tx, 'second_factor', auditActor)
  })
}
