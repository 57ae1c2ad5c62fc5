import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it, vi } from 'vitest'
import { openSession, readSession } from '@/lib/auth/session.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { renewLink } from '@/lib/users/invite.server'
import { type Claims, signInWithSso, ssoProvider } from '@/lib/users/single-sign-on.server'

const ISSUER = 'https://login.bank.example'

beforeAll(() => {
  Object.assign(process.env, {
    OIDC_ROLES: 'payments=analyst,control=reviewer,it=admin',
    OIDC_ISSUER: ISSUER,
    OIDC_CLIENT_ID: 'accord',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-tests',
  })
})

const somebody = (more: Partial<Claims> = {}): Claims => {
  const sub = randomUUID()
  return {
    iss: ISSUER,
    sub,
    email: `${sub}@bank.example`,
    name: 'Ines Calder',
    groups: ['payments'],
    ...more,
  }
}
const entered = async (claims: Claims) => {
  const outcome = await signInWithSso(claims)
  if (outcome.kind !== 'in') throw new Error(outcome.code)
  return outcome
}
const actions = async (id: string) =>
  (await db().auditEntry.findMany({ where: { objectId: id }, orderBy: { seq: 'asc' } })).map(
    ({ action }) => action,
  )

it('creates a new person without a password, and finds them again the next time', async () => {
  const claims = somebody({ email: 'Ines.CALDER@bank.example', name: ' Ines\n\u0000 Calder ' })
  const { user } = await entered(claims)
  const row = await db().user.findUniqueOrThrow({ where: { id: user.id } })
  expect(row).toMatchObject({ email: 'ines.calder@bank.example', name: 'Ines Calder', roles: ['analyst'] })
  expect([row.passwordHash, row.lastSignInAt]).toEqual([null, expect.any(Date)])
  // a changed address and name at the issuer are still the same subject
  expect((await entered({ ...claims, email: 'i.martin@bank.example', name: 'Ines Martin' })).user.id).toBe(
    user.id,
  )
  expect(await actions(user.id)).toEqual(['user.provisioned', 'session.opened', 'session.opened'])
})

it('has no password: nobody can make a link that sets one', async () => {
  const { user } = await entered(somebody())
  const admin = await insertPerson('admin')
  expect(await refusalOf(renewLink(user.id, admin))).toBe('409 single_sign_on')
})

it('treats the same subject of another issuer as another person, once that issuer is configured', async () => {
  const claims = somebody()
  const { user } = await entered(claims)
  const other = { ...claims, iss: 'https://other.example', email: `${randomUUID()}@bank.example` }
  Object.assign(env(), { OIDC_ISSUER: 'https://other.example/' })
  expect((await entered(other)).user.id).not.toBe(user.id)
  Object.assign(env(), { OIDC_ISSUER: ISSUER })
})

it('rejects an issuer whose own name differs from the configured one', async () => {
  const claims = { ...somebody(), iss: 'https://other.example' }
  expect(await signInWithSso(claims)).toEqual({ kind: 'refused', code: 'sso_denied' })
})

it('sets the roles from the groups at every sign-in; a removed role ends immediately', async () => {
  const claims = somebody({ groups: ['it', 'control'] })
  const { user } = await entered(claims)
  await entered({ ...claims, groups: 'control' })
  expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).roles).toEqual(['reviewer'])
  expect(await signInWithSso({ ...claims, groups: ['canteen'] })).toEqual({
    kind: 'refused',
    code: 'sso_no_role',
  })
  expect(await signInWithSso({ ...claims, groups: undefined })).toEqual({
    kind: 'refused',
    code: 'sso_no_role',
  })
  expect((await actions(user.id)).slice(2)).toEqual([
    'user.roles_mapped',
    'session.opened',
    'user.roles_mapped',
    'session.refused',
    'session.refused',
  ])
})

