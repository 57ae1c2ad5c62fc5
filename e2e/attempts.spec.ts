import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { findViolations } from './support/axe'
import { ORIGIN } from './support/http'
import { createBulkAtProvider, createLostBatch, type LostBatch } from './support/lost-batch'
import { expect, test } from './support/office'
import { openSecondReviewer } from './support/reviews'

const cardOf = (page: Page, { fileName }: LostBatch) =>
  page.getByRole('article', { name: `Batch 1 of 1, ${fileName}` })
const readUpload = async (page: Page, { uploadId }: LostBatch) =>
  (await page.request.get(`/api/uploads/${uploadId}`)).json()

async function declareNotBilled(page: Page, lost: LostBatch) {
  await cardOf(page, lost).getByRole('button', { name: 'Decide' }).click()
  const dialog = page.getByRole('dialog', { name: 'What happened to this request?' })
  await dialog.getByRole('radio', { name: /declare not billed/ }).click()
  await dialog.getByRole('button', { name: 'Declare not billed' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Support says it never arrived')
  await dialog.getByRole('textbox', { name: 'Where the evidence is kept' }).fill('Ticket 4711')
  await dialog.getByRole('button', { name: 'Declare not billed' }).click()
  await expect(dialog).toBeHidden()
}

async function expectAccessibleAndNarrow(page: Page, where: string) {
  expect(await findViolations(page), where).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${where}: the page scrolls horizontally`).toBeLessThanOrEqual(0)
}

test.describe('a batch whose response was lost', () => {
  test.use({ role: 'reviewer' })

  test('declared not billed by one person is queued again only when another one has confirmed', async ({
    page,
    browser,
  }) => {
    const lost = await createLostBatch(2)
    await page.goto(`/bulk/${lost.uploadId}`)
    await page.getByRole('link', { name: 'Decide' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Outcome unknown' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Unknown outcomes' })).toContainText(
      'may have been used without a result',
    )
    await expect(cardOf(page, lost)).toContainText(lost.attemptId)
    await declareNotBilled(page, lost)

    const mine = cardOf(page, lost).getByRole('button', { name: 'Confirm not billed' })
    await expect(mine).toHaveAttribute('aria-disabled', 'true')
    await expect(mine).toHaveAccessibleDescription(/another reviewer must confirm/)
    await mine.click({ force: true })
    const { resolution } = await (await page.request.get(`/api/attempts/${lost.attemptId}`)).json()
    const refused = await page.request.post(`/api/attempts/${lost.attemptId}/resolve/confirm`, {
      data: { agree: true, proposedAt: resolution.proposedAt },
      headers: { origin: ORIGIN },
    })
    expect([refused.status(), (await refused.json()).code]).toEqual([403, 'four_eyes'])
    expect((await readUpload(page, lost)).counts.unknown).toBe(2)

    const other = await openSecondReviewer(browser)
    await other.goto('/unknown')
    const card = cardOf(other, lost)
    await expect(card).toContainText('David Okafor declared this not billed.')
    await expect(card).toContainText('Ticket 4711')
    await card.getByRole('button', { name: 'Confirm not billed' }).click()
    await expect(
      other.locator('[data-sonner-toast]', { hasText: 'Confirmed. 2 rows are waiting to be sent again.' }),
    ).toBeVisible()
    await expect(card).toHaveCount(0)
    expect((await readUpload(page, lost)).counts.unknown).toBe(0)
    await expect
      .poll(async () => (await readUpload(page, lost)).status, { timeout: 30_000 })
      .toBe('completed')
    await other.context().close()
  })

  test('is attached to the right id only, and a wrong one is refused with a message', async ({ page }) => {
    const lost = await createLostBatch(4)
    const [foreign, right] = [
      await createBulkAtProvider(['Somebody Else']),
      await createBulkAtProvider(lost.names),
    ]
    await page.goto('/unknown')
    await cardOf(page, lost).getByRole('button', { name: 'Decide' }).click()
    const dialog = page.getByRole('dialog', { name: 'What happened to this request?' })
    await dialog.getByRole('radio', { name: /attach its ID/ }).click()
    const id = dialog.getByRole('textbox', { name: 'Batch ID at the provider' })
    const attach = async (value: string) => {
      await id.fill(value)
      await dialog.getByRole('button', { name: 'Check and attach' }).click()
    }
    for (const unknown of ['not an id', randomUUID()]) {
      await attach(unknown)
      await expect(dialog.getByText('The bank service has no batch with this ID.')).toBeVisible()
    }
    await attach(foreign)
    await expect(
      dialog.getByText('This is a different batch: it doesn’t have the same number of rows.'),
    ).toBeVisible()
    expect((await readUpload(page, lost)).counts.unknown).toBe(4)
    await attach(right)
    await expect(dialog).toBeHidden()
    await expect(cardOf(page, lost)).toHaveCount(0)
    await expect
      .poll(async () => (await readUpload(page, lost)).status, { timeout: 30_000 })
      .toBe('completed')
    expect((await readUpload(page, lost)).counts.unknown).toBe(0)
  })

  test('gets an ID that another lost batch could have only when a second reviewer confirms it', {
    tag: '@long',
  }, async ({ page, browser }) => {
    const [lost, twin] = [await createLostBatch(6), await createLostBatch(6)]
    await page.goto('/unknown')
    await cardOf(page, lost).getByRole('button', { name: 'Decide' }).click()
    const dialog = page.getByRole('dialog', { name: 'What happened to this request?' })
    await dialog.getByRole('radio', { name: /attach its ID/ }).click()
    const upstreamId = await createBulkAtProvider(lost.names)
    await dialog.getByRole('textbox', { name: 'Batch ID at the provider' }).fill(upstreamId)
    await dialog.getByRole('button', { name: 'Check and attach' }).click()
    await expect(
      page.locator('[data-sonner-toast]', {
        hasText: 'The ID is recorded. A second reviewer must confirm it.',
      }),
    ).toBeVisible()
    await expect(cardOf(page, lost)).toContainText('You gave its ID at the provider.')

    const other = await openSecondReviewer(browser)
    await other.goto('/unknown')
    await expect(cardOf(other, twin).getByRole('button', { name: 'Confirm the ID' })).toHaveCount(0)
    await expect(cardOf(other, lost)).toContainText(upstreamId)
    await cardOf(other, lost).getByRole('button', { name: 'Confirm the ID' }).click()
    await expect(
      other.locator('[data-sonner-toast]', { hasText: 'Attached. Its results are being read.' }),
    ).toBeVisible()
    await expect.poll(async () => (await readUpload(page, lost)).counts.unknown, { timeout: 30_000 }).toBe(0)
    expect((await readUpload(page, twin)).counts.unknown).toBe(6)
    await other.context().close()
  })

  test('cannot be declared while it may still be in progress, and written off it stays unknown until its id is found', {
    tag: '@long',
  }, async ({ page }) => {
    const lost = await createLostBatch(5, { recent: true })
    await page.goto('/unknown')
    await cardOf(page, lost).getByRole('button', { name: 'Decide' }).click()
    const dialog = page.getByRole('dialog', { name: 'What happened to this request?' })
    await expect(dialog.getByRole('radio', { name: /declare not billed/ })).toBeDisabled()
    await expect(dialog.getByText(/^Not available before/)).toBeVisible()
    await dialog.getByRole('radio', { name: /write it off/ }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Nobody can find out')
    await dialog.getByRole('button', { name: 'Write off' }).click()
    await expect(dialog).toBeHidden()
    await expect(cardOf(page, lost)).toHaveCount(0)
    expect(await readUpload(page, lost)).toMatchObject({ status: 'completed', counts: { unknown: 5 } })

    await page.goto(`/bulk/${lost.uploadId}`)
    await expect(page.getByText('Batch 1: written off.')).toBeVisible()
    const attach = page.getByRole('button', { name: 'Attach its ID' })
    await page.route('**/api/attempts/*', (route) => route.abort(), { times: 1 })
    await attach.click()
    await expect(page.getByText('Something went wrong. Try again.').first()).toBeVisible()
    await attach.click()
    const late = page.getByRole('dialog', { name: 'The batch was found at the provider' })
    await late
      .getByRole('textbox', { name: 'Batch ID at the provider' })
      .fill(await createBulkAtProvider(lost.names))
    await late.getByRole('button', { name: 'Check and attach' }).click()
    await expect(late).toBeHidden()
    await expect(page.getByText('Batch 1: written off.')).toHaveCount(0)
    await expect.poll(async () => (await readUpload(page, lost)).counts.unknown, { timeout: 30_000 }).toBe(0)
    await expect
      .poll(async () => (await readUpload(page, lost)).status, { timeout: 30_000 })
      .toBe('completed')
  })

  test('is never declared not billed when the provider accepted it: its ID is there to attach', async ({
    page,
  }) => {
    const upstreamId = randomUUID()
    const lost = await createLostBatch(2, { upstreamId })
    await page.goto('/unknown')
    await expect(cardOf(page, lost)).toContainText('Accepted but not answered for 7 days')
    await expect(cardOf(page, lost)).toContainText(upstreamId)
    await cardOf(page, lost).getByRole('button', { name: 'Decide' }).click()
    const dialog = page.getByRole('dialog', { name: 'What happened to this request?' })
    await expect(dialog.getByRole('radio')).toHaveCount(2)
    await dialog.getByRole('radio', { name: /attach its ID/ }).click()
    await expect(dialog.getByRole('textbox', { name: 'Batch ID at the provider' })).toHaveValue(upstreamId)
    await dialog.getByRole('radio', { name: /write it off/ }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The provider lost it')
    await dialog.getByRole('button', { name: 'Write off' }).click()
    await expect(dialog).toBeHidden()
    await expect(cardOf(page, lost)).toHaveCount(0)
    expect(await readUpload(page, lost)).toMatchObject({ status: 'completed', counts: { unknown: 2 } })
  })

  test('is shown on pages that meet WCAG 2.2 AA and fit at every width', { tag: '@long' }, async ({
    page,
    browser,
  }) => {
    test.setTimeout(120_000)
    const [open, declared] = [await createLostBatch(3), await createLostBatch(1)]
    await page.goto('/unknown')
    await declareNotBilled(page, declared)
    // tall enough for everything: axe would report a target half hidden by the bottom bar, which people can scroll
    for (const width of [1440, 320])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 4_000 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.reload()
        await expect(cardOf(page, declared)).toContainText('You declared this not billed.')
        await expectAccessibleAndNarrow(page, `unknown, ${width} px, ${colorScheme}`)
        await cardOf(page, open).getByRole('button', { name: 'Decide' }).click()
        await page.getByRole('radio', { name: /declare not billed/ }).click()
        await expectAccessibleAndNarrow(page, `the dialog, ${width} px, ${colorScheme}`)
        await page.keyboard.press('Escape')
      }
    const other = await openSecondReviewer(browser)
    await other.goto('/unknown')
    await cardOf(other, declared).getByRole('button', { name: 'Refuse' }).click()
    await expect(
      other.locator('[data-sonner-toast]', { hasText: 'The declaration was taken back.' }),
    ).toBeVisible()
    await other.context().close()
  })
})

test('an analyst sees that an outcome is unknown, but cannot resolve it', async ({ visitor }) => {
  const lost = await createLostBatch(1)
  const { page } = await visitor('analyst')
  await page.goto(`/bulk/${lost.uploadId}`)
  await expect(page.getByText('Batch 1: outcome unknown.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Decide' })).toHaveCount(0)
  expect((await page.goto('/unknown'))?.status()).toBe(403)
  expect((await page.request.get('/api/attempts')).status()).toBe(403)
})

test('an admin records a purchase and sees that the totals agree', {
  tag: '@long',
}, async ({ visitor }) => {
  const { page } = await visitor('admin')
  await page.goto('/admin/usage')
  await expect(page.getByRole('heading', { level: 1, name: 'Usage and credits' })).toBeVisible()
  await page.getByRole('button', { name: 'Record top-up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record top-up' })
  await dialog.getByRole('button', { name: 'Record top-up' }).click()
  await expect(dialog.getByText('Enter a whole number above zero.')).toBeVisible()
  const invoice = `Invoice ${randomUUID().slice(0, 8)}`
  await dialog.getByRole('textbox', { name: 'Credits' }).fill('5,000')
  await dialog.getByRole('textbox', { name: 'Invoice number' }).fill(invoice)
  await dialog.getByRole('button', { name: 'Record top-up' }).dblclick()
  await expect(dialog).toBeHidden()
  const row = page
    .getByRole('table', { name: 'Top-ups and corrections' })
    .getByRole('row')
    .filter({ hasText: invoice })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('+5,000')
  const ledger = page.getByRole('table', { name: 'Sent and billed' })
  await expect(ledger.getByRole('columnheader', { name: 'Credits booked' })).toBeVisible()
  const chart = page.getByRole('heading', { level: 2, name: 'Credits used' })
  const later = page.getByRole('heading', { level: 2, name: 'Limits' })
  await expect(chart.or(later).first()).toHaveText('Credits used')
  await expect(page.getByRole('region', { name: 'Limits' })).toContainText('Credits for one upload')
  const spent = page.getByRole('table', { name: 'Who used credits, and when' })
  await page.getByRole('radio', { name: 'By person' }).click()
  await expect(spent.getByRole('columnheader', { name: 'Person' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Price per check' }).fill('0.10')
  await page.getByRole('textbox', { name: 'Warn me below' }).fill('99,000,000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Used this month' })).toContainText(/0[.,]10/)
  await expect(page.getByRole('region', { name: 'Estimated credits' })).toContainText('Fewer than 99,000,000')
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expectAccessibleAndNarrow(page, `usage, ${width} px`)
  }
  await page.goto('/')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByRole('link', { name: 'Open usage' })).toBeVisible()
  await page.goto('/admin/usage')
  for (const name of ['Price per check', 'Warn me below']) await page.getByRole('textbox', { name }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Estimated credits' })).not.toContainText('Fewer than')
})
