import { makeCloseMatch } from './support/close-match'
import { clearQueue } from './support/database'
import { expect, test } from './support/office'
import { openPage } from './support/page-checks'

test.describe('home', () => {
  test.use({ role: 'reviewer' })

  test('shows results per day as bars, and the same numbers as a table', async ({ page }) => {
    await page.goto('/')
    const part = page.getByRole('region', { name: 'Results per day', exact: true })
    await expect(part.getByRole('img', { name: /checks in the last 14 days/ })).toBeVisible()
    await part.getByRole('button', { name: 'Show as table' }).click()
    const table = part.getByRole('table', { name: 'Results per day' })
    await expect(table.getByRole('row')).toHaveCount(15)
    await expect(part.getByRole('img', { name: /checks in the last/ })).toHaveCount(0)
  })

  test('shows on an open page that a review has waited too long', async ({ page, visitor }) => {
    await clearQueue()
    const analyst = (await visitor('analyst')).page
    await makeCloseMatch(analyst.request, 'Waits Longer')
    await page.clock.install()
    await openPage(page, '/sandbox')
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await expect(attention).toBeVisible()
    await expect(attention).not.toContainText('The oldest review item')
    await page.clock.fastForward('04:05:00')
    await expect(attention).toContainText('The oldest review item has been waiting')
    await clearQueue()
  })
})