it('never takes over an existing account by its address, and creates no duplicate in a race', async () => {
  const email = `${randomUUID()}@bank.example`
  await db().user.create({ data: { email, name: 'Local Admin', passwordHash: 'x', roles: ['admin'] } })
  expect(await signInWithSso(somebody({ email: email.toUpperCase(), groups: ['it'] }))).toEqual({
    kind: 'refused',
    code: 'sso_email_known',
  })
  const claims = somebody()
  const together = await Promise.all([signInWithSso(claims), signInWithSso(claims), signInWithSso(claims)])
  expect(together.map(({ kind }) => kind)).toEqual(['in', 'in', 'in'])
  expect(await db().identity.count({ where: { subject: claims.sub } })).toBe(1)
})

it('keeps a deactivated person out, whatever the groups say', async () => {
  const claims = somebody({ groups: ['it'] })
  const { user } = await entered(claims)
  await db().user.update({ where: { id: user.id }, data: { disabledAt: new Date() } })
  expect(await signInWithSso(claims)).toEqual({ kind: 'refused', code: 'sso_denied' })
})

it.each([
  { email: undefined },
  { email: 7 },
  { email: 'nobody' },
  { email: 'ada\u200b@bank.example' },
  { email: '"ada,ben"@bank.example' },
  { email_verified: false },
  { email_verified: 'false' },
])('creates nobody without a verified address: %j', async (more) => {
  expect(await signInWithSso(somebody(more))).toEqual({ kind: 'refused', code: 'sso_email_missing' })
})

it('dates the proof of identity as the issuer says, never in the future', async () => {
  const hourAgo = Math.floor(Date.now() / 1_000) - 3_600
  expect((await entered(somebody({ auth_time: hourAgo }))).confirmedAt?.getTime()).toBe(hourAgo * 1_000)
  for (const auth_time of [hourAgo + 100_000, hourAgo * 1_000_000]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 })
    const { user, confirmedAt } = await entered(somebody({ groups: ['it'], auth_time }))
    await openSession(user.id, { method: 'oidc', confirmedAt }).finally(() => vi.useRealTimers())
    const ahead = await db().$queryRaw`
      select from sessions where user_id = ${user.id}::uuid and confirmed_at > now()`
    expect(ahead).toEqual([])
  }
})

it.each([{}, { auth_time: 'now' }, { auth_time: -1 }])(
  "accepts no proof of identity when the issuer doesn't date it: %j",
  async (more) => {
    const { user, confirmedAt } = await entered(somebody({ groups: ['it'], ...more }))
    const sid = await openSession(user.id, { method: 'oidc', confirmedAt })
    expect((await readSession(sid, false))?.confirmed).toBe(false)
  },
)

it('gives a slow issuer ten seconds for each response', () => {
  expect(ssoProvider()?.httpOptions).toEqual({ timeout: 10_000 })
})

it('requires the date from the issuer in every request', () => {
  expect(ssoProvider()?.authorization).toMatchObject({ params: { max_age: expect.any(Number) } })
})

it('ends sessions, keys and roles of a person whose groups give no role any more', async () => {
  const claims = somebody({ groups: ['control'] })
  const { user } = await entered(claims)
  const sid = await openSession(user.id, { method: 'oidc' })
  const key = { ownerId: user.id, name: 'k', secretHash: new Uint8Array([1]), lastFour: 'abcd' }
  const expiresAt = new Date(Date.now() + 86_400_000)
  const { id } = await db().apiKey.create({ data: { ...key, scopes: ['checks:read'], expiresAt } })
  expect(await signInWithSso({ ...claims, groups: [] })).toEqual({ kind: 'refused', code: 'sso_no_role' })
  expect(await readSession(sid, false)).toBeNull()
  expect((await db().apiKey.findUniqueOrThrow({ where: { id } })).revokedAt).not.toBeNull()
  expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).roles).toEqual([])
  expect((await entered(claims)).user.id).toBe(user.id)
})
