import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { withDatabase } from './support/database'
import { cookieHeader, ORIGIN, openEventStream, type RawRequest, sendRaw } from './support/http'
import { createKey, revokeTestKeys, signInAsRole } from './support/keys'
import { expect, test } from './support/office'
import { createPerson, PASSWORD, signInAs, trySignIn, updateSessions } from './support/people'
import { startWeb, type WebProcess } from './support/web-process'

const CHECK = { environment: 'sandbox', iban: 'FR7630006000011234567890189', name: 'Marie Curie' }
let second: WebProcess

test.beforeAll(async () => {
  second = await startWeb({ TRUSTED_PROXY: '1' })
})
test.afterAll(() => second.close())
test.afterAll(revokeTestKeys)

/** Sends requests alternately to both web processes. */
const sendAlternately = (times: number, options: Omit<RawRequest, 'port'>) =>
  Promise.all(
    Array.from({ length: times }, (_, n) => sendRaw({ ...options, port: n % 2 ? second.port : undefined })),
  )
const deactivate = (admin: APIRequestContext, id: string) =>
  admin.put(`/api/admin/users/${id}/state`, { headers: { origin: ORIGIN }, data: { active: false } })

test.describe('on two web processes', () => {
  test('a person deactivated on one is signed out on the other immediately: session, stream, key and open page', async ({
    page,
    playwright,
  }) => {
    const somebody = await createPerson(['analyst'])
    await signInAs(page, somebody)
    const cookie = await cookieHeader(page.request)
    const key = await createKey(page.request)
    const program = { authorization: `Bearer ${key.secret}` }
    await page.goto('/bulk')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const stream = await openEventStream({ path: '/api/events', headers: { cookie }, port: second.port })
    const status = async (headers: Record<string, string>) =>
      (await sendRaw({ path: '/api/uploads', headers, port: second.port })).status
    expect([stream.status, await status({ cookie }), await status(program)]).toEqual([200, 200, 200])

    const admin = await signInAsRole(playwright, 'admin')
    const started = performance.now()
    const ended = stream.ended.then(() => performance.now() - started)
    expect((await deactivate(admin, somebody.id)).status()).toBe(200)
    expect([await status({ cookie }), await status(program)]).toEqual([401, 401])
    // without a notification from the first process it would live until the next heartbeat, up to 15 seconds
    const tooLate = new Promise<never>((_, refuse) => setTimeout(refuse, 5_000, new Error('still open')))
    const took = Math.round(await Promise.race([ended, tooLate]))
    test.info().annotations.push({ type: 'stream ended after', description: `${took} ms` })
    await expect(page.getByRole('dialog', { name: 'Your session has ended.' })).toBeVisible()
    await admin.dispose()
  })

  test('a person whose roles change, or who is signed out, loses the stream that was opened before', async ({
    page,
  }) => {
    const somebody = await createPerson(['analyst', 'reviewer'])
    await signInAs(page, somebody)
    const cookie = await cookieHeader(page.request)
    const open = () => openEventStream({ path: '/api/events', headers: { cookie }, port: second.port })
    const first = await open()
    await withDatabase((client) =>
      client.query(`update users set roles = '{analyst}'::role[] where id = $1`, [somebody.id]),
    )
    await first.ended
    const again = await open()
    expect(again.status).toBe(200)
    await updateSessions(somebody, 'revoked_at = now()')
    await again.ended
    expect((await open()).status).toBe(401)
  })

  test('a sign-in started on one is completed on the other, and failed attempts on both count together', async ({
    request,
  }) => {
    const { email } = await createPerson(['analyst'])
    const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
    const cookie = await cookieHeader(request)
    const signIn = (password: string) =>
      ({
        path: '/api/auth/callback/credentials',
        method: 'POST',
        headers: { cookie, origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ csrfToken, json: 'true', email, password }).toString(),
      }) satisfies RawRequest
    const right = await sendRaw({ ...signIn(PASSWORD), port: second.port })
    expect([right.status, String(right.headers['set-cookie'])]).toEqual([
      200,
      expect.stringContaining('session'),
    ])
    for (let n = 0; n < 6; n++)
      expect((await trySignIn(request, { email, password: 'a wrong guess' })).status()).toBeLessThan(430)
    await withDatabase((client) =>
      client.query(
        `update sign_in_failures set at = now() + interval '1 minute'
          where account = (select account from sign_in_failures order by at desc limit 1)`,
      ),
    )
    const refused = await sendRaw({ ...signIn(PASSWORD), port: second.port })
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    await withDatabase((client) => client.query(`delete from sign_in_failures where at > now()`))
  })

  test('one Idempotency-Key is one check', async ({ playwright }) => {
    const analyst = await signInAsRole(playwright, 'analyst')
    const all = await sendAlternately(6, {
      path: '/api/verifications',
      method: 'POST',
      headers: {
        cookie: await cookieHeader(analyst),
        origin: ORIGIN,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(CHECK),
    })
    const made = all.filter(({ status }) => status === 200)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    for (const { status, body } of all)
      if (status !== 200) expect([status, body.code]).toEqual([409, 'request_in_progress'])
    await analyst.dispose()
  })

  test('the rate limit of a key is shared', async ({ playwright }) => {
    const analyst = await signInAsRole(playwright, 'analyst')
    const { secret } = await createKey(analyst, ['usage:read'])
    const all = await sendAlternately(100, {
      path: '/api/usage/balance',
      headers: { authorization: `Bearer ${secret}` },
    })
    const refused = all.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['key_pace']))
    await analyst.dispose()
  })

  test('a proof of identity given to one counts on the other, and a foreign origin is refused by both', async ({
    page,
  }) => {
    const admin = await createPerson(['admin'])
    await signInAs(page, admin)
    await updateSessions(admin, "confirmed_at = now() - interval '11 minutes'")
    const cookie = await cookieHeader(page.request)
    const act = (origin: string) =>
      sendAlternately(2, {
        path: '/api/admin/connections',
        method: 'POST',
        headers: { cookie, origin, 'content-type': 'application/json' },
        body: '{}',
      })
    const codes = async (origin: string) => (await act(origin)).map(({ body }) => body.code)
    expect(await codes('https://evil.example')).toEqual(['csrf_rejected', 'csrf_rejected'])
    expect(await codes(ORIGIN)).toEqual(['step_up_required', 'step_up_required'])
    const proof = await sendRaw({
      path: '/api/account/confirm',
      method: 'POST',
      headers: { cookie, origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    })
    expect(proof.status).toBe(200)
    expect(await codes(ORIGIN)).not.toContain('step_up_required')
  })

  test('of several forwarded addresses, only the one added by our own proxy counts', async ({ request }) => {
    const { email } = await createPerson(['analyst'])
    const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
    await sendRaw({
      path: '/api/auth/callback/credentials',
      method: 'POST',
      headers: {
        cookie: await cookieHeader(request),
        origin: ORIGIN,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': '192.0.2.66, 198.51.100.7',
      },
      body: new URLSearchParams({ csrfToken, json: 'true', email, password: 'a wrong guess' }).toString(),
      port: second.port,
    })
    const seen = await withDatabase(
      async (client) =>
        (
          await client.query(
            `select address from sign_in_failures where address in ('192.0.2.66', '198.51.100.7')`,
          )
        ).rows,
    )
    expect(seen).toEqual([{ address: '198.51.100.7' }])
  })
})
