import type { APIRequestContext, Page } from '@playwright/test'
import { withDatabase } from './support/database'
import { ORIGIN } from './support/http'
import { expect, SIGNED_OUT, test } from './support/office'
import { createPerson, PASSWORD, signInAs, trySignIn, updateSessions } from './support/people'

const sessionCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name.includes('accord.session'))
const readAccount = async (
  request: APIRequestContext,
  cookie: string,
  headers: Record<string, string> = {},
) => request.get('/api/account', { headers: { cookie, ...headers } })
const acceptInvitation = (token: string, password: string, request: APIRequestContext) =>
  request.put('/api/account/link', {
    headers: { origin: ORIGIN },
    data: { token, name: 'Lea Brandt', password },
  })

test.describe('sign-in', () => {
  test('gives the same response to an unknown person, a wrong password and a deactivated person', async ({
    request,
  }) => {
    const [known, deactivated] = [await createPerson(['analyst']), await createPerson(['analyst'])]
    await withDatabase((client) =>
      client.query('update users set disabled_at = now() where id = $1', [deactivated.id]),
    )
    const responses = []
    for (const credentials of [
      { email: `nobody.${known.id}@accord.test`, password: PASSWORD },
      { email: known.email, password: 'a wrong guess' },
      { email: deactivated.email, password: PASSWORD },
    ]) {
      const answer = await trySignIn(request, credentials)
      const names = Object.keys(answer.headers()).sort()
      responses.push(JSON.stringify([answer.status(), await answer.json(), names]))
    }
    expect(JSON.parse(responses[0] ?? '')[0]).toBe(401)
    expect(new Set(responses).size).toBe(1)
  })

  test('refuses an invalid email or password, and creates nobody', async ({ request }) => {
    const { email } = await createPerson(['analyst'])
    const count = () =>
      withDatabase(async (client) => (await client.query('select count(*)::int as n from users')).rows[0].n)
    const before = await count()
    for (const invalid of [
      '"e@attacker.example"@accord.test',
      email.replace('@', '＠'),
      `${email}\u0000`,
      `${email},other@accord.test`,
      '',
      'a'.repeat(5_000),
    ])
      expect(
        (await trySignIn(request, { email: invalid, password: PASSWORD })).status(),
        invalid.slice(0, 40),
      ).toBe(401)
    const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
    for (const [name, value] of [
      ['email', { contains: 'a' }],
      ['email', [email]],
      ['password', { not: '' }],
    ] as const) {
      const data = { csrfToken, json: 'true', email, password: 'a wrong guess', [name]: value }
      const answer = await request.post('/api/auth/callback/credentials', {
        headers: { origin: ORIGIN },
        data,
      })
      expect(answer.status(), `${name} ${JSON.stringify(value)}`).toBe(415)
    }
    const large = await trySignIn(request, { email, password: 'x'.repeat(1024 * 1024) })
    expect(large.status()).toBe(413)
    expect(await count()).toBe(before)
  })

  test('accepts a password in every Unicode normal form, in full, and an email in any case', async ({
    request,
  }) => {
    const long = `pâté 🥧 ${'long '.repeat(20)}`
    const { email } = await createPerson(['analyst'], `${long}end`)
    const status = async (password: string, as = email) =>
      (await trySignIn(request, { email: as, password })).status()
    expect(await status(`${long}end`.normalize('NFD'))).toBe(200)
    expect(await status(`${long}end`, email.toUpperCase())).toBe(200)
    expect(await status(`${long}END`)).toBe(401)
    expect(await status(`${long}end\u0000`)).toBe(401)
  })

  test('creates a new session, and never adopts the one in the request', async ({ page }) => {
    const somebody = await createPerson(['analyst'])
    await signInAs(page, somebody)
    const { name = '', value: own = '' } = (await sessionCookie(page)) ?? {}
    await page.context().clearCookies()
    const preset = 'A'.repeat(43)
    await page.context().addCookies([{ name, value: preset, url: ORIGIN }])
    await signInAs(page, somebody)
    const after = (await sessionCookie(page))?.value
    expect(after).toHaveLength(43)
    expect([preset, own]).not.toContain(after)
  })

  test('works in a known browser while others guess the password', async ({ page, playwright }) => {
    const somebody = await createPerson(['analyst'])
    await signInAs(page, somebody)
    const cookies = await page.context().cookies()
    const browserCookies = cookies.filter(({ name }) => name.includes('accord.known-'))
    expect(browserCookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }])
    expect(JSON.stringify(browserCookies)).not.toContain(somebody.email)
    const own = await sessionCookie(page)
    await page.context().clearCookies({ name: own?.name ?? '' })

    const strangers = await playwright.request.newContext({ baseURL: ORIGIN })
    const guess = async () =>
      (await trySignIn(strangers, { email: somebody.email, password: 'a wrong guess' })).status()
    for (let n = 0; n < 6; n++) await guess()
    const delayGuesses = () =>
      withDatabase((client) =>
        client.query(
          `update sign_in_failures set at = now() + interval '1 minute' where guesser is null
            and account = (select account from sign_in_failures order by at desc limit 1)`,
        ),
      )
    await delayGuesses()
    try {
      expect((await trySignIn(strangers, { email: somebody.email, password: PASSWORD })).status()).toBe(429)
      await signInAs(page, somebody)
    } finally {
      await withDatabase((client) => client.query('delete from sign_in_failures where at > now()'))
    }
    await strangers.dispose()
  })

  test('redirects to our own pages only', async ({ page }) => {
    const somebody = await createPerson(['analyst'])
    for (const callbackUrl of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const { email } = somebody
      const answer = await trySignIn(page.request, { email, password: PASSWORD, callbackUrl })
      expect(new URL((await answer.json()).url).origin, callbackUrl).toBe(ORIGIN)
      await page.goto(`/signin?next=${encodeURIComponent(callbackUrl)}`)
      expect(new URL(page.url()).origin).toBe(ORIGIN)
    }
  })
})

