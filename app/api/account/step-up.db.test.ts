import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { POST as confirm } from '@/app/api/account/confirm/route'
import { POST as stay, GET as timeOf } from '@/app/api/account/session/route'
import { PUT as putSecret } from '@/app/api/admin/connections/[id]/secret/route'
import { POST as addConnection } from '@/app/api/admin/connections/route'
import { POST as makeLink } from '@/app/api/admin/users/[id]/link/route'
import { PUT as putRoles } from '@/app/api/admin/users/[id]/roles/route'
import { DELETE as resetFactor } from '@/app/api/admin/users/[id]/second-factor/route'
import { PUT as putState } from '@/app/api/admin/users/[id]/state/route'
import { PUT as putPolicy } from '@/app/api/admin/users/policy/route'
import { POST as report } from '@/app/api/admin/users/report/route'
import { POST as invite, GET as users } from '@/app/api/admin/users/route'
import { GET as attempts } from '@/app/api/attempts/route'
import { GET as home } from '@/app/api/home/route'
import { GET as oneReview } from '@/app/api/reviews/[id]/route'
import { GET as uploads } from '@/app/api/uploads/route'
import { GET as oneCheck } from '@/app/api/verifications/[id]/route'
import { hashCheaply } from '@/lib/auth/testing/password'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { newSecret } from '@/lib/auth/totp'
import { encrypt } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { createReview } from '@/lib/reviews/testing/fixtures'
import { callRoute } from '@/lib/verifications/testing/fixtures'

const PASSWORD = 'purple kettle sings'
let admin: Person

beforeEach(async () => {
  await db().$executeRaw`delete from sign_in_failures`
  admin = await insertPerson('reviewer', 'admin')
  await db().user.update({ where: { id: admin.id }, data: { passwordHash: await hashCheaply(PASSWORD) } })
})

/** Moves the last proof of identity back by that many minutes. */
const provedMinutesAgo = (minutes: number) => db().$executeRaw`
  update sessions set confirmed_at = now() - make_interval(mins => ${minutes}) where user_id = ${admin.id}::uuid`
const prove = (body: object) => callRoute(confirm, 'POST', '/api/account/confirm', { as: admin, body })
const roles = (id: string) =>
  callRoute(putRoles, 'PUT', '/x', {
    as: admin,
    body: { roles: ['analyst'], before: ['analyst'] },
    params: { id },
  })

describe('a sensitive action', () => {
  const somebody = randomUUID()
  it.each([
    ['roles', putRoles, 'PUT'],
    ['state', putState, 'PUT'],
    ['link for a new password', makeLink, 'POST'],
    ['reset of a second factor', resetFactor, 'DELETE'],
    ['policy', putPolicy, 'PUT'],
    ['invitation', invite, 'POST'],
    ['connection', addConnection, 'POST'],
    ['client secret', putSecret, 'PUT'],
  ])(
    'such as a change of %s requires a proof of identity in the last ten minutes',
    async (_name, handler, method) => {
      await provedMinutesAgo(11)
      const { status, body } = await callRoute(handler, method, '/x', {
        as: admin,
        body: {},
        params: { id: somebody },
      })
      expect([status, body.code, body.ways]).toEqual([403, 'step_up_required', ['password']])
    },
  )

  it('is allowed right after the sign-in, and for ten minutes after the password was entered again', async () => {
    const { id } = await insertPerson()
    expect((await roles(id)).status).toBe(200)
    await provedMinutesAgo(11)
    expect((await roles(id)).body.code).toBe('step_up_required')
    expect((await prove({ password: 'not mine' })).body.code).toBe('password_wrong')
    expect((await roles(id)).body.code).toBe('step_up_required')
    expect((await prove({ password: PASSWORD })).status).toBe(200)
    expect((await roles(id)).status).toBe(200)
    await provedMinutesAgo(9)
    expect((await roles(id)).status).toBe(200)
  })

  it('is the only thing that requires a proof: reading does not', async () => {
    await provedMinutesAgo(60)
    expect((await callRoute(users, 'GET', '/x', { as: admin })).status).toBe(200)
  })

  it('counts wrong proofs like failed sign-ins', async () => {
    for (let n = 0; n < 6; n++) await prove({ password: 'not mine' })
    const { status, body, headers } = await prove({ password: PASSWORD })
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'locked', '1'])
  })

  it('accepts a code too, but no empty or double proof, and single sign-on users sign in again', async () => {
    await db().secondFactor.create({
      data: {
        userId: admin.id,
        secretCipher: encrypt(newSecret(), `second_factors|secret_cipher|${admin.id}`),
        confirmedAt: new Date(),
      },
    })
    await provedMinutesAgo(11)
    expect((await roles(admin.id)).body.ways).toEqual(['password', 'code'])
    expect((await prove({ code: 'abcdef' })).body.code).toBe('code_wrong')
    expect((await prove({})).status).toBe(422)
    expect((await prove({ code: '123456', password: PASSWORD })).status).toBe(422)
    await db().secondFactor.delete({ where: { userId: admin.id } })
    await db().user.update({ where: { id: admin.id }, data: { passwordHash: null } })
    expect((await roles(admin.id)).body.ways).toEqual(['sign_in'])
  })
})

