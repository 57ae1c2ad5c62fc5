import { describe, expect, it, vi } from 'vitest'
import { DELETE as revoke } from '@/app/api/account/keys/[id]/route'
import { POST as create, GET as list } from '@/app/api/account/keys/route'
import { PUT as join } from '@/app/api/account/link/route'
import { PUT as putPassword } from '@/app/api/account/password/route'
import { GET as account } from '@/app/api/account/route'
import { DELETE as revokeAny } from '@/app/api/admin/keys/[id]/route'
import { GET as listAll } from '@/app/api/admin/keys/route'
import { POST as makeLink } from '@/app/api/admin/users/[id]/link/route'
import { DELETE as resetFactor } from '@/app/api/admin/users/[id]/second-factor/route'
import { DELETE as signOut } from '@/app/api/admin/users/[id]/sessions/route'
import { GET as users } from '@/app/api/admin/users/route'
import { GET as openapi } from '@/app/api/openapi/route'
import { POST as decide } from '@/app/api/reviews/[id]/decision/route'
import { GET as uploads } from '@/app/api/uploads/route'
import { GET as oneCheck } from '@/app/api/verifications/[id]/route'
import { POST as search } from '@/app/api/verifications/search/route'
import { hashCheaply } from '@/lib/auth/testing/password'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { listAllKeys } from '@/lib/keys/queries.server'
import type { Scope } from '@/lib/keys/scopes'
import { hashSecret } from '@/lib/keys/secret.server'
import type { NewKey } from '@/lib/keys/view'
import { db } from '@/lib/platform/db.server'
import { type CallOptions, callRoute, PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'

const analyst = await insertPerson()
const admin = await insertPerson('admin')

async function keyOf(owner: Person, ...scopes: Scope[]): Promise<NewKey> {
  const { status, body } = await callRoute(create, 'POST', '/api/account/keys', {
    as: owner,
    body: { name: 'Payments', scopes, days: 90 },
  })
  expect(status).toBe(201)
  return body as unknown as NewKey
}

/** A request as an API client sends it: no cookie, no Origin, no Sec-Fetch-Site. */
const withKey = (handler: typeof uploads, method: string, secret: string, sending: CallOptions = {}) =>
  callRoute(handler, method, '/api/x', {
    ...sending,
    headers: { 'sec-fetch-site': 'none', authorization: `Bearer ${secret}`, ...sending.headers },
  })
const told = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.code]

describe('a key', () => {
  it('is shown once, and the database stores a keyed hash of it', async () => {
    const { secret, ...view } = await keyOf(analyst, 'uploads:read')
    expect(secret).toMatch(/^acc_[A-Za-z0-9_-]{43}$/)
    expect(view).toMatchObject({ lastFour: secret.slice(-4), scopes: ['uploads:read'], state: 'active' })
    const { body } = await callRoute(list, 'GET', '/api/account/keys', { as: analyst })
    expect(JSON.stringify(body)).not.toContain(secret)
    const row = await db().apiKey.findUniqueOrThrow({ where: { id: view.id } })
    expect(Buffer.from(row.secretHash).equals(Buffer.from(hashSecret(secret)))).toBe(true)
    expect(JSON.stringify({ ...row, secretHash: '' })).not.toContain(secret.slice(4, 20))
    const entries = await db().auditEntry.findMany({ where: { objectId: view.id } })
    expect(entries.map(({ action }) => action)).toEqual(['key.created'])
    expect(JSON.stringify(entries.map(({ details }) => details))).not.toContain(secret)
  })

  it('allows the routes of its scopes, without a cookie and without an origin', async () => {
    const { secret } = await keyOf(analyst, 'uploads:read', 'checks:read')
    expect((await withKey(uploads, 'GET', secret)).status).toBe(200)
    expect((await withKey(search, 'POST', secret, { body: {} })).status).toBe(200)
    expect((await withKey(openapi, 'GET', secret)).body.openapi).toBe('3.1.0')
  })

  it('does not allow routes outside its scopes, nor routes for people only', async () => {
    const { secret } = await keyOf(admin, 'uploads:read')
    const refused = await withKey(search, 'POST', secret, { body: {} })
    expect([...told(refused), refused.body.scope]).toEqual([403, 'scope_required', 'checks:read'])
    for (const handler of [users, account, list, listAll])
      expect(told(await withKey(handler, 'GET', secret))).toEqual([403, 'key_not_allowed'])
    expect(told(await withKey(create, 'POST', secret, { body: {} }))).toEqual([403, 'key_not_allowed'])
  })

  it('has the current roles of its owner, and no more', async () => {
    const owner = await insertPerson('reviewer')
    const { secret } = await keyOf(owner, 'reviews:decide')
    const ask = async () =>
      told(await withKey(decide, 'POST', secret, { body: {}, params: { id: crypto.randomUUID() } }))
    expect(await ask()).toEqual([422, 'decision_required'])
    await db().user.update({ where: { id: owner.id }, data: { roles: ['analyst'] } })
    expect(await ask()).toEqual([403, 'role_required'])
  })

  it('sees what its owner sees: another person’s check is not found', async () => {
    const stranger = await insertPerson()
    const { id } = await db().verification.create({
      data: { ...PLAIN_CHECK, requestedById: analyst.id },
    })
    const own = await keyOf(analyst, 'checks:read')
    const foreign = await keyOf(stranger, 'checks:read')
    expect((await withKey(oneCheck, 'GET', own.secret, { params: { id } })).status).toBe(200)
    expect((await withKey(oneCheck, 'GET', foreign.secret, { params: { id } })).status).toBe(404)
  })

  it('takes precedence over a cookie in the same request', async () => {
    const { secret } = await keyOf(analyst, 'uploads:read')
    const both = { as: admin, headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } }
    expect(told(await withKey(users, 'GET', secret, both))).toEqual([403, 'key_not_allowed'])
    expect(told(await withKey(users, 'GET', `acc_${'A'.repeat(43)}`, both))).toEqual([401, 'key_invalid'])
    expect((await withKey(uploads, 'GET', secret, both)).status).toBe(200)
  })

  it('ignores other Authorization schemes of a proxy, so the session still applies', async () => {
    const { status } = await callRoute(uploads, 'GET', '/x', {
      as: analyst,
      headers: { authorization: 'Basic eDp5' },
    })
    expect(status).toBe(200)
  })
})

