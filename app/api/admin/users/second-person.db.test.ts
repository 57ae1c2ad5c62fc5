import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PUT as join } from '@/app/api/account/link/route'
import { POST as confirm } from '@/app/api/admin/users/[id]/confirm/route'
import { POST as makeLink } from '@/app/api/admin/users/[id]/link/route'
import { PUT as putRoles } from '@/app/api/admin/users/[id]/roles/route'
import { DELETE as resetFactor } from '@/app/api/admin/users/[id]/second-factor/route'
import { PUT as putState } from '@/app/api/admin/users/[id]/state/route'
import { POST as invite, GET as users } from '@/app/api/admin/users/route'
import { POST as decide } from '@/app/api/reviews/[id]/decision/route'
import { POST as reopen } from '@/app/api/reviews/[id]/reopen/route'
import { GET as item } from '@/app/api/reviews/[id]/route'
import { POST as allow } from '@/app/api/verifications/[id]/allow-name/route'
import type { Actor } from '@/lib/auth/roles'
import { readSession } from '@/lib/auth/session.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { decideErasure, requestErasure } from '@/lib/retention/erasure/request.server'
import { type DataSubject, readSubject } from '@/lib/retention/subject'
import { refuseDecision } from '@/lib/reviews/decision/four-eyes.server'
import { createReview } from '@/lib/reviews/testing/fixtures'
import { waitingPeople } from '@/lib/users/queries.server'
import { signInWithSso } from '@/lib/users/single-sign-on.server'
import { callRoute, PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'

const DAY = 86_400_000
const OIDC_ISSUER = 'https://login.bank.example'
Object.assign(process.env, { OIDC_ISSUER, OIDC_CLIENT_ID: 'accord', OIDC_CLIENT_SECRET: 'accord' })
process.env.OIDC_ROLES = 'control=reviewer,payments=analyst'
const [admin, other] = [await insertPerson('admin'), await insertPerson('admin')]
/** Makes the installation three days old: new people wait only after its first 24 hours. */
beforeEach(
  () => db().$executeRaw`
  update users set created_at = now() - interval '3 days' where id = ${admin.id}::uuid`,
)

type Route = typeof confirm
const on = (handler: Route, method: string, { id }: { id: string }, body?: object, as = admin) =>
  callRoute(handler, method, '/x', { as, body, params: { id } })
const stateOf = async ({ id }: { id: string }) => {
  const { body } = await callRoute(users, 'GET', '/x', { as: admin })
  return (body.items as { id: string; waits: { until: string; by: string[] } | null }[]).find(
    (one) => one.id === id,
  )?.waits
}
async function give(person: { id: string }, given: string[], as = admin) {
  const { roles: before } = await db().user.findUniqueOrThrow({ where: { id: person.id } })
  return on(putRoles, 'PUT', person, { roles: given, before }, as)
}
const roles = (person: Person, ...given: string[]) => give(person, given)
/** Confirms a person whose wait the admin saw ending at `until`, by default as it is now. */
async function accept(person: { id: string }, as = admin, until?: string): Promise<unknown[]> {
  const seen = until ?? (await stateOf(person))?.until ?? new Date().toISOString()
  return told(await on(confirm, 'POST', person, { until: seen }, as))
}
/** A person who became a reviewer just now. */
async function waiting(): Promise<Person> {
  const person = await insertPerson()
  expect((await roles(person, 'reviewer')).status).toBe(200)
  return person
}
async function invited(role: string): Promise<{ id: string; url: string }> {
  const body = { emails: [`${randomUUID()}@accord.test`], roles: [role] }
  const made = await callRoute(invite, 'POST', '/x', { as: admin, body })
  const [{ userId: id, url }] = made.body.items as [{ userId: string; url: string }]
  return { id, url }
}
async function takeLink(body: Record<string, unknown>): Promise<void> {
  const token = String(body.url).split('#')[1]
  const password = 'purple kettle sings'
  const { status } = await callRoute(join, 'PUT', '/x', { body: { token, name: 'Lea', password } })
  expect(status).toBe(200)
}
const told = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.code]

describe('nobody', () => {
  it('can assign a role to themselves, and everybody may remove one of their own', async () => {
    const both = await insertPerson('admin', 'analyst')
    const raise = (...given: string[]) => give(both, given, both)
    expect(told(await raise('analyst', 'reviewer', 'admin'))).toEqual([403, 'own_roles'])
    expect(told(await raise('reviewer', 'admin'))).toEqual([403, 'own_roles'])
    expect((await raise('admin')).status).toBe(200)
    expect(told(await raise('analyst', 'admin'))).toEqual([403, 'own_roles'])
  })
})

