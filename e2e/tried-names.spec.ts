import { randomInt, randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { DEFAULT_LIMITS } from '../lib/limits/limits'
import { ibanOf } from '../lib/uploads/testing/body'
import { findViolations } from './support/axe'
import { ORIGIN } from './support/http'
import { signInAsRole } from './support/keys'
import { DEMO_LIMITS, setLimits } from './support/limits'
import { expect, test } from './support/office'

const postCheck = (page: Page, iban: string, name: string) =>
  page.request.post('/api/verifications', {
    headers: { origin: ORIGIN, 'idempotency-key': randomUUID() },
    data: { environment: 'live', iban, name },
  })

test.describe('many names on one IBAN', () => {
  test.use({ role: 'analyst' })
  test.beforeEach(async ({ playwright }) =>
    setLimits(await signInAsRole(playwright, 'admin'), DEFAULT_LIMITS),
  )
  test.afterEach(async ({ playwright }) => setLimits(await signInAsRole(playwright, 'admin'), DEMO_LIMITS))

  test('warns, then waits for a reviewer, who releases the name', async ({ page, visitor }) => {
    const iban = ibanOf(randomInt(72_000_000, 73_000_000))
    const name = `Emma ${randomUUID().slice(0, 6)}`
    for (const tried of ['Ada Lovelace', 'Bea Arthur'])
      expect((await postCheck(page, iban, tried)).ok()).toBe(true)
    await page.goto('/check')
    await page.getByRole('textbox', { name: 'IBAN' }).pressSequentially(iban)
    await page.getByRole('textbox', { name: 'Account holder name' }).fill(name)
    await expect(page.getByText('This is name 3 checked against this IBAN')).toBeVisible()
    for (const tried of ['Cleo Smith', 'Dora Maar'])
      expect((await postCheck(page, iban, tried)).ok()).toBe(true)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('form', { name: 'Check an account' }).getByRole('alert')).toContainText(
      'Ask a reviewer to allow this name',
    )
    expect(await findViolations(page)).toEqual([])

    const reviewer = await visitor('reviewer')
    await reviewer.page.goto('/')
    const waiting = reviewer.page
      .getByRole('listitem')
      .filter({ hasText: 'is waiting for a second person' })
      .first()
    await waiting.getByRole('link', { name: 'Open' }).click()
    await expect(reviewer.page.getByRole('heading', { level: 1, name })).toBeVisible()
    expect(await findViolations(reviewer.page)).toEqual([])
    await reviewer.page.getByRole('button', { name: 'Allow this name' }).click()
    const asking = reviewer.page.getByRole('dialog', { name: 'Allow this name?' })
    await asking.getByRole('button', { name: 'Allow this name' }).click()
    await expect(reviewer.page.getByText(/allowed this name/)).toBeVisible()

    await page.getByRole('textbox', { name: 'Account holder name' }).press('Enter')
    await page.waitForURL(/\/check\/[0-9a-f-]{36}$/)
  })
})

test.describe('the limits', () => {
  test.use({ role: 'admin' })
  test.afterEach(({ page }) => setLimits(page.request, DEMO_LIMITS))

  test('are set by an admin, who sees who checks many names', async ({ page }) => {
    await page.goto('/admin/limits')
    await expect(page.getByRole('table', { name: 'People who tried many names' })).toBeVisible()
    const second = page.getByRole('textbox', { name: 'Require a second person from this number of names' })
    await second.fill('2')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await expect(second).toHaveAccessibleDescription(/not below the other one/)
    expect(await findViolations(page)).toEqual([])
    await second.fill('5')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await expect(page.getByText('Limits saved').first()).toBeVisible()
  })

  test('that another admin has changed meanwhile are shown first, and not overwritten', async ({ page }) => {
    await page.goto('/admin/limits')
    const [upload, day] = ['Credits for one upload', 'Credits for one person in a day'].map((name) =>
      page.getByRole('textbox', { name }),
    ) as [Locator, Locator]
    await expect(upload).toHaveValue('')
    await setLimits(page.request, { ...DEMO_LIMITS, credits: { upload: 20_000, personDay: null } })
    await day.fill('30000')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await expect(page.getByText('Somebody else has changed these values').first()).toBeVisible()
    await expect(upload).toHaveValue('20000')
    await expect(day).toHaveValue('')
    await day.fill('30000')
    await page.getByRole('button', { name: 'Save limits' }).click()
    await expect(page.getByText('Limits saved').first()).toBeVisible()
    expect(await (await page.request.get('/api/admin/limits')).json()).toMatchObject({
      credits: { upload: 20_000, personDay: 30_000 },
    })
  })
})
