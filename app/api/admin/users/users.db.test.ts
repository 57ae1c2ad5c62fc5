import { beforeEach, describe, expect, it } from 'vitest'
import { POST as addKey } from '@/app/api/account/keys/route'
import { PUT as join, POST as lookUp } from '@/app/api/account/link/route'
import { POST as makeLink } from '@/app/api/admin/users/[id]/link/route'
import { PUT as putRoles } from '@/app/api/admin/users/[id]/roles/route'
import { DELETE as endSessions } from '@/app/api/admin/users/[id]/sessions/route'
import { PUT as putState } from '@/app/api/admin/users/[id]/state/route'
import { PUT as putPolicy } from '@/app/api/admin/users/policy/route'
import { GET, POST } from '@/app/api/admin/users/route'
import { GET as uploads } from '@/app/api/uploads/route'
import { readSession } from '@/lib/auth/session.server'
import { signInWithPassword } from '@/lib/auth/sign-in.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'

const PASSWORD = 'purple kettle sings'
let number = 0

const admin = await insertPerson('admin')
beforeEach(() => db().$executeRaw`delete from sign_in_failures`)

type Link = { userId: string; url: string }
const invite = (body: object, as = admin) => callRoute(POST, 'POST', '/api/admin/users', { as, body })
async function invited(): Promise<Link & { email: string; token: string }> {
  const email = `person${++number}@accord.test`
  const { body } = await invite({ emails: [email], roles: ['analyst'] })
  const [link] = body.items as Link[]
  return { ...(link as Link), email, token: link?.url.split('#')[1] ?? '' }
}
const use = (token: string, more: object = {}) =>
  callRoute(join, 'PUT', '/api/account/link', {
    body: { token, name: 'Lea Brandt', password: PASSWORD, ...more },
  })
const on = (handler: typeof putRoles, method: string, id: string, body?: object, as = admin) =>
  callRoute(handler, method, '/x', { as, body, params: { id } })
const alive = async ({ sid }: Person) => (await readSession(sid, false)) !== null
const actions = async (id: string) =>
  (await db().auditEntry.findMany({ where: { objectId: id }, orderBy: { seq: 'asc' } })).map(
    ({ action }) => action,
  )

describe('an invitation', () => {
  it('is a link that works once: name and password, then the person signs in', async () => {
    const { token, email, userId } = await invited()
    const found = await callRoute(lookUp, 'POST', '/api/account/link', { body: { token } })
    expect(found.body).toEqual({ name: '', email })
    expect((await use(token)).status).toBe(200)
    expect((await use(token)).body.code).toBe('link_dead')
    expect((await signInWithPassword({ email, password: PASSWORD })).kind).toBe('in')
    expect(await actions(userId)).toEqual(['user.invited', 'user.password_set', 'session.opened'])
  })

  it('ends the session of the browser that uses it, so that nobody goes on as a colleague', async () => {
    const [colleague, { token }] = [await insertPerson('reviewer'), await invited()]
    const body = { token, name: 'Lea Brandt', password: 'short' }
    await callRoute(join, 'PUT', '/api/account/link', { as: colleague, body })
    expect(await alive(colleague)).toBe(true)
    await callRoute(join, 'PUT', '/api/account/link', {
      as: colleague,
      body: { ...body, password: PASSWORD },
    })
    expect(await alive(colleague)).toBe(false)
    expect(await actions(colleague.id)).toEqual(['session.closed'])
  })

  it('shows its link once; the database stores a hash, and the audit log contains nothing of it', async () => {
    const { token } = await invited()
    const stored = await db().$queryRaw<{ text: string }[]>`
      select to_jsonb(l)::text as text from password_links l union all select to_jsonb(a)::text from audit_entries a`
    expect(stored.some(({ text }) => text.includes(token))).toBe(false)
    expect(
      JSON.stringify((await callRoute(GET, 'GET', '/api/admin/users', { as: admin })).body),
    ).not.toContain(token)
  })

  it('is good for seven days', async () => {
    const { token } = await invited()
    await db().$executeRaw`update password_links set expires_at = now() where used_at is null`
    expect((await use(token)).status).toBe(410)
  })

  it('survives a refused password', async () => {
    const { token, email } = await invited()
    const codes = []
    for (const password of ['short', 'password password', `${email} 1`, 'x'.repeat(129)])
      codes.push((await use(token, { password })).body.code)
    expect(codes).toEqual(['password_short', 'password_common', 'password_common', 'password_long'])
    expect((await use(token)).status).toBe(200)
  })

  it('is created for all addresses or for none', async () => {
    const { email } = await invited()
    const answer = await invite({ emails: ['new@accord.test', email.toUpperCase()], roles: ['admin'] })
    expect([answer.status, answer.body.code]).toEqual([409, 'email_known'])
    expect(await db().user.count({ where: { email: 'new@accord.test' } })).toBe(0)
  })

  it.each([
    [{ emails: ['no address'], roles: ['analyst'] }, 'email_invalid'],
    [{ emails: ['"a@evil.test"@accord.test'], roles: ['analyst'] }, 'email_invalid'],
    [{ emails: ['a@accord.test'], roles: [] }, 'roles_required'],
    [{ emails: ['a@accord.test'], roles: ['owner'] }, 'enum'],
  ])('requires valid addresses and roles: %j', async (body, code) => {
    const answer = await invite(body)
    expect([answer.status, answer.body.code]).toEqual([422, code])
  })

  it('is created by admins only', async () => {
    const reviewer = await insertPerson('analyst', 'reviewer')
    expect((await invite({ emails: ['b@accord.test'], roles: ['admin'] }, reviewer)).status).toBe(403)
  })
})

