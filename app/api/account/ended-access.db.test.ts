import { NextRequest } from 'next/server'
import { describe, expect, it, vi } from 'vitest'
import { POST as createKey } from '@/app/api/account/keys/route'
import { PUT as join } from '@/app/api/account/link/route'
import { PUT as putPassword } from '@/app/api/account/password/route'
import { GET as readAccount } from '@/app/api/account/route'
import { POST as begin, PUT as finish } from '@/app/api/account/second-factor/route'
import { POST as makeLink } from '@/app/api/admin/users/[id]/link/route'
import { DELETE as resetFactor } from '@/app/api/admin/users/[id]/second-factor/route'
import { DELETE as signOut } from '@/app/api/admin/users/[id]/sessions/route'
import { GET as readDocument } from '@/app/api/openapi/route'
import { GET as readEvidence } from '@/app/api/verifications/[id]/evidence/route'
import { endAccess } from '@/lib/auth/end-access.server'
import { confirmEnrolment, hasFactor } from '@/lib/auth/second-factor.server'
import { openSession } from '@/lib/auth/session.server'
import { signInWithPassword } from '@/lib/auth/sign-in.server'
import { hashCheaply } from '@/lib/auth/testing/password'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { codeAt } from '@/lib/auth/totp'
import { createKeyHeader } from '@/lib/keys/testing/key'
import { db } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { endLinks, newLink } from '@/lib/users/links.server'
import { callRoute, PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

const PASSWORD = 'purple kettle sings'
const NEXT = 'a green boat in the fog'

const on = (handler: typeof makeLink, method: string, { id }: Person, as: Person) =>
  callRoute(handler, method, '/x', { as, params: { id } })

const requestOf = ({ cookie }: Person) =>
  new NextRequest('http://127.0.0.1:3000/x', { headers: { host: '127.0.0.1:3000', cookie } })

async function withPassword(...roles: Parameters<typeof insertPerson>): Promise<Person> {
  const person = await insertPerson(...roles)
  await db().user.update({ where: { id: person.id }, data: { passwordHash: await hashCheaply(PASSWORD) } })
  return person
}

/** Changes a person in a transaction, and ends it once `meanwhile` waits for it. @returns what came of `meanwhile` */
async function during(
  change: (tx: Parameters<typeof endAccess>[0]) => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
  onceItWaits = () => {},
): Promise<unknown> {
  const { outcome } = await db().$transaction(async (tx) => {
    await change(tx)
    const outcome = meanwhile().catch((error: unknown) => error)
    await expect.poll(countLockWaits).toBe(1)
    onceItWaits()
    return { outcome }
  })
  return outcome
}

describe('access that is ended', () => {
  it('is not opened again by a sign-in whose password was changed after it was checked', async () => {
    const { id } = await withPassword('analyst')
    const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id } })
    const next = await hashCheaply(NEXT)
    const opened = await during(
      async (tx) => {
        await tx.user.update({ where: { id }, data: { passwordHash: next } })
        await endAccess(tx, id)
      },
      () => openSession(id, { passwordHash }),
    )
    expect(opened).toMatchObject({ status: 401, code: 'session_required' })
    expect(await db().session.count({ where: { userId: id, revokedAt: null } })).toBe(0)
    await expect(openSession(id, { passwordHash: next })).resolves.toHaveLength(43)
    await db().user.update({ where: { id }, data: { disabledAt: new Date() } })
    await expect(openSession(id, { passwordHash: next })).rejects.toMatchObject({ status: 401 })
  })

  it('is not opened again by a sign-in without a code if an app was confirmed in the meantime', async () => {
    const person = await withPassword('analyst')
    const { email } = await db().user.findUniqueOrThrow({ where: { id: person.id } })
    const { body } = await callRoute(begin, 'POST', '/x', { as: person, body: { password: PASSWORD } })
    const outcome = await signInWithPassword({ email, password: PASSWORD })
    const proved = outcome.kind === 'in' ? outcome.user : null
    expect(proved).toMatchObject({ factorSince: null })
    const code = codeAt(String(body.secret))
    const opened = await during(
      async (tx) => {
        await endAccess(tx, person.id)
        await confirmEnrolment(tx, person.id, code)
      },
      () => openSession(person.id, proved ?? {}),
    )
    expect(opened).toMatchObject({ status: 401, code: 'session_required' })
    expect(await db().session.count({ where: { userId: person.id, revokedAt: null } })).toBe(0)
    const next = codeAt(String(body.secret), Date.now() + 30_000)
    const again = await signInWithPassword({ email, password: PASSWORD, code: next })
    if (again.kind !== 'in') throw new Error(again.kind)
    await expect(openSession(person.id, again.user)).resolves.toHaveLength(43)
  })

  it('is not opened again by a request for a key that waited meanwhile', async () => {
    const person = await insertPerson()
    const body = { name: 'Payments', scopes: ['uploads:read'], days: 90 }
    const answer = await during(
      (tx) => endAccess(tx, person.id),
      () => callRoute(createKey, 'POST', '/x', { as: person, body }),
    )
    expect(answer).toMatchObject({ status: 401, body: { code: 'session_required' } })
    expect(await db().apiKey.count({ where: { ownerId: person.id } })).toBe(0)
  })

  it('lets no request in that waited meanwhile, by session or by key', async () => {
    const person = await insertPerson()
    const end = (tx: Parameters<typeof endAccess>[0]) => endAccess(tx, person.id)
    const headers = await createKeyHeader(person.id, ['checks:read'])
    expect(await during(end, () => callRoute(readDocument, 'GET', '/x', { headers }))).toMatchObject({
      body: { code: 'key_invalid' },
    })
    const lastSeenAt = new Date(Date.now() - 120_000)
    await db().session.updateMany({ where: { userId: person.id }, data: { revokedAt: null, lastSeenAt } })
    expect(await during(end, () => callRoute(readAccount, 'GET', '/x', { as: person }))).toMatchObject({
      body: { code: 'session_required' },
    })
  })

  it('gets no evidence that was in the making for long', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const person = await insertPerson()
    const { id } = await db().verification.create({
      data: { ...PLAIN_CHECK, status: 'completed', matchResult: 'match', requestedById: person.id },
    })
    const answer = await during(
      async (tx) => {
        await tx.$executeRaw`select from audit_head for update`
        await endAccess(tx, person.id)
      },
      () => readEvidence(requestOf(person), { params: Promise.resolve({ id }) }),
      () => vi.advanceTimersByTime(1_500),
    ).finally(() => vi.useRealTimers())
    await expect((answer as Response).arrayBuffer()).rejects.toThrow('no longer has access')
  })

  it('is not taken over by a new password or an authenticator app whose request waited meanwhile', async () => {
    const next = await hashCheaply(NEXT)
    const owner = await withPassword('analyst')
    const { body } = await callRoute(begin, 'POST', '/x', { as: owner, body: { password: PASSWORD } })
    const linkUsed = async (tx: Parameters<typeof endAccess>[0]) => {
      await tx.user.update({ where: { id: owner.id }, data: { passwordHash: next } })
      await endAccess(tx, owner.id)
    }
    const changed = await during(linkUsed, () =>
      callRoute(putPassword, 'PUT', '/x', {
        as: owner,
        body: { current: PASSWORD, password: 'the one of a thief' },
      }),
    )
    expect(changed).toMatchObject({ status: 401, body: { code: 'session_required' } })
    expect((await db().user.findUniqueOrThrow({ where: { id: owner.id } })).passwordHash).toBe(next)

    await db().session.updateMany({ where: { userId: owner.id }, data: { revokedAt: null } })
    const code = codeAt(String(body.secret))
    const enrolled = await during(linkUsed, () =>
      callRoute(finish, 'PUT', '/x', { as: owner, body: { code } }),
    )
    expect(enrolled).toMatchObject({ status: 401, body: { code: 'session_required' } })
    expect(await hasFactor(owner.id)).toBe(false)
  })

  it('ends a link for a new password too, but not an invitation', async () => {
    const admin = await insertPerson('admin')
    const ends: ((person: Person) => Promise<unknown>)[] = [
      (person) => on(signOut, 'DELETE', person, admin),
      (person) =>
        callRoute(putPassword, 'PUT', '/x', { as: person, body: { current: PASSWORD, password: NEXT } }),
    ]
    const tokenFor = async (person: Person) =>
      String((await on(makeLink, 'POST', person, admin)).body.url).split('#')[1]
    const use = async (token: string | undefined) =>
      (await callRoute(join, 'PUT', '/x', { body: { token, name: 'Lea', password: PASSWORD } })).status
    for (const end of ends) {
      const person = await withPassword('analyst')
      const token = await tokenFor(person)
      await end(person)
      expect(await use(token)).toBe(410)
    }
    const invited = await insertPerson()
    await db().user.update({ where: { id: invited.id }, data: { passwordHash: null } })
    const token = await tokenFor(invited)
    await on(signOut, 'DELETE', invited, admin)
    expect(await use(token)).toBe(200)
  })
})

