import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import { expect, type Role, test } from './support/office'

const ORIGIN = process.env.BASE_URL ?? ''
const SOMEBODY = '0b6b4e5e-6f0f-4d0e-9d4b-2d8f6a3f9a10'

type Call = { method: 'get' | 'post' | 'put' | 'delete'; path: string; data?: object; allowed: Role[] }
const everybody: Role[] = ['analyst', 'reviewer', 'admin']

/** Every route with a role, and who passes its guard (what comes after may still be 4xx for other reasons). */
const CALLS: Call[] = [
  { method: 'post', path: '/api/verifications', data: {}, allowed: ['analyst'] },
  { method: 'post', path: '/api/verifications/search', data: {}, allowed: everybody },
  { method: 'get', path: `/api/verifications/${SOMEBODY}`, allowed: everybody },
  { method: 'get', path: `/api/verifications/${SOMEBODY}/answer`, allowed: everybody },
  { method: 'get', path: '/api/verifications/search/layout', allowed: everybody },
  { method: 'post', path: `/api/verifications/${SOMEBODY}/recheck`, data: {}, allowed: ['analyst'] },
  { method: 'get', path: `/api/verifications/${SOMEBODY}/evidence`, allowed: everybody },
  { method: 'get', path: `/api/verifications/${SOMEBODY}/evidence/pack`, allowed: ['analyst', 'reviewer'] },
  { method: 'get', path: `/api/uploads/${SOMEBODY}/evidence`, allowed: everybody },
  { method: 'get', path: `/api/uploads/${SOMEBODY}/evidence/pack`, allowed: ['analyst', 'reviewer'] },
  { method: 'get', path: '/api/evidence/key', allowed: everybody },
  { method: 'get', path: '/api/evidence/verifier', allowed: everybody },
  { method: 'post', path: '/api/uploads', data: {}, allowed: ['analyst'] },
  { method: 'post', path: `/api/uploads/${SOMEBODY}/retry`, data: {}, allowed: ['analyst'] },
  { method: 'get', path: '/api/uploads', allowed: everybody },
  { method: 'get', path: `/api/uploads/${SOMEBODY}`, allowed: everybody },
  { method: 'post', path: '/api/reviews/search', data: {}, allowed: ['analyst', 'reviewer'] },
  { method: 'post', path: `/api/reviews/${SOMEBODY}/decision`, data: {}, allowed: ['reviewer'] },
  { method: 'post', path: `/api/reviews/${SOMEBODY}/claim`, data: {}, allowed: ['reviewer'] },
  { method: 'get', path: '/api/admin/connections', allowed: ['admin'] },
  { method: 'post', path: `/api/admin/connections/${SOMEBODY}/test`, data: {}, allowed: ['admin'] },
  { method: 'put', path: `/api/admin/connections/${SOMEBODY}/secret`, data: {}, allowed: ['admin'] },
  { method: 'post', path: '/api/reviews/group-decision', data: {}, allowed: ['reviewer'] },
  { method: 'post', path: `/api/reviews/${SOMEBODY}/take-over`, data: {}, allowed: ['reviewer'] },
  { method: 'post', path: `/api/reviews/${SOMEBODY}/notes`, data: {}, allowed: ['analyst', 'reviewer'] },
  { method: 'post', path: `/api/reviews/${SOMEBODY}/documents`, data: {}, allowed: ['analyst', 'reviewer'] },
  { method: 'get', path: `/api/reviews/${SOMEBODY}/signals`, allowed: ['analyst', 'reviewer'] },
  { method: 'get', path: `/api/documents/${SOMEBODY}`, allowed: ['analyst', 'reviewer'] },
  { method: 'get', path: '/api/admin/rules', allowed: ['admin'] },
  { method: 'post', path: '/api/admin/rules', data: {}, allowed: ['admin'] },
  { method: 'put', path: `/api/admin/rules/${SOMEBODY}`, data: {}, allowed: ['admin'] },
  { method: 'delete', path: `/api/admin/rules/${SOMEBODY}`, allowed: ['admin'] },
  { method: 'put', path: '/api/admin/rules/order', data: {}, allowed: ['admin'] },
  { method: 'put', path: '/api/admin/rules/settings', data: {}, allowed: ['admin'] },
  { method: 'post', path: '/api/admin/rules/preview', data: {}, allowed: ['admin'] },
  { method: 'get', path: '/api/admin/retention', allowed: ['admin'] },
  { method: 'put', path: '/api/admin/retention', data: {}, allowed: ['admin'] },
  { method: 'post', path: '/api/admin/retention/preview', data: {}, allowed: ['admin'] },
  { method: 'post', path: '/api/admin/retention/subjects', data: {}, allowed: ['admin'] },
  { method: 'post', path: '/api/admin/retention/holds', data: {}, allowed: ['admin'] },
  { method: 'delete', path: `/api/admin/retention/holds/${SOMEBODY}`, allowed: ['admin'] },
  { method: 'get', path: '/api/admin/retention/erasures', allowed: ['admin', 'reviewer'] },
  { method: 'post', path: '/api/admin/retention/erasures', data: {}, allowed: ['admin'] },
  {
    method: 'post',
    path: `/api/admin/retention/erasures/${SOMEBODY}/confirm`,
    data: {},
    allowed: ['admin', 'reviewer'],
  },
  { method: 'get', path: '/api/admin/users', allowed: ['admin'] },
  { method: 'post', path: '/api/admin/users', data: {}, allowed: ['admin'] },
  { method: 'put', path: `/api/admin/users/${SOMEBODY}/roles`, data: {}, allowed: ['admin'] },
  { method: 'put', path: `/api/admin/users/${SOMEBODY}/state`, data: {}, allowed: ['admin'] },
  { method: 'post', path: `/api/admin/users/${SOMEBODY}/link`, allowed: ['admin'] },
  { method: 'delete', path: `/api/admin/users/${SOMEBODY}/sessions`, allowed: ['admin'] },
  { method: 'delete', path: `/api/admin/users/${SOMEBODY}/second-factor`, allowed: ['admin'] },
  { method: 'put', path: '/api/admin/users/policy', data: {}, allowed: ['admin'] },
  { method: 'post', path: '/api/admin/users/report', data: {}, allowed: ['admin'] },
  { method: 'post', path: `/api/admin/connections/${SOMEBODY}/use`, allowed: ['admin'] },
  { method: 'delete', path: `/api/admin/connections/${SOMEBODY}`, data: { name: 'x' }, allowed: ['admin'] },
  { method: 'post', path: '/api/account/confirm', data: {}, allowed: everybody },
  { method: 'get', path: '/api/account/session', allowed: everybody },
  { method: 'post', path: '/api/account/session', allowed: everybody },
  { method: 'get', path: '/api/account', allowed: everybody },
  { method: 'delete', path: `/api/account/sessions/${SOMEBODY}`, allowed: everybody },
]