describe('a new second person waits 24 hours', () => {
  const until = (waits: Awaited<ReturnType<typeof stateOf>>) => Date.parse(waits?.until ?? '') - Date.now()

  it('when they get a role that decides, and the response names who assigned it', async () => {
    const person = await waiting()
    const waits = await stateOf(person)
    expect(waits?.by).toEqual([admin.id])
    expect(until(waits)).toBeGreaterThan(DAY - 60_000)
    expect(until(waits)).toBeLessThanOrEqual(DAY)
    const promoted = await insertPerson('reviewer')
    await roles(promoted, 'reviewer', 'admin')
    expect((await stateOf(promoted))?.by).toEqual([admin.id])
  })

  it('but not for a role that does not decide, nor when a role is removed', async () => {
    const [analyst, reviewer] = [await insertPerson('reviewer', 'admin'), await insertPerson('reviewer')]
    await roles(analyst, 'analyst', 'reviewer')
    await roles(reviewer, 'analyst', 'reviewer')
    expect([await stateOf(analyst), await stateOf(reviewer)]).toEqual([null, null])
  })

  it('when a password link is used, and the admin who made it cannot confirm', async () => {
    const made = await invited('reviewer')
    await takeLink(made)
    expect((await stateOf(made))?.by).toEqual([admin.id])

    const reviewer = await insertPerson('reviewer')
    const link = await on(makeLink, 'POST', reviewer)
    expect(await stateOf(reviewer), 'nothing changes before the link is used').toBeNull()
    await takeLink(link.body)
    expect((await stateOf(reviewer))?.by).toEqual([admin.id])
  })

  it('when an admin resets the second factor or reactivates a person', async () => {
    const [reviewer, left] = [await insertPerson('reviewer'), await insertPerson('reviewer')]
    await db().secondFactor.create({
      data: { userId: reviewer.id, secretCipher: new Uint8Array(), confirmedAt: new Date() },
    })
    await on(resetFactor, 'DELETE', reviewer)
    await on(putState, 'PUT', left, { active: false })
    await on(putState, 'PUT', left, { active: true })
    expect([(await stateOf(reviewer))?.by, (await stateOf(left))?.by]).toEqual([[admin.id], [admin.id]])
  })

  it('when single sign-on creates or promotes them', async () => {
    const came = async (sub: string, groups: string[]) => {
      const outcome = await signInWithSso({ iss: OIDC_ISSUER, sub, email: `${sub}@bank.example`, groups })
      return outcome.kind === 'in' ? stateOf(outcome.user) : outcome
    }
    expect(await came('promoted', ['payments'])).toBeNull()
    for (const sub of ['promoted', 'created']) expect(await came(sub, ['control'])).toMatchObject({ by: [] })
  })

  it('and all admins are notified: list, count, audit log and webhooks', async () => {
    const before = await waitingPeople()
    const webhook = { url: 'https://x.example', secretCipher: new Uint8Array(), createdById: admin.id }
    const { id } = await db().webhook.create({ data: { ...webhook, events: ['user.held'] } })
    const person = await waiting()
    expect(await waitingPeople()).toBe(before + 1)
    const entries = await db().auditEntry.findMany({
      where: { objectId: person.id },
      orderBy: { seq: 'asc' },
    })
    expect(entries.map(({ action }) => action)).toEqual(['user.roles_changed', 'user.held'])
    const [event] = await db().webhookDelivery.findMany({ where: { webhookId: id } })
    expect(JSON.parse(event?.payload ?? '')).toMatchObject({
      event: 'user.held',
      user: { id: person.id, why: 'role_added' },
    })
  })

  it('but not in the first 24 hours of an installation, nor with a link that was made then', async () => {
    const made = await invited('reviewer')
    await db().$executeRaw`update password_links set created_at = now() - interval '49 hours'`
    await takeLink(made)
    expect(await stateOf(made)).toBeNull()
    await db()
      .$executeRaw`update users set created_at = now() - interval '23 hours' where id = ${admin.id}::uuid`
    expect(await stateOf(await waiting())).toBeNull()
  })
})

