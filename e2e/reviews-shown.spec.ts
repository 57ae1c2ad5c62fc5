import { makeCloseMatch } from './support/close-match'
import { clearQueue, countAuditEntries, queueReviews, withDatabase } from './support/database'
import { expect, test } from './support/office'
import { openPage } from './support/page-checks'

test.describe('what is shown in a review is what is decided', () => {
  test.use({ role: 'reviewer' })
  test.beforeEach(clearQueue)
  test.afterAll(clearQueue)

  test('an item stays, with what was typed, when another one arrives above it', async ({ page, visitor }) => {
    const analyst = await visitor('analyst')
    const [item] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
    await page.goto('/sandbox/review?sort=newest')
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill('Called the payee')
    await makeCloseMatch(analyst.page.request, 'Newer Payee')
    const queue = page.getByRole('list', { name: /^To review, / })
    await expect(queue.getByRole('listitem').first()).toContainText('Newer Payee')
    await expect(page.getByRole('heading', { level: 1, name: item?.name })).toBeVisible()
    await expect(note).toHaveValue('Called the payee')
  })

  test('a screen reader says that a note was added', async ({ page }) => {
    const [item] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
    await openPage(page, `/sandbox/review/${item?.id}`)
    await page.getByRole('textbox', { name: 'Note' }).fill('Called the payee')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('status').last()).toHaveText('The note was added.')
  })

  test('the panes scroll, and the page around them does not', async ({ page }) => {
    const [item] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
    await page.setViewportSize({ width: 1440, height: 600 })
    await page.goto(`/sandbox/review/${item?.id}`)
    // the one button for it: the file input behind it is hidden
    await expect(page.getByRole('button', { name: 'Add document' })).toBeAttached()
    await expect(page.locator('main input[type=file]')).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(600)
  })

  test('Undo of an item undoes its own decision, not the last one', async ({ page }) => {
    const [first, last] = await queueReviews([
      ['Ulla Undone', 'Ula Undone'],
      ['Stella Stays', 'Stela Stays'],
    ])
    await page.goto(`/sandbox/review/${first?.id}`)
    const approve = page.getByRole('button', { name: 'Approve', exact: true })
    for (const item of [first, last]) {
      await expect(page.getByRole('heading', { level: 1, name: item?.name })).toBeVisible()
      await approve.click()
    }
    await page
      .getByRole('navigation', { name: 'Review views' })
      .getByRole('link', { name: 'Decided' })
      .click()
    const decided = page.getByRole('list', { name: /^Decided, / })
    await decided.getByRole('link', { name: 'Ulla Undone' }).click()
    await page.getByRole('complementary', { name: 'Decision' }).getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => countAuditEntries([first?.id ?? '']))
      .toEqual({ 'review.approved': 1, 'review.undone': 1 })
    expect(await countAuditEntries([last?.id ?? ''])).toEqual({ 'review.approved': 1 })
  })

  test('a note for another reason is not recorded', async ({ page }) => {
    const [item] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
    await page.goto(`/sandbox/review/${item?.id}`)
    const rail = page.getByRole('complementary', { name: 'Decision' })
    const reason = rail.getByRole('combobox', { name: 'Reason' })
    await reason.selectOption('Confirmed with the payee')
    await rail.getByRole('textbox', { name: 'Note' }).fill('Not to be recorded')
    await reason.selectOption('Spelling or accent')
    await rail.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.poll(() => countAuditEntries([item?.id ?? ''])).toEqual({ 'review.approved': 1 })
    const notes = await withDatabase(async (client) => {
      const { rows } = await client.query('select note from decisions where review_id = $1', [item?.id])
      return rows
    })
    expect(notes).toEqual([{ note: null }])
  })

  test('an item that someone else has claimed becomes free when the claim expires', {
    tag: '@long',
  }, async ({ page }) => {
    const [item] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
    await withDatabase((client) =>
      client.query(
        `update reviews set claimed_by_id = (select id from users where email = 'admin@accord.test'),
                            claimed_until = now() + interval '4 seconds' where id = $1`,
        [item?.id],
      ),
    )
    await page.goto(`/sandbox/review/${item?.id}`)
    const rail = page.getByRole('complementary', { name: 'Decision' })
    await expect(rail.getByText(/has claimed this until/)).toBeVisible()
    await expect(rail.getByText('Claimed by you', { exact: true })).toBeVisible()
  })
})