const ask = (
  request: APIRequestContext,
  { method, path, data }: Call,
  headers: Record<string, string> = {},
) => request[method](path, { data, headers: { origin: ORIGIN, ...headers } })

test('a stranger gets 401 everywhere, as problem details', async ({ request }) => {
  for (const call of CALLS) {
    const answer = await ask(request, call)
    expect(answer.status(), call.path).toBe(401)
    expect(answer.headers()['content-type'], call.path).toContain('application/problem+json')
    expect(answer.headers()['cache-control'], call.path).toBe('private, no-store')
  }
})

for (const role of everybody)
  test.describe(`the ${role}`, () => {
    test.use({ role })

    test('passes exactly the routes of the role', async ({ page }) => {
      for (const call of CALLS) {
        const status = (await ask(page.request, call)).status()
        if (call.allowed.includes(role)) expect(status, `${call.method} ${call.path}`).not.toBe(403)
        else expect(status, `${call.method} ${call.path}`).toBe(403)
        expect(status, `${call.method} ${call.path}`).toBeLessThan(500)
      }
    })
  })

test.describe('a change that did not come from our own pages', () => {
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

test('a link that nobody made opens nothing', async ({ request }) => {
  const token = 'A'.repeat(43)
  const asked = await request.post('/api/account/link', { data: { token }, headers: { origin: ORIGIN } })
  expect([asked.status(), (await asked.json()).code]).toEqual([410, 'link_dead'])
  const foreign = await request.post('/api/account/link', {
    data: { token },
    headers: { origin: 'https://evil.example' },
  })
  expect((await foreign.json()).code).toBe('csrf_rejected')
})

test.describe('a page', () => {
  test('sends a stranger to the sign-in and back', async ({ page }) => {
    await page.goto('/history?result=match')
    await page.waitForURL(/\/signin\?next=/)
    await page.getByRole('button', { name: 'Sign in as Analyst' }).click()
    await page.waitForURL(/\/history\?result=match/)
  })

  test.describe('of another role', () => {
    test.use({ role: 'analyst' })
    test('is not in the navigation and answers 403 with a way out', async ({ page }) => {
      await page.goto('/check')
      await expect(
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connections' }),
      ).toHaveCount(0)
      const answer = await page.goto('/admin/connections')
      expect(answer?.status()).toBe(403)
      await expect(page.getByRole('heading', { name: 'You do not have access to this page' })).toBeVisible()
    })
  })

  test.describe('of the desk', () => {
    test.use({ role: 'analyst' })
    test('is gone with the session when somebody signs out', async ({ page, context }) => {
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

test('no secret of the connection ever reaches a page or an answer', async ({ visitor }) => {
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
