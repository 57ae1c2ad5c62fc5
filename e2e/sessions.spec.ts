import { makeCloseMatch } from './support/close-match'
import { expect, test } from './support/office'
import { openPage } from './support/page-checks'
import { createPerson, PASSWORD, signInAs, updateSessions } from './support/people'

test('a sensitive action asks for a proof of identity and then continues automatically', async ({ page }) => {
  const admin = await createPerson(['admin'])
  await signInAs(page, admin)
  await updateSessions(admin, "confirmed_at = now() - interval '11 minutes'")
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite users' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite users' })
  await dialog.getByLabel('Emails').fill(`lea.${admin.id}@accord.test`)
  await dialog.getByRole('button', { name: 'Create 1 invitation' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Your password', { exact: true }).fill('a wrong guess')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof.getByText('Your password is wrong.').first()).toBeVisible()
  await proof.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog', { name: 'Copy this link now' })).toBeVisible()
})

test('closing the confirmation dialog changes nothing', async ({ page }) => {
  const admin = await createPerson(['admin'])
  await signInAs(page, admin)
  await updateSessions(admin, "confirmed_at = now() - interval '11 minutes'")
  await page.goto('/admin/users')
  const policy = page.getByRole('group', { name: 'Second factor required for' })
  await policy.getByRole('checkbox', { name: 'Reviewer' }).click()
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Nothing was changed.').first()).toBeVisible()
  await expect(policy.getByRole('checkbox', { name: 'Reviewer' })).not.toBeChecked()
})

test('two minutes before it expires a session asks whether the person is still there', async ({ page }) => {
  const analyst = await createPerson(['analyst'])
  await signInAs(page, analyst)
  await page.goto('/check')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const focusWindow = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
  const question = page.getByRole('dialog', { name: 'Are you still there?' })
  // requests of the page after it was opened count as activity of the person
  await expect(async () => {
    await updateSessions(analyst, "last_seen_at = now() - interval '28 minutes 10 seconds'")
    await focusWindow()
    await expect(question).toContainText(/You will be signed out in 1:\d\d/, { timeout: 3_000 })
  }).toPass()
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(question).toBeHidden()
  expect((await (await page.request.get('/api/account/session')).json()).idle).toBeGreaterThan(1_700)

  await updateSessions(analyst, "created_at = now() - interval '7 hours 58 minutes 30 seconds'")
  await focusWindow()
  await expect(question).toContainText('because your session has reached its maximum length')
  await updateSessions(analyst, "created_at = now() - interval '8 hours'")
  await focusWindow()
  await expect(page.getByRole('dialog', { name: 'Your session has ended.' })).toBeVisible()
})

test('an expired session is renewed in a new tab, and the input stays', async ({ page }) => {
  const analyst = await createPerson(['analyst'])
  await signInAs(page, analyst)
  await page.goto('/check')
  const name = page.getByLabel('Account holder name')
  await name.fill('Kept GmbH')
  const ended = page.getByRole('dialog', { name: 'Your session has ended.' })
  await expect(async () => {
    await updateSessions(analyst, "created_at = now() - interval '8 hours'")
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(ended).toBeVisible({ timeout: 3_000 })
  }).toPass()
  const opened = page.context().waitForEvent('page')
  await ended.getByRole('link', { name: 'Sign in' }).click()
  const tab = await opened
  await expect(tab.getByText('Your session has ended. Sign in again.')).toBeVisible()
  await signInAs(tab, analyst)
  await ended.getByRole('button', { name: 'Close' }).click()
  await expect(name).toHaveValue('Kept GmbH')
  expect((await page.request.get('/api/account/session')).status()).toBe(200)
})

test('after signing out the back button shows nothing', async ({ page }) => {
  const analyst = await createPerson(['analyst'])
  await signInAs(page, analyst)
  await page.goto('/history')
  await page.goto('/account/profile')
  await expect(page.getByText(analyst.email).first()).toBeVisible()
  await page.locator('button', { hasText: analyst.name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/\/signin/)
  await page.goBack()
  await page.waitForURL(/\/signin/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText(analyst.email)).toHaveCount(0)
})

test.describe('a second connection', () => {
  test.use({ role: 'admin' })

  test('is tested, made active, replaced again, and deleted by its name', async ({ page }) => {
    await page.goto('/admin/connections')
    await page.getByRole('button', { name: 'Add connection' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add connection' })
    await dialog.getByLabel('Name').fill('Spare')
    await dialog.getByLabel('Base URL').fill('http://169.254.169.254/api-v1')
    await dialog.getByLabel('Client ID').fill(process.env.VERIFICATION_CLIENT_ID ?? '')
    await dialog.getByLabel('Client secret').fill(process.env.VERIFICATION_CLIENT_SECRET ?? '')
    await dialog.getByRole('button', { name: 'Test and connect' }).click()
    await expect(dialog.getByText('The address must start with https.')).toBeVisible()
    await dialog.getByLabel('Base URL').fill(process.env.VERIFICATION_BASE_URL ?? '')
    await dialog.getByRole('button', { name: 'Test and connect' }).click()
    const spare = page.getByRole('article', { name: 'Spare' })
    const first = page.getByRole('article', { name: 'Production' })
    await expect(spare.getByRole('button', { name: 'Test connection' })).toBeVisible()
    await expect(spare.getByRole('button', { name: 'Delete' })).toHaveCount(0)

    await first.getByRole('button', { name: 'Use this connection' }).click()
    await page.getByRole('button', { name: 'Test and use' }).click()
    await expect(spare).toContainText('Not in use', { timeout: 15_000 })
    await spare.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete “Spare”?' })
    await question.getByRole('textbox').fill('Spare')
    await question.getByRole('button', { name: 'Delete connection' }).click()
    await expect(spare).toHaveCount(0)
    await expect(first).toBeVisible()
  })
})

test('Home updates automatically, and that doesn’t keep an unattended session alive', {
  tag: '@long',
}, async ({ page, visitor }) => {
  const reviewer = await createPerson(['reviewer'])
  await signInAs(page, reviewer)
  await openPage(page, '/sandbox')
  const review = page.getByRole('region', { name: 'Review', exact: true })
  const before = await review.textContent()
  await updateSessions(reviewer, "last_seen_at = now() - interval '20 minutes'")
  const analyst = (await visitor('analyst')).page
  await makeCloseMatch(analyst.request, 'News For Home')
  await expect(review).not.toHaveText(before ?? '', { timeout: 15_000 })
  const { idle } = await (await page.request.get('/api/account/session')).json()
  expect(idle).toBeLessThan(11 * 60)
})
