import { makeReport } from '../lib/tables/testing/make-report'
import { expect, test } from './support/office'
import { openPage } from './support/page-checks'

test.describe('a report without its run', () => {
  test.use({ role: 'analyst' })

  test('is offered the runs that can be read', async ({ page }) => {
    let names: string[] = []
    await page.route(/\/api\/payments(\?|$)/, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      names = json.items.map(({ fileName }: { fileName: string }) => fileName)
      json.items[0].state = 'unreadable'
      await route.fulfill({ response, json })
    })
    await openPage(page, '/payments/reports')
    const lines = [{ endToEndId: 'E-1', code: 'RCVC' }]
    const report = makeReport({ original: 'NOWHERE', batches: [{ id: 'B-1', lines }] })
    await page
      .getByLabel('Choose file')
      .setInputFiles({ name: 'alone.xml', mimeType: 'application/xml', buffer: Buffer.from(report) })
    const listed = page.waitForResponse(/\/api\/payments(\?|$)/)
    await page.getByRole('button', { name: 'Join to a run' }).click()
    await listed
    const runs = page.getByRole('dialog').getByRole('option')
    await expect(runs.filter({ hasText: names[1] ?? '' })).toHaveCount(1)
    await expect(runs.filter({ hasText: names[0] ?? '' })).toHaveCount(0)
  })
})
