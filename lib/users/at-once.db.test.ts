import { describe, expect, it } from 'vitest'
import { confirmEnrolment, startEnrolment } from '@/lib/auth/second-factor.server'
import { hashCheaply } from '@/lib/auth/testing/password'
import { insertPerson } from '@/lib/auth/testing/people'
import { codeAt } from '@/lib/auth/totp'
import { db } from '@/lib/platform/db.server'
import { actsWaiting, lockAuditLog } from '@/lib/platform/testing/locks'
import { changePassword } from '@/lib/users/account.server'
import { changeRoles, confirmPerson } from '@/lib/users/change.server'
import { finishEnrolment, resetFactor, turnOffFactor } from '@/lib/users/factor.server'
import { renewLink } from '@/lib/users/invite.server'
import { redeemLink } from '@/lib/users/links.server'
import { signInWithSso } from '@/lib/users/single-sign-on.server'

const OIDC_ISSUER = 'https://login.bank.example'
Object.assign(process.env, { OIDC_ISSUER, OIDC_CLIENT_ID: 'accord', OIDC_CLIENT_SECRET: 'accord' })
process.env.OIDC_ROLES = 'control=reviewer,payments=analyst'

const [admin, other] = [await insertPerson('admin'), await insertPerson('admin')]
// new people wait only after the first day of an installation
await db().$executeRaw`update users set created_at = now() - interval '3 days' where id = ${admin.id}::uuid`

const read = ({ id }: { id: string }) => db().user.findUniqueOrThrow({ where: { id } })

it('a person whose link is used while an admin confirms them still waits before they decide', async () => {
  const person = await insertPerson()
  await changeRoles(person.id, { roles: ['reviewer'], before: ['analyst'] }, other)
  const { url } = await renewLink(person.id, other)
  const token = url.split('#')[1] ?? ''
  const { decidesFrom } = await read(person)
  const outcomes = await actsWaiting(lockAuditLog, [
    () => redeemLink({ token, name: 'Ada', password: 'a long and honest sentence' }, {}),
    () => confirmPerson(person.id, decidesFrom as Date, admin),
  ])
  expect(outcomes).toEqual(['done', 'setting_changed'])
  expect((await read(person)).decidesFrom).not.toBeNull()
})

it('an admin doesn’t bring back a role that a single sign-on takes away at the same moment', async () => {
  const person = await insertPerson('analyst', 'reviewer')
  await db().identity.create({ data: { userId: person.id, issuer: OIDC_ISSUER, subject: person.id } })
  const outcomes = await actsWaiting(lockAuditLog, [
    () => signInWithSso({ iss: OIDC_ISSUER, sub: person.id, groups: ['payments'] }),
    () => changeRoles(person.id, { roles: ['reviewer'], before: ['analyst', 'reviewer'] }, admin),
  ])
  expect(outcomes).toEqual(['done', 'setting_changed'])
  expect((await read(person)).roles).toEqual(['analyst'])
})

it('a single sign-on maps the roles that an admin has just given, as the audit log says', async () => {
  const person = await insertPerson('analyst')
  await db().identity.create({ data: { userId: person.id, issuer: OIDC_ISSUER, subject: person.id } })
  const outcomes = await actsWaiting(lockAuditLog, [
    () => changeRoles(person.id, { roles: ['analyst', 'reviewer'], before: ['analyst'] }, admin),
    () => signInWithSso({ iss: OIDC_ISSUER, sub: person.id, groups: ['payments'] }),
  ])
  expect(outcomes).toEqual(['done', 'done'])
  expect((await read(person)).roles).toEqual(['analyst'])
  const mapped = await db().auditEntry.findFirstOrThrow({
    where: { action: 'user.roles_mapped', objectId: person.id },
  })
  expect(mapped.details).toEqual({ from: ['analyst', 'reviewer'], to: ['analyst'] })
})

it('an authenticator app is turned on and reset at the same moment without a deadlock', async () => {
  const person = await insertPerson()
  const secret = (await startEnrolment(person.actor, null))?.secret ?? ''
  await db().$transaction((tx) => confirmEnrolment(tx, person.id, codeAt(secret, Date.now() - 30_000)))
  const factor = await db().secondFactor.findUniqueOrThrow({ where: { userId: person.id } })
  const next = (await startEnrolment(person.actor, factor.confirmedAt))?.secret ?? ''
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from second_factors where user_id = ${person.id}::uuid for update`,
    [() => resetFactor(person.id, admin), () => finishEnrolment(codeAt(next), person)],
  )
  expect(outcomes).toEqual(['done', 'session_required'])
  expect(await db().secondFactor.count({ where: { userId: person.id } })).toBe(0)
})

describe('of two changes of one’s password and second factor, in two tabs of one session', () => {
  const PASSWORD = 'a long and honest sentence'
  const SHORT = 'twelve chars'

  /** A person with a second factor, and what they do. */
  async function secured() {
    const person = await insertPerson()
    await db().user.update({ where: { id: person.id }, data: { passwordHash: await hashCheaply(PASSWORD) } })
    const secret = (await startEnrolment(person.actor, null))?.secret ?? ''
    await db().$transaction((tx) => confirmEnrolment(tx, person.id, codeAt(secret, Date.now() - 30_000)))
    const change = (password: string) => () =>
      changePassword({ current: PASSWORD, password, endKeys: false }, person)
    const turnOff = () => turnOffFactor({ password: PASSWORD, code: codeAt(secret) }, person)
    return { change, turnOff }
  }

  it('a short password keeps the second factor that it needs', async () => {
    const { change, turnOff } = await secured()
    expect(await actsWaiting(lockAuditLog, [change(SHORT), turnOff])).toEqual(['done', 'password_wrong'])
    const other = await secured()
    const outcomes = await actsWaiting(lockAuditLog, [other.turnOff, other.change(SHORT)])
    expect(outcomes).toEqual(['done', 'password_short'])
  })

  it('the second new password is refused', async () => {
    const { change } = await secured()
    const outcomes = await actsWaiting(lockAuditLog, [
      change('the first new password'),
      change('the second new one'),
    ])
    expect(outcomes).toEqual(['done', 'password_wrong'])
  })
})