describe('a person who waits', () => {
  const decision = { decision: 'reject', reason: 'different_person', evidenceHash: 'a'.repeat(64) }

  it('decides no review, sees why, and can decide when the time is over', async () => {
    const person = await waiting()
    const review = await createReview(await insertPerson())
    const refused = await on(decide, 'POST', review, decision, person)
    const until = (await stateOf(person))?.until
    expect([...told(refused), refused.body.from]).toEqual([403, 'decides_later', until])
    expect((await on(item, 'GET', review, undefined, person)).body.blocked).toBe('decides_later')
    expect(told(await on(reopen, 'POST', review, { note: 'Again' }, person))).toEqual([403, 'decides_later'])
    const { actor } = await withRoles(person)
    expect(actor.decidesFrom).toBeInstanceOf(Date)
    await db().$executeRaw`update users set decides_from = now() where id = ${person.id}::uuid`
    expect((await on(item, 'GET', review, undefined, person)).body.blocked).toBeNull()
    expect((await on(decide, 'POST', review, decision, person)).status).toBe(200)
  })

  it('is refused by the database too', async () => {
    const person = await waiting()
    const { id: reviewId, evidenceHash } = await createReview(await insertPerson())
    const data = { reviewId, kind: 'reject' as const, decidedById: person.id, evidenceHash }
    const decided = db().decision.create({ data }).catch(refuseDecision)
    expect(await refusalOf(decided)).toBe('403 decides_later')
    const held = await heldBackCheck()
    const named = { verificationId: held.id, allowedById: person.id }
    await expect(db().allowedName.create({ data: named })).rejects.toThrow('does not decide yet')
  })

  it('releases no held name and confirms no erasure, but can still refuse and withdraw', async () => {
    const person = await waiting()
    const allowed = await on(allow, 'POST', await heldBackCheck(), undefined, person)
    expect(told(allowed)).toEqual([403, 'decides_later'])
    const subject = readSubject({ kind: 'name', value: `Somebody ${randomUUID()}` }) as DataSubject
    const { id } = await requestErasure({ subject, reason: 'By letter' }, other)
    const by = await withRoles(person)
    expect(await refusalOf(decideErasure(id, true, by))).toBe('403 decides_later')
    const agree = { confirmedById: person.id, confirmedAt: new Date() }
    await expect(db().erasure.update({ where: { id }, data: agree })).rejects.toThrow('does not decide yet')
    expect(await refusalOf(decideErasure(id, false, by))).toBe('done')
  })

  /** The person with the roles that an admin gave them since. */
  const withRoles = async (person: Person) => ({
    ...person,
    actor: (await readSession(person.sid, false)) as Actor,
  })

  async function heldBackCheck() {
    const asker = await insertPerson()
    return db().verification.create({
      data: {
        ...PLAIN_CHECK,
        requestedById: asker.id,
        status: 'not_sent',
        problemCode: 'second_person_required',
      },
    })
  }
})

describe('another admin', () => {
  it('confirms, except themselves, a person they promoted, or while they wait themselves', async () => {
    const person = await waiting()
    await roles(person, 'reviewer', 'admin')
    const accomplice = await insertPerson()
    await roles(accomplice, 'admin')
    expect(await accept(person, person)).toEqual([403, 'four_eyes'])
    expect(await accept(person, admin)).toEqual([403, 'four_eyes'])
    expect(await accept(person, accomplice)).toEqual([403, 'decides_later'])
    expect(await accept(person, await insertPerson('reviewer'))).toEqual([403, 'role_required'])
    expect(await accept(person, other)).toEqual([200, undefined])
    expect(await stateOf(person)).toBeNull()
    expect(await accept(person, other)).toEqual([409, 'not_waiting'])
    const where = { objectId: person.id, action: 'user.confirmed' }
    expect(await db().auditEntry.findMany({ where, select: { actorId: true } })).toEqual([
      { actorId: other.id },
    ])
  })

  it('whose own account was made by somebody an hour ago counts as acting for that person', async () => {
    const accomplice = await insertPerson()
    await roles(accomplice, 'admin')
    const person = await insertPerson()
    expect((await give(person, ['reviewer'], accomplice)).status).toBe(200)
    expect((await stateOf(person))?.by).toEqual([accomplice.id, admin.id])
    expect(await accept(person)).toEqual([403, 'four_eyes'])
    expect(await accept(person, other)).toEqual([200, undefined])
  })

  it('who changes the account in between does not replace the first: neither of them can confirm it', async () => {
    const person = await waiting()
    await db().secondFactor.create({
      data: { userId: person.id, secretCipher: new Uint8Array(), confirmedAt: new Date() },
    })
    await on(resetFactor, 'DELETE', person, undefined, other)
    expect((await stateOf(person))?.by).toEqual([admin.id, other.id])
    expect(await accept(person)).toEqual([403, 'four_eyes'])
  })

  it('confirms only what they saw, not a change of the account since then', async () => {
    const person = await waiting()
    const seen = (await stateOf(person))?.until
    await takeLink((await on(makeLink, 'POST', person)).body)
    expect(await accept(person, other, seen)).toEqual([409, 'setting_changed'])
    expect(await accept(person, other)).toEqual([200, undefined])
  })

  it('who prepared an account that wasn’t usable yet stays involved, even if somebody else enabled it later', async () => {
    const cases: [Person['id'], () => Promise<unknown>][] = []
    for (const given of ['reviewer', 'analyst']) {
      const { id } = await invited(given)
      if (given === 'analyst') await give({ id }, ['reviewer'])
      cases.push([id, async () => takeLink((await on(makeLink, 'POST', { id }, undefined, other)).body)])
    }
    const left = await insertPerson()
    // the clock of the host is ahead
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 })
    await on(putState, 'PUT', left, { active: false }, other).finally(() => vi.useRealTimers())
    await roles(left, 'reviewer')
    cases.push([left.id, () => on(putState, 'PUT', left, { active: true }, other)])
    await db().$executeRaw`update users set decides_from = decides_from - interval '1 day'`
    for (const [id, open] of cases) {
      await open()
      expect((await stateOf({ id }))?.by).toEqual([admin.id, other.id])
      expect(await accept({ id })).toEqual([403, 'four_eyes'])
    }
  })
})
