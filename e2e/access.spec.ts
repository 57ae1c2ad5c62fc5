import { readFileSync } from 'node:fs'
import { SCOPES } from '../lib/keys/scopes'
import { clearQueue, queueReviews, withDatabase } from './support/database'
import { cookieHeader, ORIGIN } from './support/http'
import {
  createKey,
  createSession,
  type Key,
  resetKeyRateLimits,
  revokeTestKeys,
  signInAsRole,
  updateKey,
} from './support/keys'
import { expect, type Role, test } from './support/office'
import { findRoutesInSources, ROUTES, type RouteAccess } from './support/routes'

const UNKNOWN_ID = '0b6b4e5e-6f0f-4d0e-9d4b-2d8f6a3f9a10'
const everybody: Role[] = ['analyst', 'reviewer', 'admin']

/** Calls a route with an unknown ID and an empty body. */
const callRoute = ({ method, path }: RouteAccess, headers: Record<string, string>) =>
  fetch(`${ORIGIN}${path.replaceAll('{id}', UNKNOWN_ID)}`, {
    method,
    headers: { ...(method === 'GET' ? {} : { 'content-type': 'application/json' }), ...headers },
    body: method === 'GET' ? undefined : '{}',
    redirect: 'manual',
  })
const statusAndCode = async (answer: Response) => `${answer.status} ${(await answer.json()).code}`
const PROTECTED = ROUTES.filter(({ isPublic }) => !isPublic)

test('the table has every route in the sources, and no other', () => {
  expect(ROUTES.map(({ name }) => name).sort()).toEqual(findRoutesInSources().sort())
})

test('a request without a session gets 401 everywhere, as problem details', async () => {
  for (const call of PROTECTED) {
    const answer = await callRoute(call, { origin: ORIGIN })
    expect(answer.status, call.name).toBe(401)
    expect(answer.headers.get('content-type'), call.name).toContain('application/problem+json')
    expect(answer.headers.get('cache-control'), call.name).toBe('private, no-store')
  }
})

for (const role of everybody)
  test.describe(`the ${role}`, () => {
    test.use({ role })

    test('may use exactly the routes of the role', async ({ context }) => {
      const cookie = await cookieHeader(context.request)
      for (const call of PROTECTED) {
        const may = call.allowed.includes(role)
        if (may && call.skipAllowed) continue
        const answer = await callRoute(call, { origin: ORIGIN, cookie })
        const outcome = `${call.name}: ${answer.status}`
        if (may) expect(outcome).not.toMatch(/: (401|403|5\d\d)$/)
        else expect(`${outcome} ${(await answer.json()).code}`).toBe(`${call.name}: 403 role_required`)
      }
    })
  })

test.describe('a session that is no longer valid', () => {
  test.use({ role: 'analyst' })

  for (const [who, how] of [
    ['a deactivated person', { disabled: true }],
    ['a session that is too old', { expired: true }],
  ] as const)
    test(`gets 401 everywhere: ${who}`, async ({ context }) => {
      const own = (await context.cookies()).find(({ name }) => name.includes('accord.session'))
      const { cookie } = await createSession(own?.name ?? '', { ...how, roles: everybody })
      for (const call of PROTECTED)
        expect((await callRoute(call, { origin: ORIGIN, cookie })).status, call.name).toBe(401)
    })
})

test.describe('a key', () => {
  test.afterAll(revokeTestKeys)
  /** The headers of an API client. */
  const authorization = ({ secret }: Key) => ({ authorization: `Bearer ${secret}` })

  test('with every scope may use the routes of its owner’s role that have a scope, and no others', async ({
    playwright,
  }) => {
    for (const role of everybody) {
      const key = await createKey(await signInAsRole(playwright, role))
      for (const [at, call] of PROTECTED.entries()) {
        if (at % 50 === 0) await resetKeyRateLimits()
        const answer = await callRoute(call, authorization(key))
        const outcome = `${role}: ${call.name}: ${answer.status}`
        if (!call.scope) expect(`${outcome} ${(await answer.json()).code}`).toMatch(/403 key_not_allowed$/)
        else if (call.allowed.includes(role)) expect(outcome).not.toMatch(/: (401|403|429|5\d\d)$/)
        else expect(`${outcome} ${(await answer.json()).code}`).toMatch(/403 role_required$/)
      }
    }
  })

  test('without one of the scopes gets a refusal that names the missing scope', async ({ playwright }) => {
    const owner = await signInAsRole(playwright, 'analyst')
    for (const missing of SCOPES) {
      const key = await createKey(
        owner,
        SCOPES.filter((scope) => scope !== missing),
      )
      for (const call of PROTECTED.filter(({ scope }) => scope === missing)) {
        const answer = await callRoute(call, authorization(key))
        const { code, scope } = await answer.json()
        expect([answer.status, code, scope], call.name).toEqual([403, 'scope_required', missing])
      }
    }
  })

  test('is refused everywhere when it is expired, revoked, or its owner is deactivated', async ({
    playwright,
  }) => {
    const owner = await signInAsRole(playwright, 'analyst')
    const [expired, revoked, orphan] = [
      await createKey(owner),
      await createKey(owner),
      await createKey(owner),
    ]
    await updateKey(expired, `created_at = now() - interval '2 days', expires_at = now() - interval '1 day'`)
    await updateKey(revoked, 'revoked_at = now()')
    await updateKey(orphan, 'owner_id = $2', (await createSession('x', { disabled: true })).id)
    for (const call of PROTECTED) {
      expect(await statusAndCode(await callRoute(call, authorization(expired))), call.name).toBe(
        '401 key_expired',
      )
      expect(await statusAndCode(await callRoute(call, authorization(revoked))), call.name).toBe(
        '401 key_invalid',
      )
      expect(await statusAndCode(await callRoute(call, authorization(orphan))), call.name).toBe(
        '401 key_invalid',
      )
    }
  })
})

