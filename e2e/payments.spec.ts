import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/office'
import { ordersWith, writeOrders } from './support/orders'

const file = ordersWith(40, { close: [7, 19], different: [31] })

const enter = (target: Locator) => target.press('Enter')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const gate = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Lines and sums by gate' })
    .getByRole('row', { name: new RegExp(`^${name}`) })

test.describe('from check to payment, by keyboard alone', () => {
  test.use({ role: 'analyst' })

  test('a payment file is checked, and its run shows which lines may leave', async ({ page }) => {
    test.setTimeout(120_000)
    await page.goto('/bulk/new')
    await page.getByLabel('Choose file').setInputFiles({
      name: `${file.messageId}.xml`,
      mimeType: 'application/xml',
      buffer: Buffer.from(writeOrders(file)),
    })
    await enter(button(page, 'Continue'))
    await expect(title(page, 'Match columns')).toBeFocused()
    await enter(button(page, 'Continue'))
    await expect(title(page, 'Fix rows')).toBeFocused()
    await enter(button(page, 'Continue'))
    await enter(button(page, 'Send 40 rows'))
    await page.waitForURL(/\/bulk\/[0-9a-f-]{36}$/)
    await enter(page.getByRole('main').getByRole('link', { name: 'Open payments' }))
    await expect(gate(page, 'Clear')).toContainText('37', { timeout: 60_000 })
    await expect(gate(page, 'Waiting')).toContainText('3')
  })
})
