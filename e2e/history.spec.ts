import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeCloseMatch } from './support/close-match'
import { delayRequests } from './support/delayed-requests'
import { ORIGIN } from './support/http'
import { expect, test } from './support/office'
import { openPage } from './support/page-checks'

const columnHeaders = (page: Page) => page.getByRole('table', { name: 'Checks' }).getByRole('columnheader')

test.describe('the history', () => {
  test.use({ role: 'analyst' })

  test('goes to the newer page after the browser’s Back button too', async ({ page }) => {
    await openPage(page, '/history')
    const first = page.getByRole('table', { name: 'Checks' }).getByRole('row').nth(1)
    const newest = await first.textContent()
    const turnPage = async (name: string, from: string | null) => {
      await page.getByRole('button', { name, exact: true }).press('Enter')
      await expect(page.getByRole('region', { name: 'Checks' }), 'the top of the new page').toBeFocused()
      await expect(first).not.toHaveText(from ?? '')
      return first.textContent()
    }
    const second = await turnPage('Older', newest)
    await turnPage('Older', second)
    await page.goBack()
    await expect(first).toHaveText(second ?? '')
    expect(await turnPage('Newer', second)).toBe(newest)
  })

  test('follows the Back button at once, even while a page turns', async ({ page }) => {
    await openPage(page, '/history')
    const older = page.getByRole('button', { name: 'Older', exact: true })
    await older.evaluate((button: HTMLElement) => {
      button.click()
      history.back()
    })
    await expect(page.getByRole('button', { name: 'Newer', exact: true })).toBeHidden()
    await expect(page).toHaveURL(/\/history$/)
  })

  test('announces how many checks a filter finds, and not what the page shows first', async ({ page }) => {
    await openPage(page, '/history')
    const announced = page.getByRole('status').last()
    await expect(announced).toHaveText('')
    await page.getByRole('button', { name: 'My checks', exact: true }).press('Enter')
    await expect(announced).toHaveText(/\d/)
  })

  test('asks about the record that is shown, and moving on with J closes the question', async ({ page }) => {
    for (const name of ['Drawer One', 'Drawer Two']) await makeCloseMatch(page.request, name)
    await page.goto('/sandbox/history')
    await page.getByRole('table', { name: 'Checks' }).getByText('Drawer Two').first().click()
    const record = (name: string) => page.getByRole('dialog', { name })
    await expect(record('Drawer Two').getByRole('button', { name: 'Check again' })).toBeVisible()
    for (const [key, name] of [
      ['j', 'Drawer One'],
      ['k', 'Drawer Two'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(record(name).getByRole('button', { name: 'Check again' })).toBeVisible()
    }
    await record('Drawer Two').getByRole('button', { name: 'Check again' }).click()
    const question = page.getByRole('dialog', { name: 'Check again?' })
    await expect(question).toBeVisible()
    await page.keyboard.press('j')
    await expect(question).toHaveCount(0)
  })

  test('stores columns, their order and the row height per person', async ({ page, visitor }) => {
    await page.goto('/history')
    await page.getByRole('button', { name: 'Columns' }).click()
    const menu = page.getByRole('dialog', { name: 'Columns and rows' })
    await menu.getByRole('button', { name: 'Reset columns' }).click()
    await expect(columnHeaders(page)).toHaveText([
      'Checked',
      'Name checked',
      'IBAN',
      'Result',
      'Review',
      'By',
      'Source',
    ])
    await menu.getByRole('checkbox', { name: 'IBAN' }).uncheck()
    await menu.getByRole('checkbox', { name: 'Bank' }).check()
    await menu.getByRole('button', { name: 'Move Name checked left' }).click()
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/search/layout') && answer.ok())
    await menu.getByRole('radio', { name: 'Compact' }).click()
    await saved
    const wanted = ['Name checked', 'Checked', 'Result', 'Review', 'By', 'Source', 'Bank']
    await expect(columnHeaders(page)).toHaveText(wanted)
    // the same person in another browser
    const other = await visitor('analyst')
    await expect(async () => {
      await other.page.goto('/history')
      await expect(columnHeaders(other.page)).toHaveText(wanted)
    }).toPass()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Columns' }).click()
    await menu.getByRole('button', { name: 'Reset columns' }).click()
    await expect(columnHeaders(page)).toHaveCount(7)
  })

  const viewsRegion = (page: Page) => page.getByRole('region', { name: 'Views' })

  /** Saves the current filters as a view. */
  async function saveView(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(dialog).toHaveCount(0)
  }

  test('offers to update the view that was saved last, not the one before', { tag: '@long' }, async ({
    page,
  }) => {
    const [first, second] = [1, 2].map((n) => `View ${n} ${randomUUID().slice(0, 6)}`) as [string, string]
    await page.goto('/history?result=failed&source=single&country=FR')
    await saveView(page, first)
    await page.getByRole('button', { name: 'Remove Source: Single check' }).click()
    await expect(viewsRegion(page).getByRole('button', { name: 'Update view' })).toBeVisible()
    await saveView(page, second)
    const chosen = viewsRegion(page).getByRole('button', { name: second, exact: true })
    await expect(chosen).toHaveAttribute('aria-pressed', 'true')
    await expect(viewsRegion(page).getByRole('button', { name: 'Update view' })).toHaveCount(0)
    await page.getByRole('button', { name: `Delete view ${second}` }).click()
    await viewsRegion(page).getByRole('button', { name: first, exact: true }).click()
    await page.getByRole('button', { name: `Delete view ${first}` }).click()
    await expect(viewsRegion(page).getByRole('button', { name: first })).toHaveCount(0)
  })

  test('deletes the own one of two equal views', { tag: '@long' }, async ({ page, visitor }) => {
    const [own, shared] = ['Own', 'Shared'].map((kind) => `A ${kind} ${randomUUID().slice(0, 6)}`) as [
      string,
      string,
    ]
    const { page: other } = await visitor('admin')
    const made = await other.request.post('/api/verifications/search/views', {
      headers: { origin: ORIGIN },
      data: { name: shared, shared: true, filters: { outcome: ['failed'], country: ['IT'] } },
    })
    const { id } = await made.json()
    await page.goto('/history?result=failed&country=IT')
    await expect(viewsRegion(page).getByRole('button', { name: shared })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    const saved = await page.request.post('/api/verifications/search/views', {
      headers: { origin: ORIGIN },
      data: { name: own, shared: false, filters: { outcome: ['failed'], country: ['IT'] } },
    })
    expect(saved.ok()).toBe(true)
    await page.reload()
    for (const name of [shared, own])
      await viewsRegion(page).getByRole('button', { name, exact: true }).click()
    await page.getByRole('button', { name: `Delete view ${own}` }).click()
    await expect(viewsRegion(page).getByRole('button', { name: own })).toHaveCount(0)
    await other.request.delete(`/api/verifications/search/views/${id}`, { headers: { origin: ORIGIN } })
  })

  test('that is left open overnight doesn’t show yesterday’s times as today’s', async ({ page }) => {
    await page.clock.install()
    await makeCloseMatch(page.request, 'Left Open')
    await page.goto('/sandbox/history?from=2026-01-01')
    const time = page.getByRole('table').locator('time').first()
    await expect(time).toHaveText(/^\d{2}:\d{2}$/)
    await page.getByRole('button', { name: /^Date/ }).click()
    const today = page.getByRole('button', { name: 'Today', exact: true })
    await expect(today).toBeVisible()
    await page.clock.fastForward('24:00:00')
    await expect(time).toHaveText(/^.+ \S+, \d{2}:\d{2}$/)
    await today.click()
    await expect(page).toHaveURL('/sandbox/history?period=today')
    await expect(page.getByRole('button', { name: 'Remove Date: Today' })).toBeVisible()
  })

  test('updates a saved view whose filters were changed', { tag: '@long' }, async ({ page }) => {
    const name = `Late ${randomUUID().slice(0, 6)}`
    await page.goto('/history?result=failed&source=single')
    await saveView(page, name)
    await page.getByRole('button', { name: 'Remove Source: Single check' }).click()
    await page.getByRole('button', { name: 'My checks', exact: true }).click()
    await viewsRegion(page).getByRole('button', { name: 'Update view' }).click()
    await expect(viewsRegion(page).getByRole('button', { name: 'Update view' })).toHaveCount(0)
    await page.goto('/history')
    await viewsRegion(page).getByRole('button', { name }).first().click()
    await expect(page).toHaveURL(/result=failed/)
    await expect(page).toHaveURL(/mine=true/)
    await page.getByRole('button', { name: `Delete view ${name}` }).click()
    await expect(viewsRegion(page).getByRole('button', { name })).toHaveCount(0)
  })

  test('formats the dates of a filter for people', { tag: '@long' }, async ({ page }) => {
    const chip = page.getByRole('button', { name: /^Date/ })
    await page.goto('/history?from=2026-03-01&to=2026-03-02')
    await expect(chip).toContainText('2026')
    await expect(chip).not.toContainText('2026-03')
    await page.goto('/history?from=someday')
    await expect(chip).toContainText('someday')
  })

  test('says when the browser doesn’t allow to copy a link, as without HTTPS', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    const found = await page.request.post('/api/verifications/search', {
      data: { environment: 'live' },
      headers: { origin: ORIGIN },
    })
    const [{ id }] = (await found.json()).items
    await openPage(page, `/history/${id}`)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Your browser didn’t allow copying.')).toBeVisible()
  })

  test('shows the record in a drawer, with its timeline and the response as received', async ({ page }) => {
    const name = `Rosa Sample ${randomUUID().slice(0, 6)}`
    const id = await makeCloseMatch(page.request, name)
    await page.goto('/sandbox/history')
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`open=${id}`))
    const drawer = page.getByRole('dialog', { name })
    await expect(drawer.getByRole('list', { name: 'Timeline' })).toContainText('Bank answered')
    await drawer.getByText('Technical details').click()
    await drawer.getByRole('button', { name: 'Show the response as received' }).click()
    await expect(drawer.getByRole('region', { name: 'Response as received' })).toContainText('close_match')
  })

  test('opens a sandbox check in the sandbox, never among live ones', async ({ page }) => {
    const id = await makeCloseMatch(page.request, 'Rosa Apart')
    for (const name of ['history', 'check']) {
      await page.goto(`/${name}/${id}`)
      await expect(page).toHaveURL(`/sandbox/${name}/${id}`)
    }
  })

  test('announces new rows with a button instead of moving those on screen', async ({ page }) => {
    const first = `Rosa First ${randomUUID().slice(0, 6)}`
    await makeCloseMatch(page.request, first)
    await page.goto('/sandbox/history')
    const links = page.getByRole('table', { name: 'Checks' }).locator('[data-row]')
    await expect(links.first()).toHaveText(first)
    const second = `Rosa Second ${randomUUID().slice(0, 6)}`
    await makeCloseMatch(page.request, second)
    const more = page.getByRole('button', { name: /new check/ })
    await expect(more).toBeVisible({ timeout: 15_000 })
    await expect(links.first()).toHaveText(first)
    await more.click()
    await expect(links.first()).toHaveText(second)
  })
})

test.describe('over the checks of everybody', () => {
  test.use({ role: 'reviewer' })

  test('has all filters from the start, so loading their options shifts nothing', async ({ page }) => {
    const loadOptions = await delayRequests(page, '**/search/choices**')
    await page.goto('/history')
    const filters = page.locator('main').getByRole('button', { name: /filter$/ })
    await expect(filters.filter({ hasText: 'Checked by' })).toBeVisible()
    const before = await filters.allTextContents()
    loadOptions()
    await filters.filter({ hasText: 'Checked by' }).click()
    await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await filters.allTextContents()).toEqual(before)
  })
})