test.describe('another analyst', () => {
  test.use({ role: 'analyst' })
  test.afterAll(revokeTestKeys)
  test.afterAll(clearQueue)

  test('finds nothing of another person’s checks, by session and by key', async ({ context, playwright }) => {
    const [{ id: review, name: _ } = { id: '' }] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
    const check = await withDatabase(
      async (client) =>
        (await client.query('select verification_id as id from reviews where id = $1', [review])).rows[0].id,
    )
    const own = (await context.cookies()).find(({ name }) => name.includes('accord.session'))
    const other = await createSession(own?.name ?? '')
    const owner = await signInAsRole(playwright, 'analyst')
    const [mine, theirs] = [await createKey(owner), await createKey(owner)]
    await updateKey(theirs, 'owner_id = $2', other.id)
    for (const path of [
      `/api/verifications/${check}`,
      `/api/reviews/${review}`,
      `/api/reviews/${review}/signals`,
    ]) {
      const status = async (headers: Record<string, string>) =>
        (await fetch(`${ORIGIN}${path}`, { headers })).status
      expect(await status({ authorization: `Bearer ${mine.secret}` }), path).toBe(200)
      expect(await status({ authorization: `Bearer ${theirs.secret}` }), path).toBe(404)
      expect(await status({ cookie: other.cookie }), path).toBe(404)
    }
  })
})

test.describe('a change that was not sent by our own pages', () => {
  test.use({ role: 'analyst' })

  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://[' },
    { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  ] as Record<string, string>[])
    test(`is refused with ${JSON.stringify(headers)}`, async ({ page }) => {
      const answer = await page.request.post('/api/verifications/search', { data: {}, headers })
      expect(answer.status()).toBe(403)
      expect((await answer.json()).code).toBe('csrf_rejected')
    })
})

test('an invalid link gives no access', async ({ request }) => {
  const token = 'A'.repeat(43)
  const response = await request.post('/api/account/link', { data: { token }, headers: { origin: ORIGIN } })
  expect([response.status(), (await response.json()).code]).toEqual([410, 'link_dead'])
  const foreign = await request.post('/api/account/link', {
    data: { token },
    headers: { origin: 'https://evil.example' },
  })
  expect((await foreign.json()).code).toBe('csrf_rejected')
})

test.describe('a page', () => {
  test('redirects to the sign-in and back without a session', async ({ page }) => {
    await page.goto('/history?result=match')
    await page.waitForURL(/\/signin\?next=/)
    await page.getByRole('button', { name: 'Sign in as Analyst' }).click()
    await page.waitForURL(/\/history\?result=match/)
  })

  test.describe('of another role', () => {
    test.use({ role: 'analyst' })
    test('is not in the navigation and answers 403 with a link to go on', async ({ page }) => {
      await page.goto('/check')
      await expect(
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connections' }),
      ).toHaveCount(0)
      const answer = await page.goto('/admin/connections')
      expect(answer?.status()).toBe(403)
      await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
    })
  })

  test.describe('of the desk', () => {
    test.use({ role: 'analyst' })
    test('is not accessible after signing out', async ({ page, context }) => {
      await page.goto('/check')
      const cookies = await context.cookies()
      await page.getByRole('button', { name: /Camille Roux/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.waitForURL(/\/signin/)
      await context.addCookies(cookies)
      expect((await page.request.get('/api/uploads')).status()).toBe(401)
    })
  })
})

test('no secret of the connection ever appears on a page or in a response', async ({ visitor }) => {
  const { page } = await visitor('admin')
  const secret = process.env.VERIFICATION_CLIENT_SECRET ?? ''
  expect(secret.length).toBeGreaterThan(8)
  const texts = [
    await (await page.request.get('/api/admin/connections')).text(),
    await (await page.request.get('/admin/connections')).text(),
    await (await page.request.get('/check')).text(),
  ]
  for (const text of texts) expect(text.includes(secret)).toBe(false)
  expect(readFileSync('.env.example', 'utf8').includes(secret)).toBe(false)
})