describe('a new link', () => {
  it('replaces the previous one, and using it ends every session of the person', async () => {
    const person = await insertPerson()
    const first = await on(makeLink, 'POST', person.id)
    const second = await on(makeLink, 'POST', person.id)
    const token = (answer: typeof first) => String(answer.body.url).split('#')[1] ?? ''
    expect(await alive(person)).toBe(true)
    expect((await use(token(first))).status).toBe(410)
    expect((await use(token(second))).status).toBe(200)
    expect(await alive(person)).toBe(false)
  })
})

describe('roles', () => {
  it('apply from the next request', async () => {
    const person = await insertPerson('admin')
    expect((await callRoute(GET, 'GET', '/api/admin/users', { as: person })).status).toBe(200)
    expect(
      (await on(putRoles, 'PUT', person.id, { roles: ['reviewer', 'analyst'], before: ['admin'] })).status,
    ).toBe(200)
    expect((await callRoute(GET, 'GET', '/api/admin/users', { as: person })).status).toBe(403)
    expect(await actions(person.id)).toEqual(['user.roles_changed'])
  })

  it('and the roles that require a second factor are never set from a form that shows what another admin has changed', async () => {
    const person = await insertPerson('reviewer', 'admin')
    const seen = ['reviewer', 'admin']
    await on(putRoles, 'PUT', person.id, { roles: ['reviewer'], before: seen })
    const late = await on(putRoles, 'PUT', person.id, { roles: ['analyst', ...seen], before: seen })
    expect([late.status, late.body.code]).toEqual([409, 'setting_changed'])
    const { roles } = await db().user.findUniqueOrThrow({ where: { id: person.id } })
    expect(roles).toEqual(['reviewer'])

    const demand = (body: object) => callRoute(putPolicy, 'PUT', '/x', { as: admin, body })
    expect((await demand({ roles: ['reviewer'], before: [] })).body.factorFor).toEqual(['reviewer'])
    expect((await demand({ roles: ['analyst'], before: [] })).body.code).toBe('setting_changed')
    expect((await demand({ roles: [], before: ['reviewer'] })).body.factorFor).toEqual([])
  })

  it('of an admin’s own account keep Admin', async () => {
    const answer = await on(putRoles, 'PUT', admin.id, { roles: ['analyst'], before: ['admin'] })
    expect([answer.status, answer.body.code]).toEqual([409, 'own_admin_role'])
  })

  it('leave one admin when two remove each other at the same time', async () => {
    const [a, b] = [await insertPerson('admin'), await insertPerson('admin')]
    await db()
      .$executeRaw`update users set disabled_at = now() where 'admin' = any(roles) and id not in (${a.id}::uuid, ${b.id}::uuid)`
    const roles = { roles: ['analyst'], before: ['admin'] }
    const answers = await Promise.all([
      on(putRoles, 'PUT', a.id, roles, b),
      on(putState, 'PUT', b.id, { active: false }, a),
    ])
    await db().$executeRaw`update users set disabled_at = null where id = ${admin.id}::uuid`
    const admins = await db().user.count({
      where: { id: { in: [a.id, b.id] }, roles: { has: 'admin' }, disabledAt: null },
    })
    expect(admins).toBe(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('of admins with single sign-on can be changed by each other, down to the last admin with a password', async () => {
    const [a, b, c] = [await insertPerson('admin'), await insertPerson('admin'), await insertPerson('admin')]
    const ids = [a.id, b.id, c.id]
    await db()
      .$executeRaw`update users set disabled_at = now() where 'admin' = any(roles) and id <> all(${ids}::uuid[])`
    const sso = [a, b].map(({ id }) => ({ userId: id, issuer: 'https://issuer.test', subject: id }))
    await db().identity.createMany({ data: sso })
    await db().user.updateMany({ where: { id: { in: [a.id, b.id] } }, data: { passwordHash: null } })
    const end = (of: Person, as: Person) => on(putState, 'PUT', of.id, { active: false }, as)
    expect((await end(c, a)).body.code).toBe('last_admin')
    await db().user.update({ where: { id: c.id }, data: { passwordHash: null } })
    expect((await end(b, a)).status).toBe(200)
    await db().$executeRaw`update users set disabled_at = null where id = ${admin.id}::uuid`
  })
})

describe('deactivating', () => {
  it('revokes the API keys of the person, and reactivating restores none', async () => {
    const person = await insertPerson()
    const body = { name: 'Payments', scopes: ['uploads:read'], days: 30 }
    const { secret } = (await callRoute(addKey, 'POST', '/x', { as: person, body })).body
    await on(putState, 'PUT', person.id, { active: false })
    await on(putState, 'PUT', person.id, { active: true })
    const headers = { authorization: `Bearer ${secret}` }
    expect((await callRoute(uploads, 'GET', '/api/uploads', { headers })).body.code).toBe('key_invalid')
    const entry = await db().auditEntry.findFirst({
      where: { objectId: person.id, action: 'user.deactivated' },
    })
    expect(entry?.details).toEqual({ ended: 1, keys: 1 })
  })

  it('ends sessions, links and sign-in immediately, keeps the person, and can be undone', async () => {
    const { token, userId, email } = await invited()
    await use(token)
    const person = await insertPerson()
    const link = await on(makeLink, 'POST', person.id)
    expect((await on(putState, 'PUT', person.id, { active: false })).status).toBe(200)
    expect(await alive(person)).toBe(false)
    expect((await use(String(link.body.url).split('#')[1] ?? '')).status).toBe(410)
    expect((await on(makeLink, 'POST', person.id)).body.code).toBe('user_deactivated')

    await on(putState, 'PUT', userId, { active: false })
    expect((await signInWithPassword({ email, password: PASSWORD })).kind).toBe('wrong')
    await on(putState, 'PUT', userId, { active: true })
    expect((await signInWithPassword({ email, password: PASSWORD })).kind).toBe('in')
    expect(await actions(person.id)).toEqual(['user.link_created', 'user.deactivated'])
  })

  it('is refused for one’s own account', async () => {
    const answer = await on(putState, 'PUT', admin.id, { active: false })
    expect([answer.status, answer.body.code]).toEqual([409, 'own_account'])
  })
})

describe('signing somebody out everywhere', () => {
  it('ends every session and key and nothing else', async () => {
    const person = await insertPerson()
    expect((await on(endSessions, 'DELETE', person.id)).body).toEqual({ ended: 1, keys: 0 })
    expect(await alive(person)).toBe(false)
    const list = (await callRoute(GET, 'GET', '/api/admin/users', { as: admin })).body.items as {
      id: string
    }[]
    expect(list.find(({ id }) => id === person.id)).toMatchObject({ state: 'active' })
  })
})

describe('the list', () => {
  it('warns when approvals need more reviewers than there are', async () => {
    await db().$executeRaw`update users set roles = array_remove(roles, 'reviewer')`
    const missing = async () =>
      (await callRoute(GET, 'GET', '/api/admin/users', { as: admin })).body.reviewersMissing
    await insertPerson('reviewer')
    expect(await missing()).toBe(true)
    await insertPerson('reviewer')
    expect(await missing()).toBe(false)
  })
})
