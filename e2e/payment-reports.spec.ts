import { makeReport } from '../lib/tables/testing/make-report'
import { ORIGIN } from './support/http'
import { expect, test } from './support/office'
import { openPage } from './support/page-checks'

test.describe('a report without its run', () => {
  test.use({ role: 'analyst' })

  test('is offered the runs that can be read', async ({ page }) => {
    await page.route(/\/api\/payments(\?|$)/, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      Object.assign(json.items[0], { fileName: 'unreadable.xml', state: 'unreadable' })
      Object.assign(json.items[1], { fileName: 'readable.xml' })
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
    await expect(runs.filter({ hasText: /^readable\.xml/ })).toHaveCount(1)
    await expect(runs.filter({ hasText: 'unreadable.xml' })).toHaveCount(0)
  })
})

test.describe('a result that a bank reported', () => {
  test.use({ role: 'analyst' })

  test('is checked again as a new check', async ({ page }) => {
    const found = await page.request.post('/api/verifications/search', {
      data: { environment: 'live', filters: { source: ['bank_report'] } },
      headers: { origin: ORIGIN },
    })
    const [{ id }] = (await found.json()).items
    await openPage(page, `/check/${id}`)
    await page.getByRole('button', { name: 'Check account' }).click()
    const sent = page.waitForResponse('**/api/verifications')
    await page.getByRole('dialog').getByRole('button', { name: 'Check again' }).click()
    expect((await sent).status()).toBe(200)
  })
})