describe('a link for a new password', () => {
  it('is the only one of its person, however many are made at once, and is never made for somebody being deactivated', async () => {
    const [admin, person] = [await insertPerson('admin'), await withPassword('analyst')]
    const make = () => on(makeLink, 'POST', person, admin)
    const usable = () => db().passwordLink.count({ where: { userId: person.id, usedAt: null } })
    const first = { id: person.id, email: 'lea@bank.example' }
    expect(await during((tx) => newLink(tx, first, admin.id), make)).toMatchObject({ status: 201 })
    expect(await usable()).toBe(1)
    const deactivate = async (tx: Parameters<typeof endAccess>[0]) => {
      await tx.user.update({ where: { id: person.id }, data: { disabledAt: new Date() } })
      await endLinks(tx, person.id)
    }
    expect(await during(deactivate, make)).toMatchObject({ body: { code: 'user_deactivated' } })
    expect(await usable()).toBe(0)
  })
})

describe('an admin’s own access', () => {
  it.each([
    ['second factor', resetFactor, 'DELETE'],
    ['password', makeLink, 'POST'],
  ] as const)('is changed on the account page only: the %s', async (_, handler, method) => {
    const admin = await insertPerson('admin')
    const { status, body } = await on(handler, method, admin, admin)
    expect([status, body.code]).toEqual([409, 'own_account'])
  })
})