describe('a key stops working', () => {
  const used = async (secret: string) => told(await withKey(uploads, 'GET', secret))

  it('immediately when its owner or an admin revokes it, and nobody else can revoke it', async () => {
    const mine = await keyOf(analyst, 'uploads:read')
    const stranger = await insertPerson()
    const end = (handler: typeof revoke, as: Person, id: string) =>
      callRoute(handler, 'DELETE', '/x', { as, params: { id } })
    expect((await end(revoke, stranger, mine.id)).status).toBe(404)
    expect((await end(revokeAny, stranger, mine.id)).status).toBe(403)
    expect(await used(mine.secret)).toEqual([200, undefined])
    expect((await end(revoke, analyst, mine.id)).status).toBe(200)
    expect(await used(mine.secret)).toEqual([401, 'key_invalid'])
    expect((await end(revoke, analyst, mine.id)).status).toBe(404)
    const other = await keyOf(analyst, 'uploads:read')
    expect((await end(revokeAny, admin, other.id)).status).toBe(200)
    expect(await used(other.secret)).toEqual([401, 'key_invalid'])
  })

  it('when it expires, at most a year after it was made', async () => {
    const { id, secret } = await keyOf(analyst, 'uploads:read')
    const times = vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 91 * 86_400_000 })
    const stated = await listAllKeys().finally(() => times.useRealTimers())
    expect(stated.find((key) => key.id === id)?.state, 'by the clock of the database').toBe('active')
    const past = { createdAt: new Date(Date.now() - 2_000), expiresAt: new Date(Date.now() - 1_000) }
    await db().apiKey.update({ where: { id }, data: past })
    expect(await used(secret)).toEqual([401, 'key_expired'])
    const twoYears = { expiresAt: new Date(Date.now() + 730 * 86_400_000) }
    await expect(db().apiKey.update({ where: { id }, data: twoYears })).rejects.toThrow('at_most_a_year')
  })

  it('while its owner is deactivated', async () => {
    const owner = await insertPerson()
    const { secret } = await keyOf(owner, 'uploads:read')
    expect(await used(secret)).toEqual([200, undefined])
    await db().user.update({ where: { id: owner.id }, data: { disabledAt: new Date() } })
    expect(await used(secret)).toEqual([401, 'key_invalid'])
  })

  describe('when its owner is signed out:', () => {
    const PASSWORD = 'purple kettle sings'
    const thrown: Record<string, (owner: Person) => Promise<{ status: number }>> = {
      'a link for a new password is used': async (owner) => {
        const { body } = await on(makeLink, 'POST', owner, admin)
        const token = String(body.url).split('#')[1]
        return callRoute(join, 'PUT', '/x', { body: { token, name: 'Lea', password: PASSWORD } })
      },
      'an admin signs them out everywhere': (owner) => on(signOut, 'DELETE', owner, admin),
      'an admin takes the second factor away': async (owner) => {
        const data = { userId: owner.id, secretCipher: new Uint8Array(), confirmedAt: new Date() }
        await db().secondFactor.create({ data })
        return on(resetFactor, 'DELETE', owner, admin)
      },
      'they say so when they change the password': (owner) => changed(owner, true),
    }
    const on = (handler: typeof revoke, method: string, { id }: Person, as: Person) =>
      callRoute(handler, method, '/x', { as, params: { id } })
    const changed = async (owner: Person, endKeys: boolean) => {
      await db().user.update({
        where: { id: owner.id },
        data: { passwordHash: await hashCheaply(PASSWORD) },
      })
      const body = { current: PASSWORD, password: 'a green boat in the fog', endKeys }
      return callRoute(putPassword, 'PUT', '/x', { as: owner, body })
    }

    it.each(Object.keys(thrown))('%s', async (name) => {
      const owner = await insertPerson()
      const { secret } = await keyOf(owner, 'uploads:read')
      expect(await used(secret)).toEqual([200, undefined])
      expect((await thrown[name]?.(owner))?.status).toBe(200)
      expect(await used(secret)).toEqual([401, 'key_invalid'])
    })

    it('but not after a change of the password alone', async () => {
      const owner = await insertPerson()
      const { secret } = await keyOf(owner, 'uploads:read')
      expect((await changed(owner, false)).status).toBe(200)
      expect(await used(secret)).toEqual([200, undefined])
    })
  })

  it('temporarily, 30 days after its owner last signed in through single sign-on', async () => {
    const owner = await insertPerson()
    const { secret } = await keyOf(owner, 'uploads:read')
    const seen = (days: number) =>
      db().user.update({
        where: { id: owner.id },
        data: { lastSignInAt: new Date(Date.now() - days * 86_400_000) },
      })
    await seen(31)
    expect(await used(secret), 'people with a password here are thrown out here').toEqual([200, undefined])
    await db().identity.create({ data: { userId: owner.id, issuer: 'https://x.example', subject: owner.id } })
    expect(await used(secret)).toEqual([401, 'key_paused'])
    const { body } = await callRoute(list, 'GET', '/x', { as: owner })
    expect(body.items).toMatchObject([{ state: 'paused' }])
    await seen(29)
    expect(await used(secret)).toEqual([200, undefined])
  })

  it.each(['', 'x', 'acc_', `acc_${'A'.repeat(42)}`, `acc_${'A'.repeat(44)}`, `ACC_${'A'.repeat(43)}`])(
    'or was never valid: %j',
    async (secret) => expect(await used(secret)).toEqual([401, 'key_invalid']),
  )
})

