import type { Locator } from '@playwright/test'
import { clearQueue, countAuditEntries, queueReviews } from './support/database'
import { expect, test } from './support/office'
import { expectClaimed } from './support/reviews'

test.describe('the buttons of a review', () => {
  test.use({ role: 'reviewer' })
  test.beforeEach(clearQueue)

  test('offer to reject again what was rejected before, and a group with the same result is rejected together', {
    tag: '@long',
  }, async ({ page }) => {
    const pairs = (names: string[]) => queueReviews(names.map((name) => [name, null] as [string, null]))
    const rail = page.getByRole('complementary', { name: 'Decision' })
    const [before, other] = await pairs(['Hollow Harbour', 'Other Harbour'])
    await page.goto(`/sandbox/review/${before?.id}`)
    await expectClaimed(page)
    const together = page.getByRole('dialog', { name: 'Reject 2 items' })
    for (const name of ['Hollow Harbour', 'Other Harbour'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.keyboard.press('r')
    await together.getByRole('button', { name: 'Reject 2 items' }).click()
    const reason = together.getByLabel('Reason', { exact: true })
    await expect(reason).toHaveAccessibleDescription('Choose a reason')
    await expect(reason).toBeFocused()
    await reason.selectOption('Suspected fraud')
    await together.getByRole('button', { name: 'Reject 2 items' }).click()
    await expect(together).toBeHidden()
    await expect
      .poll(() => countAuditEntries([before?.id ?? '', other?.id ?? '']))
      .toMatchObject({ 'review.rejected': 2 })

    const [again] = await pairs(['Hollow Harbour'])
    await page.goto(`/sandbox/review/${again?.id}`)
    await expectClaimed(page)
    await expect(rail.getByRole('button', { name: 'Reject again' })).toHaveClass(/btn-primary/)
    await expect(rail.getByRole('button', { name: 'Approve', exact: true })).not.toHaveClass(/btn-primary/)
    await page.keyboard.press('m')
    await expect.poll(() => countAuditEntries([again?.id ?? ''])).toMatchObject({ 'review.rejected': 1 })
  })

  test('show an analyst that a reviewer decides, and offer no decision', async ({ visitor }) => {
    const [item] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
    const { page } = await visitor('analyst')
    await page.goto(`/sandbox/review/${item?.id}`)
    const rail = page.getByRole('complementary', { name: 'Decision' })
    await expect(rail.getByText('A reviewer must decide this item. You can follow it here.')).toBeVisible()
    await expect(rail.getByRole('button')).toHaveCount(0)
    // on the page of the check, too, the link to the review comes before actions that spend
    await page.goto('/sandbox/check')
    await page.getByRole('radiogroup', { name: 'Simulated result' }).getByText('Close match').click()
    await page.getByRole('textbox', { name: 'IBAN' }).fill('FR7630006000011234567890189')
    await page.getByRole('textbox', { name: 'Account holder name' }).fill('Marie Curie')
    await page.keyboard.press('Enter')
    const open = page.getByRole('button', { name: 'Open in review' })
    await expect(open).toHaveClass(/btn-primary/)
    const record = page.url().replace('/check/', '/history/')
    await page.goto(record)
    await expect(page.getByRole('link', { name: 'Open in review' })).toHaveClass(/btn-primary/)
    await expect(page.getByRole('button', { name: 'Check again' })).not.toHaveClass(/btn-primary/)
  })

  test('keep Reopen for people who may not reopen, and say who may', { tag: '@long' }, async ({
    page,
    visitor,
  }) => {
    const [item] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
    await page.goto(`/sandbox/review/${item?.id}`)
    await expectClaimed(page)
    await page.keyboard.press('a')
    await expect.poll(() => countAuditEntries([item?.id ?? ''])).toMatchObject({ 'review.approved': 1 })
    const analyst = (await visitor('analyst')).page
    await analyst.goto(`/sandbox/review/${item?.id}`)
    const reopen = analyst.getByRole('button', { name: 'Reopen' })
    await expect(reopen).toHaveAccessibleDescription('A reviewer can reopen this item.')
    await expect(reopen).toBeDisabled()
    await reopen.focus()
    await analyst.keyboard.press('Enter')
    await expect(analyst.locator('[data-sonner-toast]')).toContainText('A reviewer can reopen this item.')
    await expect(analyst.getByRole('dialog')).toBeHidden()
  })

  test('show one notification at a time, with the shortcut of its Undo', { tag: '@long' }, async ({
    page,
  }) => {
    await queueReviews([
      ['Jean Dupond', 'Jean Dupont'],
      ['Jean Dupons', 'Jean Dupont'],
    ])
    await page.goto('/sandbox/review')
    const note = page.locator('[data-sonner-toast][data-visible="true"]')
    for (const name of ['Jean Dupond', 'Jean Dupons']) {
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expectClaimed(page)
      await page.keyboard.press('a')
      await expect(note.filter({ hasText: `Approved ${name}` })).toBeVisible()
    }
    await expect(note).toHaveCount(1)
    await expect(note.locator('kbd')).toHaveText('Z')
    // does not cover the counter, the timeline or the buttons
    const isUncovered = async (of: Locator) => {
      const box = await note.boundingBox()
      const other = await of.boundingBox()
      if (!box || !other) return true
      return (
        box.x >= other.x + other.width ||
        other.x >= box.x + box.width ||
        box.y >= other.y + other.height ||
        other.y >= box.y + box.height
      )
    }
    await expect.poll(() => isUncovered(page.getByText('decided today'))).toBe(true)
    await page.keyboard.press('z')
    await expect(page.getByRole('heading', { level: 1, name: 'Jean Dupons' })).toBeVisible()
    await expect.poll(() => isUncovered(page.getByRole('complementary', { name: 'Decision' }))).toBe(true)
  })
})
