import { delayRequests } from './support/delayed-requests'
import { expect, test } from './support/office'

test.describe('the export of the history', () => {
  test.use({ role: 'analyst' })

  test('says that there is nothing to export only once the rows are loaded', async ({ page }) => {
    const note = page.locator('[data-sonner-toast]', { hasText: 'There are no checks to export.' })
    const button = page.getByRole('button', { name: 'Export' })
    const name = 'Nobody Of That Name'
    const loadRows = await delayRequests(page, '**/api/verifications/search')
    // a click without a pointer, as of assistive technology, doesn't preload the code that renders the note
    const press = () => button.evaluate((each: HTMLElement) => each.click())
    await page.goto('/history?country=IS')
    const searchRequest = page.waitForRequest((request) => !!request.postData()?.includes(name))
    await page.getByRole('searchbox').first().fill(name)
    await searchRequest
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await press()
    loadRows()
    await expect(page.getByText('0 checks', { exact: true })).toHaveCount(1)
    await expect(note).toHaveCount(0)
    await press()
    await expect(note).toBeVisible()
    // the live region announces it, so the list of notes is silent
    await expect(page.getByRole('status').filter({ hasText: 'There are no checks to export.' })).toHaveCount(
      1,
    )
    await expect(page.locator('section:has([data-sonner-toaster])')).toHaveAttribute('aria-live', 'off')
  })
})