describe('the use of a key', () => {
  it('is rate limited: 60 calls at once, then 429 until time has passed', async () => {
    const { id, secret } = await keyOf(analyst, 'uploads:read')
    await db().$executeRaw`update api_keys set paced_until = now() + interval '1 hour' where id = ${id}::uuid`
    const answer = await withKey(uploads, 'GET', secret)
    expect([...told(answer), answer.headers.get('retry-after')]).toEqual([429, 'key_pace', '1'])
    await db()
      .$executeRaw`update api_keys set paced_until = now() + interval '20 seconds' where id = ${id}::uuid`
    expect((await withKey(uploads, 'GET', secret)).status).toBe(200)
    const [pace] = await db().$queryRaw<{ ahead: number }[]>`
      select extract(epoch from paced_until - now())::float as ahead from api_keys where id = ${id}::uuid`
    expect(pace?.ahead).toBeGreaterThan(15)
  })

  it('is recorded to the minute, not for each call', async () => {
    const { id, secret } = await keyOf(analyst, 'uploads:read')
    await withKey(uploads, 'GET', secret)
    const { lastUsedAt } = await db().apiKey.findUniqueOrThrow({ where: { id } })
    await withKey(uploads, 'GET', secret)
    expect((await db().apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt).toEqual(lastUsedAt)
    expect(lastUsedAt).not.toBeNull()
  })
})

describe('making a key', () => {
  const make = (body: object) => callRoute(create, 'POST', '/x', { as: analyst, body })
  const good = { name: 'A', scopes: ['checks:read'], days: 30 }

  it.each([
    [{ ...good, scopes: [] }, 'schema'],
    [{ ...good, scopes: ['admin:write'] }, 'enum'],
    [{ ...good, days: 366 }, 'enum'],
    [{ ...good, name: ' ' }, 'schema'],
    [{ ...good, name: 'Payments\u202e' }, 'text_characters'],
    [{ ...good, ownerId: 'x' }, 'unknown_field'],
  ])('refuses %j', async (body, code) => {
    const answer = await make(body)
    expect([answer.status, answer.body.code]).toEqual([422, code])
  })

  it('is limited to twenty, without those that are revoked or have expired', async () => {
    const owner = await insertPerson()
    await db().$executeRaw`
      insert into api_keys (id, owner_id, name, secret_hash, last_four, scopes, expires_at)
      select gen_random_uuid(), ${owner.id}::uuid, 'k', sha256(convert_to('many' || n, 'utf8')), 'abcd', '{usage:read}', now() + interval '1 day'
        from generate_series(1, 20) n`
    const more = async () => (await callRoute(create, 'POST', '/x', { as: owner, body: good })).body.code
    const end = (what: object) =>
      db().apiKey.updateMany({ where: { ownerId: owner.id, name: 'k' }, data: what, limit: 1 })
    expect(await more()).toBe('keys_full')
    for (const what of [{ revokedAt: new Date() }, { expiresAt: new Date() }]) {
      await end({ name: 'over', ...what })
      expect([await more(), await more()]).toEqual([undefined, 'keys_full'])
    }
  })
})
