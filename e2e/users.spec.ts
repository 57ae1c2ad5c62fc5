import type { Page } from '@playwright/test'
import { codeAt } from '../lib/auth/totp'
import { uniqueLetters } from './support/canary'
import { withDatabase } from './support/database'
import { delayRequests } from './support/delayed-requests'
import { ORIGIN } from './support/http'
import { expect, SIGNED_OUT, test } from './support/office'
import { createPerson, PASSWORD, signInAs } from './support/people'

async function inviteAnalyst(page: Page): Promise<{ email: string; url: string }> {
  const email = `lea.${uniqueLetters()}@accord.test`
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite users' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite users' })
  await dialog.getByLabel('Emails').fill(email)
  await dialog.getByRole('button', { name: 'Create 1 invitation' }).click()
  const links = page.getByRole('dialog', { name: 'Copy this link now' })
  const url = await links.locator('code').textContent()
  await links.getByRole('button', { name: 'I have copied them' }).click()
  return { email, url: url ?? '' }
}

const signIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test.describe('people', () => {
  test.use({ role: 'admin' })

  test('are invited by a link, choose a password, sign in, and are signed out when deactivated', async ({
    page,
    browser,
    pageErrors,
  }) => {
    const { email, url } = await inviteAnalyst(page)
    const context = await browser.newContext({ storageState: SIGNED_OUT })
    const theirs = await context.newPage()
    theirs.on('pageerror', (error) => pageErrors.push(error.message))
    await theirs.goto(url)
    await theirs.getByLabel('Name').fill('Lea Brandt')
    await theirs.getByLabel('New password', { exact: true }).fill('short')
    await theirs.getByRole('button', { name: 'Set password' }).click()
    await expect(theirs.getByRole('alert').first()).toContainText('Use at least 15 characters.')
    await theirs.getByLabel('New password', { exact: true }).fill('')
    await theirs.keyboard.type(PASSWORD)
    await theirs.getByRole('button', { name: 'Set password' }).click()
    const heading = theirs.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Password set')
    await expect(theirs).toHaveTitle(`${await heading.textContent()} · Accord`)
    await theirs.getByRole('link', { name: 'Go to sign-in' }).click()
    await signIn(theirs, email, PASSWORD)
    await expect(theirs.getByRole('button', { name: /Lea Brandt/ })).toBeVisible()

    await page.reload()
    const row = page.getByRole('table', { name: 'Users' }).getByRole('row', { name: new RegExp(email) })
    await expect(row).toContainText('Active')
    await row.getByRole('button', { name: 'More for Lea Brandt' }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(row).toContainText('Deactivated')
    expect((await theirs.request.get('/api/uploads')).status()).toBe(401)
    await theirs.goto(url)
    await theirs.reload()
    await expect(theirs.getByRole('alert').first()).toContainText('This link was already used')
    await context.close()
  })

  test('with a link that lost its token get an explanation, and no token of anybody else is used', async ({
    browser,
  }) => {
    const context = await browser.newContext({ storageState: SIGNED_OUT })
    const page = await context.newPage()
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await page.goto('/join')
    await expect(page.getByRole('alert').first()).toContainText('This link was already used')
    expect(paths).not.toContain('/api/account/link')
    await context.close()
  })

  test('get roles in a dialog, and an admin keeps their own Admin role', async ({ page }) => {
    const { email } = await inviteAnalyst(page)
    const row = page.getByRole('table', { name: 'Users' }).getByRole('row', { name: new RegExp(email) })
    const name = email.split('@')[0] ?? ''
    await row.getByRole('button', { name: `Edit roles of ${name}` }).click()
    const roles = page.getByRole('group', { name: `Roles of ${name}` })
    await roles.getByRole('checkbox', { name: /^Reviewer/ }).check()
    const save = await delayRequests(page, '**/roles')
    await roles.getByRole('button', { name: 'Save roles' }).click()
    // what is being saved is shown, and another change starts from it
    await row.getByRole('button', { name: `Edit roles of ${name}` }).click()
    await expect(roles.getByRole('checkbox', { name: /^Reviewer/ })).toBeChecked()
    await page.keyboard.press('Escape')
    save()
    for (const role of ['Analyst', 'Reviewer']) await expect(row).toContainText(role)

    await page.getByRole('button', { name: 'Edit roles of Marta Keller' }).click()
    const own = page.getByRole('group', { name: 'Roles of Marta Keller' })
    await own.getByRole('checkbox', { name: /^Admin/ }).uncheck()
    await own.getByRole('checkbox', { name: /^Analyst/ }).check()
    await expect(own.getByRole('alert')).toHaveText('You can’t remove your own Admin role.')
    await own.getByRole('checkbox', { name: /^Admin/ }).check()
    await expect(own.getByRole('alert')).toHaveText('You can’t give yourself a role. Ask another admin.')
  })
})

test.describe('a second person who is new', () => {
  test.use({ role: 'admin' })

  test('sees when they may decide, and decides once another admin has confirmed them', {
    tag: '@long',
  }, async ({ page, browser }) => {
    const reviewer = await createPerson(['reviewer'])
    await withDatabase((client) =>
      client.query(`update users set decides_from = now() + interval '1 day' where id = $1`, [reviewer.id]),
    )
    const context = await browser.newContext({ storageState: SIGNED_OUT, baseURL: ORIGIN })
    const theirs = await context.newPage()
    await signInAs(theirs, reviewer)
    await theirs.goto('/review')
    const strip = theirs.getByText('You’re a new second person here.')
    await expect(strip).toBeVisible()

    await page.goto('/')
    const line = page.getByRole('listitem').filter({ hasText: 'new second person' })
    await line.getByRole('link', { name: 'Open users' }).click()
    const row = page
      .getByRole('table', { name: 'Users' })
      .getByRole('row', { name: new RegExp(reviewer.email) })
    await expect(row).toContainText('Can decide from')
    await row.getByRole('button', { name: `More for ${reviewer.name}` }).click()
    await page.getByRole('menuitem', { name: 'Confirm as second person' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(row).not.toContainText('Can decide from')
    await theirs.reload()
    await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(strip).toHaveCount(0)
    await context.close()
  })
})

test.describe('a second factor', () => {
  test.use({ role: 'admin' })

  test('is required for both roles when a second box is ticked while the first is being saved', async ({
    page,
  }) => {
    await page.goto('/admin/users')
    const policy = page.getByRole('group', { name: 'Second factor required for' })
    const boxes = ['Analyst', 'Reviewer'].map((name) => policy.getByRole('checkbox', { name }))
    const save = await delayRequests(page, '**/api/admin/users/policy')
    for (const box of boxes) {
      await box.click()
      await expect(box).toBeChecked()
    }
    save()
    await expect(policy.getByText('Saved')).toBeVisible()
    await page.reload()
    for (const box of boxes) await expect(box).toBeChecked()
    for (const box of boxes) await box.click()
    for (const box of boxes) await expect(box).not.toBeChecked()
    await expect(policy.getByText('Saved')).toBeVisible()
  })

  test('is set up with a code, asked for at sign-in, and can be replaced by a recovery code', async ({
    page,
    browser,
  }) => {
    const { email, url } = await inviteAnalyst(page)
    const context = await browser.newContext({ storageState: SIGNED_OUT })
    const theirs = await context.newPage()
    await theirs.goto(url)
    await theirs.getByLabel('Name').fill('Lea Brandt')
    await theirs.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await theirs.getByRole('button', { name: 'Set password' }).click()
    await theirs.getByRole('link', { name: 'Go to sign-in' }).click()
    await signIn(theirs, email, PASSWORD)
    await expect(theirs.getByRole('button', { name: /Lea Brandt/ })).toBeVisible()

    await theirs.goto('/account/security')
    await theirs.getByRole('button', { name: 'Set up' }).click()
    const dialog = theirs.getByRole('dialog', { name: 'Protect your account' })
    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    const secret = (await dialog.locator('code').textContent()) ?? ''
    await dialog.getByLabel('6-digit code').fill(codeAt(secret))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const [recovery = '', second = ''] = await codes.allTextContents()
    await dialog.getByRole('checkbox', { name: 'I have saved these codes' }).check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(theirs.getByText('On since')).toContainText('10 recovery codes left.')

    await context.clearCookies()
    await theirs.goto('/signin')
    await signIn(theirs, email, PASSWORD)
    await expect(theirs.getByLabel('6-digit code')).toBeVisible()
    expect((await theirs.request.get('/api/account')).status(), 'the password alone opens nothing').toBe(401)
    await theirs.getByLabel('6-digit code').fill('000000')
    await expect(theirs.getByRole('alert').first()).toContainText('This code is wrong or expired')
    await theirs.getByLabel('6-digit code').fill(codeAt(secret, Date.now() + 30_000))
    await expect(theirs.getByRole('button', { name: /Lea Brandt/ })).toBeVisible()

    await context.clearCookies()
    await theirs.goto('/signin')
    await signIn(theirs, email, PASSWORD)
    await theirs.getByRole('button', { name: 'Use a recovery code' }).click()
    await theirs.getByLabel('Recovery code').fill(recovery)
    await theirs.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(theirs.getByRole('button', { name: /Lea Brandt/ })).toBeVisible()

    await theirs.goto('/account/security')
    await theirs.getByRole('button', { name: 'Turn off' }).click()
    const off = theirs.getByRole('dialog', { name: 'Turn off the authenticator app' })
    await off.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await off.getByRole('button', { name: 'Continue' }).click()
    await expect(off.getByText('This code is wrong or expired').first()).toBeVisible()
    await off.getByLabel('Code from your app, or a recovery code').fill(second)
    await off.getByRole('button', { name: 'Continue' }).click()
    await expect(theirs.getByRole('button', { name: 'Set up' })).toBeVisible()
    await context.close()
  })

  test('and a new password are not available to the demo people, who are shared', async ({ page }) => {
    await page.goto('/account/security')
    await expect(page.getByText('You can’t change the demo accounts')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Sessions' })).toContainText('This session')
  })
})

test('guessing is throttled, and the page shows until when', async ({ page, request }) => {
  const email = `nobody.${uniqueLetters()}@accord.test`
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const guess = () =>
    request.post('/api/auth/callback/credentials', {
      headers: { origin: ORIGIN },
      form: { csrfToken, email, password: 'a wrong guess', json: 'true' },
    })
  const statuses = []
  // each failure after the sixth doubles the wait, so the page's attempt is throttled
  for (let n = 0; n < 40 && statuses.at(-1) !== 429; n++) statuses.push((await guess()).status())
  expect(statuses.slice(0, 6)).toEqual(Array(6).fill(401))
  expect(statuses.at(-1)).toBe(429)
  expect(Number((await guess()).headers()['retry-after'])).toBeGreaterThan(0)
  await page.goto('/signin')
  await expect(async () => {
    await guess()
    await signIn(page, email, 'another wrong guess')
    await expect(page.getByRole('alert').first()).toContainText(
      /Too many attempts\. Try again at \d\d:\d\d/,
      {
        timeout: 1_000,
      },
    )
  }).toPass()
})
