import type { Page } from '@playwright/test'
import {
  clearQueue,
  countAuditEntries,
  type QueuedReview,
  queueReviews,
  readDecisions,
  setReviewSetting,
} from './support/database'
import { delayRequests } from './support/delayed-requests'
import { tabTo } from './support/keyboard'
import { expect, test } from './support/office'
import { expectClaimed, openSecondReviewer } from './support/reviews'

const heading = (page: Page, { name }: QueuedReview) =>
  page.getByRole('heading', { level: 1, name, exact: true })
/** Expects the item on screen with everything needed to decide it. */
const expectItem = async (page: Page, item: QueuedReview) => {
  await expect(heading(page, item)).toBeFocused()
  const rail = page.getByRole('complementary', { name: 'Decision' })
  await expect(rail.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
}

test.describe('the review desk', () => {
  test.use({ role: 'reviewer' })
  test.beforeEach(clearQueue)

  const [approved, rejected] = process.env.LONG ? [15, 3] : [4, 1]
  test(`works with the keyboard alone: ${6 + approved + rejected + 1} decisions, two undone, one escalated, six together`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    const items = await queueReviews([
      ...Array.from({ length: 6 }, (_, n) => [`oskar weiss ${n}`, `Oskar Weiss ${n}`] as [string, string]),
      ...Array.from(
        { length: approved + rejected + 4 },
        (_, n) => [`Jean Dupond ${n}`, `Jean Dupont ${n}`] as [string, string],
      ),
    ])
    const itemAt = (n: number) => items[n] as QueuedReview
    await page.goto('/sandbox/review')
    await expectClaimed(page)

    for (let n = 0; n < 6; n++) {
      await page.keyboard.press('x')
      await page.keyboard.press('j')
    }
    await expect(page.getByText('6 selected')).toBeVisible()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: 'Approve 6 items' })
    await expect(dialog.getByRole('list', { name: 'Comparisons' }).getByRole('listitem')).toHaveCount(6)
    await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Approve 6 items' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expectItem(page, itemAt(6))

    const rejecting = 6 + approved
    for (let n = 6; n < rejecting; n++) {
      await page.keyboard.press('a')
      await expectItem(page, itemAt(n + 1))
      if (n !== 7 && n !== 9) continue
      await page.keyboard.press('z')
      await expectItem(page, itemAt(n))
      await page.keyboard.press('a')
      await expectItem(page, itemAt(n + 1))
    }
    const escalating = rejecting + rejected
    for (let n = rejecting; n < escalating; n++) {
      await page.keyboard.press('r')
      await expect(page.getByRole('dialog', { name: 'Why reject?' })).toBeVisible()
      await page.keyboard.press('2')
      await expectItem(page, itemAt(n + 1))
    }
    await page.keyboard.press('e')
    await expect(page.getByRole('dialog', { name: 'Why escalate?' })).toBeVisible()
    await page.keyboard.press('1')
    await expectItem(page, itemAt(escalating + 1))

    const counts = {
      'review.approved': 6 + approved + 2,
      'review.undone': 2,
      'review.rejected': rejected,
      'review.escalated': 1,
    }
    await expect.poll(() => countAuditEntries(items.map(({ id }) => id))).toEqual(counts)
  })

  test('leaves items that need their own decision out of a group approval, and names them', async ({
    page,
  }) => {
    await queueReviews([
      ['anna lind', 'Anna Lind'],
      ['Jean Dupond', 'Jean Dupont'],
    ])
    await page.goto('/sandbox/review')
    await page.getByRole('checkbox', { name: 'Select anna lind' }).check()
    await page.getByRole('checkbox', { name: 'Select Jean Dupond' }).check()
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: 'Approve 2 items' })
    await expect(dialog).toContainText('1 item needs its own decision: spelling.')
    await expect(dialog.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Deselect it' }).click()
    await expect(page.getByText('1 selected')).toBeVisible()
  })

  test('approves the selected items together, although the open item has not been read yet', async ({
    page,
  }) => {
    const items = await queueReviews(
      Array.from({ length: 9 }, (_, n) => [`anna lind ${n}`, `Anna Lind ${n}`] as [string, string]),
    )
    const loadItem = await delayRequests(page, `**/api/reviews/${items[8]?.id}`)
    await page.goto('/sandbox/review')
    await page.getByRole('checkbox', { name: 'Select anna lind 0', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Select anna lind 1', exact: true }).check()
    await page.getByRole('link', { name: /anna lind 8/ }).click()
    await expect(heading(page, items[8] as QueuedReview)).toBeVisible()
    await page.keyboard.press('a')
    await expect(page.getByRole('dialog', { name: 'Approve 2 items' })).toBeVisible()
    loadItem()
  })

  test('accepts one of two reviewers’ simultaneous decisions, and explains that to the other', {
    tag: '@long',
  }, async ({ page, browser }) => {
    const [item] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
    const other = await openSecondReviewer(browser)
    const both = [page, other]
    // claims are blocked, so the item is free for both
    for (const each of both) await each.route('**/claim', () => {})
    const claims = both.map((each) => each.waitForRequest('**/claim'))
    for (const each of both) await each.goto(`/sandbox/review/${item?.id}`)
    await Promise.all(claims)
    await Promise.all(both.map((each) => each.keyboard.press('a')))
    const late = 'Someone else decided Jean Dupond while you were reading.'
    const countMessages = async () =>
      Promise.all(both.map((each) => each.locator('[data-sonner-toast]', { hasText: late }).count()))
    await expect.poll(async () => (await countMessages()).reduce((a, b) => a + b, 0)).toBe(1)
    await expect.poll(() => countAuditEntries([item?.id ?? ''])).toEqual({ 'review.approved': 1 })
    await other.context().close()
  })

  test('shows who has claimed an item, and lets another reviewer take it over with a reason', async ({
    page,
    browser,
  }) => {
    const [item] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
    await page.goto(`/sandbox/review/${item?.id}`)
    const rail = (each: Page) => each.getByRole('complementary', { name: 'Decision' })
    await expect(rail(page).getByText('Claimed by you')).toBeVisible()
    const other = await openSecondReviewer(browser)
    await other.goto(`/sandbox/review/${item?.id}`)
    await expect(rail(other).getByText(/has claimed this until/)).toBeVisible()
    await expect(rail(other).getByRole('button', { name: 'Approve' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await rail(other).getByRole('button', { name: 'Take over' }).click()
    await other.getByRole('textbox', { name: 'Reason' }).fill('David is at lunch')
    await other.route('**/take-over', (route) => route.abort(), { times: 1 })
    const confirm = other.getByRole('dialog').getByRole('button', { name: 'Take over' })
    await confirm.click()
    const lost = 'No connection. It may have been carried out: check before you try again.'
    await expect(other.locator('[data-sonner-toast]', { hasText: lost })).toBeVisible()
    await confirm.click()
    await expect(rail(other).getByText('Claimed by you')).toBeVisible()
    await expect(rail(page).getByText(/Ines Moreau has claimed this until/)).toBeVisible()
    await expect(rail(page).getByText('David is at lunch')).toBeVisible()
    await other.context().close()
  })

  test('offers an earlier decision on the same names, which M repeats', async ({ page }) => {
    const items = await queueReviews([
      ['Marta Silva', 'Marta Silvia'],
      ['Marta Silva', 'Marta Silvia'],
    ])
    await page.goto('/sandbox/review')
    await expectClaimed(page)
    await page.keyboard.press('a')
    await expect(page).toHaveURL(new RegExp(items[1]?.id ?? ''))
    await page.reload()
    const before = page.getByRole('region', { name: 'Decided before' })
    await expect(before).toContainText('David Okafor approved the same names on this IBAN')
    await expectClaimed(page)
    await page.keyboard.press('m')
    const ids = items.map(({ id }) => id)
    await expect.poll(() => countAuditEntries(ids)).toEqual({ 'review.approved': 2 })
  })

  test('approves a no match only with a recorded call, which appears in the timeline', async ({ page }) => {
    const [item = { id: '', name: '' }] = await queueReviews([['Bright Harbour', null]])
    await page.goto(`/sandbox/review/${item.id}`)
    await expectClaimed(page)
    const rail = page.getByRole('complementary', { name: 'Decision' })
    const form = rail.getByRole('group', { name: 'Call to the payee' })
    await expect(rail.getByRole('button', { name: 'Record a call' })).toBeVisible()
    await expect(form).toBeHidden()
    await page.keyboard.press('a')
    await expect(form).toBeVisible()
    await expect(rail.getByText('Confirm with the payee first, then record the call.')).toBeVisible()
    await expect(rail.getByLabel('Person called')).toBeFocused()
    await page.keyboard.type('Claire Martin')
    await page.keyboard.press('Tab')
    await page.keyboard.type('+33 1 23 45 67 89')
    await rail.getByLabel('Source of the number').selectOption('Our own records')
    await rail.getByLabel('When').fill('2026-01-05T10:00')
    await rail.getByRole('button', { name: 'Now' }).click()
    await expect(rail.getByLabel('When')).not.toHaveValue('2026-01-05T10:00')
    await rail.getByLabel('Outcome').selectOption('Not reached')
    await rail.getByRole('button', { name: 'Approve' }).click()
    await expect(rail.getByText('Approve only if the payee confirmed the account.')).toBeVisible()
    await rail.getByLabel('Outcome').selectOption('Account confirmed')
    await rail.getByLabel('Name for exports').fill('Bright Harbour SARL')
    // a decision that can't be sent restores the text that was typed for it
    await page.route(`**/api/reviews/${item.id}/decision`, (route) => route.abort(), { times: 1 })
    await rail.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(rail.getByLabel('Person called')).toHaveValue('Claire Martin')
    await expect(rail.getByLabel('Name for exports')).toHaveValue('Bright Harbour SARL')
    await rail.getByRole('button', { name: 'Approve' }).click()
    await expect
      .poll(() => readDecisions(item.id))
      .toMatchObject([
        {
          reason: 'confirmed_with_payee',
          call_back: { person: 'Claire Martin', numberSource: 'own_records', outcome: 'confirmed' },
          corrected_name: 'Bright Harbour SARL',
        },
      ])
    await page.goto(`/sandbox/review/${item.id}`)
    await expect(rail.getByRole('list', { name: 'Timeline' })).toContainText('Claire Martin, +33 1 23 45')
    await expect(rail.getByText('Name for exports: Bright Harbour SARL').first()).toBeVisible()
  })

  test('asks for a reason on approval when the setting requires it: A, then a number', async ({ page }) => {
    await setReviewSetting('ask_reason', true)
    const [item] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
    try {
      await page.goto(`/sandbox/review/${item?.id}`)
      const rail = page.getByRole('complementary', { name: 'Decision' })
      await rail.getByRole('checkbox', { name: 'Use the bank’s name in exports' }).check()
      await page.keyboard.press('a')
      await expect(page.getByRole('dialog', { name: 'Why approve?' })).toBeVisible()
      await page.keyboard.press('3')
      const taken = [{ reason: 'word_order_or_initial', corrected_name: 'Jean Dupont' }]
      await expect.poll(() => readDecisions(item?.id ?? '')).toMatchObject(taken)
    } finally {
      await setReviewSetting('ask_reason')
    }
  })

  test('keeps the environments apart: a sandbox item opens in the sandbox, never among live ones', async ({
    page,
  }) => {
    const [item] = await queueReviews([['Jean Dupond', 'Jean Dupont']])
    await page.goto(`/review/${item?.id}`)
    await expect(page).toHaveURL(`/sandbox/review/${item?.id}`)
  })
})
