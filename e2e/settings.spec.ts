import { randomBytes, randomUUID } from 'node:crypto'
import { withDatabase } from './support/database'
import { cookieHeader, ORIGIN, sendRaw } from './support/http'
import { createKey, revokeTestKeys, signInAsRole } from './support/keys'
import { expect, test } from './support/office'
import { createPerson, signInAs } from './support/people'
import { ROUTES } from './support/routes'
import { startWeb, type WebProcess } from './support/web-process'

test.describe('an installation with invalid settings', () => {
  let invalid: WebProcess
  test.beforeAll(async () => {
    invalid = await startWeb({ NEXTAUTH_SECRET: '' })
  })
  test.afterAll(() => invalid.close())

  test('answers 503 with the reason on every page and route, also with an active session', async ({
    playwright,
  }) => {
    const cookie = await cookieHeader(await signInAsRole(playwright, 'admin'))
    const headers = { cookie, origin: ORIGIN, 'content-type': 'application/json' }
    for (const path of ['/', '/signin', '/history', '/admin/users', '/account/profile']) {
      const got = await sendRaw({ path, headers, port: invalid.port })
      expect([got.status, got.text], path).toEqual([503, expect.stringContaining('not set up')])
    }
    const routes = ROUTES.map(({ method, path }) => ({ method, path: path.replaceAll('{id}', randomUUID()) }))
    const auth = [
      { method: 'GET', path: '/api/auth/csrf' },
      { method: 'GET', path: '/api/auth/session' },
      { method: 'POST', path: '/api/auth/callback/credentials' },
    ]
    for (const { method, path } of [...routes, ...auth]) {
      const body = method === 'GET' ? undefined : '{}'
      const got = await sendRaw({ method, path, headers, body, port: invalid.port })
      if (path === '/api/ready') expect(got.status).toBe(503)
      else expect([got.status, got.body.code], `${method} ${path}`).toEqual([503, 'not_set_up'])
      expect(String(got.headers['set-cookie'] ?? '')).not.toContain('accord.session')
    }
  })
})

test.describe('an installation whose keys don’t match its data', () => {
  let foreign: WebProcess
  test.beforeAll(async () => {
    foreign = await startWeb({ AUDIT_KEY: randomBytes(32).toString('base64') })
  })
  test.afterAll(() => foreign.close())

  test('answers no request, so that no entry under a wrong key breaks the audit log', async ({ page }) => {
    await signInAs(page, await createPerson(['analyst']))
    const cookie = await cookieHeader(page.request)
    for (const path of ['/', '/signin', '/history']) {
      const got = await sendRaw({ path, headers: { cookie }, port: foreign.port })
      expect([got.status, got.text], path).toEqual([503, expect.stringContaining('not set up')])
    }
    const got = await sendRaw({ path: '/api/uploads', headers: { cookie }, port: foreign.port })
    expect([got.status, got.body.code]).toEqual([503, 'not_set_up'])
  })
})

test.describe('outside the demo, where a role needs a second factor', () => {
  const SETTING = 'auth.second_factor_roles'
  let strict: WebProcess
  test.beforeAll(async () => {
    strict = await startWeb({ DEMO: '0' })
  })
  test.afterAll(() => strict.close())
  test.afterAll(revokeTestKeys)

  test('neither a session nor a key of a person without one gives access beyond their own account', async ({
    page,
  }) => {
    const analyst = await createPerson(['analyst'])
    await signInAs(page, analyst)
    const { secret } = await createKey(page.request)
    const cookie = await cookieHeader(page.request)
    const read = (path: string, headers: Record<string, string>) =>
      sendRaw({ path, headers, port: strict.port })
    const program = { authorization: `Bearer ${secret}` }
    expect([
      (await read('/api/uploads', { cookie })).status,
      (await read('/api/uploads', program)).status,
    ]).toEqual([200, 200])

    const [before] = await withDatabase(
      async (client) => (await client.query('select value from settings where key = $1', [SETTING])).rows,
    )
    const requireSecondFactor = (value: unknown) =>
      withDatabase((client) =>
        client.query(
          'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = $2',
          [SETTING, JSON.stringify(value)],
        ),
      )
    await requireSecondFactor(['analyst'])
    try {
      for (const headers of [{ cookie }, program]) {
        const got = await read('/api/uploads', headers)
        expect([got.status, got.body.code]).toEqual([403, 'second_factor_required'])
      }
      expect(String((await read('/api/uploads', program)).body.title)).toContain('owner of this key')
      expect((await read('/api/account', { cookie })).status).toBe(200)
      const page = await read('/history', { cookie })
      expect([page.status, page.headers.location]).toEqual([307, '/account/security'])
    } finally {
      await requireSecondFactor(before?.value ?? [])
    }
    expect((await read('/api/uploads', program)).status).toBe(200)
  })
})

test('files that wait for a worker are announced on every page, in both languages, until a worker reports', {
  tag: '@long',
}, async ({ page }) => {
  await signInAs(page, await createPerson(['analyst']))
  const note = page.getByText('Files are waiting: the program that sends them hasn’t responded')
  await page.goto('/bulk')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(note).toHaveCount(0)
  const silent = `update worker_heartbeats set seen_at = seen_at - interval '1 hour'`
  // a running worker reports within seconds, so its heartbeat is aged before each check
  const silenceWorkers = async () => {
    await withDatabase((client) => client.query(silent))
    await page.reload()
  }
  await expect(async () => {
    await silenceWorkers()
    await expect(note).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.context().addCookies([{ name: 'locale', value: 'fr', url: ORIGIN }])
  const french = page.getByText('Les fichiers attendent')
  await expect(async () => {
    await silenceWorkers()
    await expect(french).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(french).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
})
