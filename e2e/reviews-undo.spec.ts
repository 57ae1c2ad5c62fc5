import { clearQueue, countAuditEntries, queueReviews } from './support/database'
import { expect, test } from './support/office'

test.use({ role: 'reviewer' })
test.beforeEach(clearQueue)
test.afterAll(clearQueue)

test('a group approval is undone with one request', async ({ page }) => {
  const items = await queueReviews([
    ['anna lind 1', 'Anna Lind 1'],
    ['anna lind 2', 'Anna Lind 2'],
  ])
  const undone: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('undo')) undone.push(pathname)
  })
  await page.goto('/sandbox/review')
  await page.getByRole('checkbox', { name: 'Select anna lind 1' }).check()
  await page.getByRole('checkbox', { name: 'Select anna lind 2' }).check()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Approve 2 items' })
  await dialog.getByRole('button', { name: 'Approve 2 items' }).click()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('z')
  const counts = { 'review.approved': 2, 'review.undone': 2 }
  await expect.poll(() => countAuditEntries(items.map(({ id }) => id))).toEqual(counts)
  expect(undone).toEqual(['/api/reviews/group-undo'])
})
