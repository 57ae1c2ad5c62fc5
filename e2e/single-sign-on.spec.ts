import type { Page } from '@playwright/test'
import { uniqueLetters } from './support/canary'
import { type IssuerUser, startIssuer } from './support/issuer'
import { expect, test } from './support/office'

let issuer: Awaited<ReturnType<typeof startIssuer>>

test.beforeAll(async () => {
  issuer = await startIssuer(process.env.OIDC_ISSUER ?? '')
})
test.afterAll(() => issuer.stop())

const signInAsUser = async (page: Page, user: IssuerUser, next = '/signin') => {
  issuer.state.user = user
  await page.goto(next)
  await page.getByRole('button', { name: 'Sign in through single sign-on' }).click()
}
const clearSession = async (page: Page) => {
  await page.context().clearCookies()
}
const newUser = (more: Partial<IssuerUser> = {}): IssuerUser => {
  const sub = uniqueLetters()
  return { sub, email: `${sub}@bank.example`, name: 'Ines Calder', groups: ['analysts'], ...more }
}

test.describe('single sign-on', () => {
  test('signs a person in with the roles of their groups, by code and PKCE, and returns to the requested page', async ({
    page,
  }) => {
    const user = newUser({ groups: ['reviewers', 'analysts', 'football'] })
    await signInAsUser(page, user, '/signin?next=%2Fhistory')
    await page.waitForURL(/\/history$/)
    await expect(page.getByRole('button', { name: /Ines Calder/ })).toBeVisible()
    const authorization = issuer.state.authorizations.at(-1)
    expect(authorization?.get('response_type')).toBe('code')
    expect(authorization?.get('code_challenge_method')).toBe('S256')
    expect(authorization?.get('nonce')).toBeTruthy()
    expect(
      Number(authorization?.get('max_age')),
      'obliges the issuer to say when they proved who they are',
    ).toBeGreaterThan(0)
    const { roles, sso } = await (await page.request.get('/api/account')).json()
    expect([roles, sso]).toEqual([['analyst', 'reviewer'], true])

    // the groups decide again at every sign-in
    await clearSession(page)
    await signInAsUser(page, { ...user, groups: ['analysts'] })
    await expect(page.getByRole('button', { name: /Ines Calder/ })).toBeVisible()
    expect((await (await page.request.get('/api/account')).json()).roles).toEqual(['analyst'])
    await clearSession(page)
    await signInAsUser(page, { ...user, groups: ['football'] })
    await expect(page.getByRole('alert').first()).toContainText('Your account has no role in Accord')
    expect((await page.request.get('/api/account')).status()).toBe(401)
  })

  test('never takes over an existing account, whatever email it claims', async ({ page }) => {
    await signInAsUser(page, newUser({ email: 'ADMIN@accord.test', groups: ['admins'] }))
    await expect(page.getByRole('alert').first()).toContainText(
      'Another account already uses your email address',
    )
    await signInAsUser(page, newUser({ email_verified: false }))
    await expect(page.getByRole('alert').first()).toContainText('send a confirmed email address')
    expect((await page.request.get('/api/account')).status()).toBe(401)
  })

  for (const fault of ['nonce', 'signature', 'audience', 'issuer', 'expired', 'unsigned'] as const)
    test(`refuses a token with a wrong ${fault}`, async ({ page }) => {
      await signInAsUser(page, newUser({ fault }))
      await expect(page.getByRole('alert').first()).toContainText('Sign-in isn’t available')
      expect((await page.request.get('/api/account')).status()).toBe(401)
    })

  test('refuses a code that this browser did not request', async ({ page }) => {
    await page.goto('/api/auth/callback/oidc?code=stolen&state=guessed')
    await expect(page.getByRole('alert').first()).toContainText('Sign-in isn’t available')
    expect((await page.request.get('/api/account')).status()).toBe(401)
  })

  test('asks an admin to sign in there again before a sensitive action', async ({ page }) => {
    const user = newUser({ groups: ['admins'] })
    await signInAsUser(page, user, '/signin?next=%2Fadmin%2Fusers')
    await page.waitForURL(/\/admin\/users$/)
    const invite = async () => {
      await page.getByRole('button', { name: 'Invite users' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invite users' })
      await dialog.getByLabel('Emails').fill(`lea.${uniqueLetters()}@bank.example`)
      await dialog.getByRole('button', { name: 'Create 1 invitation' }).click()
    }
    await invite()
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByRole('button', { name: 'Sign in through single sign-on' }).click()
    await page.waitForURL(/\/admin\/users$/)
    expect(issuer.state.authorizations.at(-1)?.get('prompt')).toBe('login')
    await invite()
    await expect(page.getByRole('dialog', { name: 'Copy this link now' })).toBeVisible()
  })
})