describe('the remaining time of a session', () => {
  it('is reported without extending the session, and only the person can extend it', async () => {
    await db().$executeRaw`
      update sessions set last_seen_at = now() - interval '29 minutes', created_at = now() - interval '7 hours'
       where user_id = ${admin.id}::uuid`
    for (let n = 0; n < 2; n++) {
      const { idle, absolute } = (await callRoute(timeOf, 'GET', '/x', { as: admin })).body as Record<
        string,
        number
      >
      expect(idle).toBeGreaterThan(40)
      expect(idle).toBeLessThanOrEqual(60)
      expect(absolute).toBeLessThanOrEqual(3600)
    }
    // pages repeat these requests on every live event
    const { verificationId, id } = await createReview(admin, 'no_match')
    await callRoute(uploads, 'GET', '/api/uploads', { as: admin })
    await callRoute(attempts, 'GET', '/api/attempts', { as: admin })
    await callRoute(home, 'GET', '/api/home', { as: admin })
    expect((await callRoute(oneReview, 'GET', '/x', { as: admin, params: { id } })).status).toBe(200)
    const check = { as: admin, params: { id: verificationId } }
    expect((await callRoute(oneCheck, 'GET', '/x', check)).status).toBe(200)
    const before = (await callRoute(timeOf, 'GET', '/x', { as: admin })).body as Record<string, number>
    expect(before.idle).toBeLessThanOrEqual(60)
    const stayed = (await callRoute(stay, 'POST', '/x', { as: admin })).body as Record<string, number>
    expect(stayed.idle).toBeGreaterThan(1700)
    expect(stayed.absolute).toBeLessThanOrEqual(3600)
    expect([before.userId, stayed.userId]).toEqual([admin.id, admin.id])
  })
})

describe('the access review', () => {
  it('lists everybody with roles, second factor and last sign-in, is safe to open in spreadsheets, and is recorded in the audit log', async () => {
    await db().user.update({
      where: { id: admin.id },
      data: { name: '=cmd|calc', createdAt: new Date('2026-01-02') },
    })
    const request = await report(
      new (await import('next/server')).NextRequest('http://127.0.0.1:3000/api/admin/users/report', {
        method: 'POST',
        headers: { host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin', cookie: admin.cookie },
      }),
      { params: Promise.resolve({}) },
    )
    expect(request.headers.get('content-disposition')).toContain('access-review-')
    const lines = (await request.text()).split('\r\n')
    expect(lines[0]).toContain(
      'name;email;roles;state;sign_in;second_factor;last_sign_in;unused_90_days;added',
    )
    expect(lines.find((line) => line.includes(admin.id))).toBe(
      `'=cmd|calc;${admin.id}@accord.test;reviewer admin;active;password;no;;yes;2026-01-02T00:00:00.000Z`,
    )
    const [entry] = await db().auditEntry.findMany({ where: { actorId: admin.id } })
    expect(entry?.action).toBe('user.access_reviewed')
  })
})
