import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ibanOf, type TestRow } from '../lib/uploads/testing/body'
import { clearQueue, queueReviews } from './support/database'
import { buttonBoxes, readLayoutShifts, recordLayoutShifts } from './support/layout-shifts'
import { expect, test } from './support/office'
import { recheckAllRows } from './support/recheck'
import { sendUpload, TIMEOUT_BANK, UNVERIFIABLE_BANK } from './support/upload'

/** Delays every response of the API, as on a slow network. */
const delayResponses = (page: Page, ms: number) =>
  page.route('**/api/**', async (route) => {
    await new Promise((done) => setTimeout(done, ms))
    await route.continue()
  })

for (const width of [1440, 320])
  test.describe(`at ${width} px, buttons that decide or spend do not move`, { tag: '@long' }, () => {
    test.use({ viewport: { width, height: 900 } })

    test.describe('for an analyst', () => {
      test.use({ role: 'analyst' })

      test('on the check page, while hints and warnings appear', async ({ page }) => {
        await page.goto('/check')
        const iban = page.getByRole('textbox', { name: 'IBAN' })
        const name = page.getByRole('textbox', { name: 'Account holder name' })
        const mine = ibanOf(randomInt(1_000_000, 900_000_000))
        await iban.fill(mine)
        await name.fill('Still Standing')
        await page.keyboard.press('Enter')
        await page.waitForURL(/\/check\/[0-9a-f-]{36}$/)

        await page.goto('/check')
        await delayResponses(page, 700)
        await expect(page.getByRole('button', { name: 'Check account' })).toBeVisible()
        const before = await buttonBoxes(page, 'Check account')
        await recordLayoutShifts(page)
        // a wrong check digit, corrected; then an unusual name
        await iban.pressSequentially(mine.slice(0, -1) + ((Number(mine.at(-1)) + 1) % 10))
        await expect(page.locator('.field-error').first()).toBeVisible()
        expect(await buttonBoxes(page, 'Check account')).toEqual(before)
        await page.keyboard.press('Backspace')
        await iban.pressSequentially(mine.slice(-1))
        await name.pressSequentially('J')
        await page.keyboard.press('Tab')
        expect(await buttonBoxes(page, 'Check account')).toEqual(before)
        await expect(page.getByText(/Checked today at/).first()).toBeVisible()
        expect(await buttonBoxes(page, 'Check account')).toEqual(before)
        const { score, moved } = await readLayoutShifts(page)
        expect(score, moved.join('\n')).toBeLessThanOrEqual(0.01)
      })

      test('on the page of an upload, while it runs and when it completes', async ({ page }) => {
        const rows: TestRow[] = Array.from({ length: 12 }, (_, n) => ({
          iban: ibanOf(n, TIMEOUT_BANK),
          name: `Still Row ${n} ${randomUUID().slice(0, 4)}`,
        }))
        // the notification at the end links to the review of this row
        rows.push({ iban: ibanOf(0, UNVERIFIABLE_BANK), name: 'Still Unable' })
        await page.goto(`/bulk/${await sendUpload(page.request, rows)}`)
        await recheckAllRows(page)
        const tools = page.getByRole('search')
        const place = () => tools.boundingBox().then((box) => box && [box.x, box.y])
        await expect(tools).toBeVisible()
        const before = await place()
        const exported = await buttonBoxes(page, 'Export')
        await recordLayoutShifts(page)
        await expect(page.getByText(/^100\s?%$/).first()).toBeVisible({ timeout: 40_000 })
        await expect(page.getByRole('button', { name: /^Retry/ }).first()).toBeVisible()
        await expect(page.getByRole('link', { name: 'Review 1', exact: true })).toBeVisible()
        expect(await place()).toEqual(before)
        expect(await buttonBoxes(page, 'Export')).toEqual(exported)
        const { score, moved } = await readLayoutShifts(page)
        expect(score, moved.join('\n')).toBeLessThanOrEqual(0.01)
      })
    })

    test.describe('for a reviewer', () => {
      test.use({ role: 'reviewer' })
      test.beforeEach(clearQueue)

      test('on the review desk, when the item is claimed', async ({ page }) => {
        const [item] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
        await page.goto(`/sandbox/review/${item?.id}`)
        await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
        await recordLayoutShifts(page)
        const before = await buttonBoxes(page, 'Approve', 'Reject', 'Escalate', 'Skip')
        await expect(page.getByText('Claimed by you', { exact: true }).first()).toBeVisible()
        expect(await buttonBoxes(page, 'Approve', 'Reject', 'Escalate', 'Skip')).toEqual(before)
        const { score, moved } = await readLayoutShifts(page)
        expect(score, moved.join('\n')).toBeLessThanOrEqual(0.01)
      })
    })
  })