test.describe('a session', () => {
  test('requires the complete cookie of an active session', async ({ page, playwright }) => {
    await signInAs(page, await createPerson(['analyst']))
    const { name = '', value = '' } = (await sessionCookie(page)) ?? {}
    const bare = await playwright.request.newContext({ baseURL: ORIGIN })
    expect((await readAccount(bare, `${name}=${value}`)).status()).toBe(200)
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const claims = Buffer.from('{"sid":"x","sub":"admin"}').toString('base64url')
    for (const wrong of [
      value.slice(0, -1),
      `${value}A`,
      value.toLowerCase(),
      'B'.repeat(43),
      `${none}.${claims}.`,
      '',
    ])
      expect((await readAccount(bare, `${name}=${wrong}`)).status(), wrong).toBe(401)
    expect((await readAccount(bare, '', { authorization: 'Bearer %%%' })).status()).toBe(401)
    expect((await readAccount(bare, '', { authorization: `Bearer ${value}` })).status()).toBe(401)
    const huge = await readAccount(bare, `${name}=${'x'.repeat(1024 * 1024)}`).catch(() => null)
    expect([401, 431, undefined]).toContain(huge?.status())
    await bare.dispose()
  })

  for (const [why, change] of [
    ['half an hour without an act', "last_seen_at = now() - interval '30 minutes'"],
    ['eight hours', "created_at = now() - interval '8 hours'"],
    ['being ended elsewhere', 'revoked_at = now()'],
  ] as const)
    test(`ends after ${why}`, async ({ page }) => {
      const somebody = await createPerson(['analyst'])
      await signInAs(page, somebody)
      expect((await page.request.get('/api/account')).status()).toBe(200)
      await updateSessions(somebody, change)
      const answer = await page.request.get('/api/account')
      expect([answer.status(), (await answer.json()).code]).toEqual([401, 'session_required'])
    })

  test('ends elsewhere when the password changes, and everywhere when the person is deactivated', async ({
    page,
    browser,
  }) => {
    const somebody = await createPerson(['analyst'])
    const other = await browser.newContext({ baseURL: ORIGIN, storageState: SIGNED_OUT })
    const theirs = await other.newPage()
    await signInAs(page, somebody)
    await signInAs(theirs, somebody)
    const changed = await page.request.put('/api/account/password', {
      headers: { origin: ORIGIN },
      data: { current: PASSWORD, password: 'a green boat in the fog' },
    })
    expect(changed.status()).toBe(200)
    expect((await theirs.request.get('/api/account')).status()).toBe(401)
    expect((await page.request.get('/api/account')).status()).toBe(200)
    await withDatabase((client) =>
      client.query('update users set disabled_at = now() where id = $1', [somebody.id]),
    )
    expect((await page.request.get('/api/account')).status()).toBe(401)
    await other.close()
  })
})

test.describe('a new password', () => {
  test.use({ role: 'admin' })

  test('may have up to 128 characters', async ({ page }) => {
    const email = `lea.${Date.now().toString(36)}@accord.test`
    const invited = await page.request.post('/api/admin/users', {
      headers: { origin: ORIGIN },
      data: { emails: [email], roles: ['analyst'] },
    })
    const token = (await invited.json()).items[0].url.split('#')[1]
    const words = 'quiet otters juggle seven violet lamps '.repeat(4)
    const refused = await acceptInvitation(token, words.slice(0, 129), page.request)
    expect([refused.status(), (await refused.json()).code]).toEqual([422, 'password_long'])
    expect((await acceptInvitation(token, words.slice(0, 128), page.request)).status()).toBe(200)
    expect((await trySignIn(page.request, { email, password: words.slice(0, 128) })).status()).toBe(200)
  })
})
