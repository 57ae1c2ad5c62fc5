import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ibanOf } from '../lib/uploads/testing/body'
import { makeCloseMatch } from './support/close-match'
import { clearQueue } from './support/database'
import { delayRequests } from './support/delayed-requests'
import { expect, test } from './support/office'
import { expectAccessible, openPage } from './support/page-checks'
import { createPerson, signInAs } from './support/people'
import { sendUpload } from './support/upload'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const RECORD = /\/api\/verifications\/[0-9a-f-]{36}$/
const expectText = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()

/** Makes requests to a path of our API fail from now on. */
const failRequests = (page: Page, path: string) =>
  page.route(path, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', json: { code: 'internal' } }),
  )

test.describe('without data', () => {
  test('each page says what will appear there, and what to do', { tag: '@long' }, async ({ page }) => {
    await signInAs(page, await createPerson(['analyst']))
    for (const [path, words, act] of [
      ['/', 'Nothing needs attention.', null],
      ['/bulk', 'No uploads yet', 'New upload'],
      ['/history', 'No checks yet', 'New check'],
      ['/check', 'Your checks from today appear here.', null],
      ['/review', 'The queue is empty', null],
    ] as const) {
      await openPage(page, path)
      await expectText(page, words)
      if (act) await expect(page.locator('main').getByRole('link', { name: act }).first()).toBeVisible()
      await expectAccessible(page, `${path}, empty`)
    }
  })

  test.describe('without results for a filter', () => {
    test.use({ role: 'reviewer' })

    test('the filters can be cleared', { tag: '@long' }, async ({ page }) => {
      for (const [path, words] of [
        ['/history?from=2001-01-01&to=2001-01-02', 'No checks match.'],
        ['/review?result=no_match&age=7&source=api', 'No items match these filters.'],
      ] as const) {
        await openPage(page, path)
        await expectText(page, words)
        await expectAccessible(page, `${path}, nothing found`)
        await page.getByRole('button', { name: 'Clear filters' }).first().click()
        await expect(page.getByText(words)).toHaveCount(0)
      }
    })
  })
})

test.describe('when a part of a page fails to load', () => {
  test.use({ role: 'analyst' })

  test('the content on screen stays, a message explains it, and Try again loads it', async ({ page }) => {
    await openPage(page, '/history')
    const rows = page.getByRole('table', { name: 'Checks' }).locator('tbody tr')
    const before = await rows.count()
    await failRequests(page, '**/api/verifications/search')
    await page.getByRole('button', { name: 'My checks', exact: true }).click()
    await expectText(page, 'History couldn’t be loaded.')
    expect(await rows.count()).toBe(before)
    await expect(page.getByText('No checks match.')).toHaveCount(0)
    await expectAccessible(page, 'the history, an error over old rows')
    await page.unroute('**/api/verifications/search')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('History couldn’t be loaded.')).toHaveCount(0)
  })

  test('a menu that failed to load opens as soon as it loads', async ({ page }) => {
    await openPage(page, '/history')
    await page.route('**/_next/static/**', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: /Camille Roux/ }).click()
    await failed
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.unroute('**/_next/static/**')
    await expect(page.getByRole('menu')).toBeVisible()
  })

  test('the explanation of a term says that it failed to load, and Try again loads it', async ({ page }) => {
    await openPage(page, '/history')
    // with it comes the code of every box
    await page.getByRole('button', { name: 'Source' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.route('**/_next/static/**', (route) => route.abort())
    await page.locator(':has(> .meter) button').click()
    await expect(page.getByRole('dialog')).toContainText('The explanation couldn’t be loaded.')
    await page.unroute('**/_next/static/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Open the glossary' })).toBeVisible()
  })

  test('the rows of an upload show that counting continues', { tag: '@long' }, async ({ page }) => {
    const { items } = await (await page.request.get('/api/uploads')).json()
    await openPage(page, `/bulk/${items[0].id}`)
    await failRequests(page, '**/api/uploads/*/rows**')
    await page.getByRole('group', { name: 'Filter rows by result' }).getByRole('button').first().click()
    await expectText(page, 'Rows couldn’t be loaded. Counting continues.')
    await expect(page.getByText('No rows match.')).toHaveCount(0)
    await expectAccessible(page, 'an upload whose rows do not load')
  })

  test('a check without a response keeps the input', { tag: '@long' }, async ({ page }) => {
    await openPage(page, '/sandbox/check')
    for (const part of ['api/verifications', '_next/static/**'])
      await page.route(`**/${part}`, (route) => route.abort())
    await page.getByRole('textbox', { name: 'IBAN' }).pressSequentially('FR7630006000011234567890189')
    await page.getByRole('textbox', { name: 'Account holder name' }).fill('Marie Curie')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Account holder name' })).toHaveValue('Marie Curie')
    await expectAccessible(page, 'a check without an answer')
  })
})

test.describe('when the answer to a request is lost', () => {
  test.use({ role: 'analyst' })

  const LOST = 'No connection. It may have been carried out: check before you try again.'
  const loseAnswer = (page: Page, path: string) => page.route(path, (route) => route.abort(), { times: 1 })

  test('a new check of the same pair isn’t called unsent', async ({ page }) => {
    const id = await makeCloseMatch(page.request, 'Lost Again')
    await openPage(page, `/sandbox/history/${id}`)
    await loseAnswer(page, '**/recheck')
    await page.getByRole('button', { name: 'Check again' }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Check again' })
    await expect(confirm).toBeVisible()
    await page.waitForLoadState('networkidle')
    // without a connection no script loads either
    await page.route('**/_next/static/**', (route) => route.abort())
    await confirm.click()
    await expect(page.locator('[data-sonner-toast]', { hasText: LOST })).toBeVisible()
  })

  test('the choice of earlier answers isn’t called unmade', async ({ page }) => {
    // of twelve accounts, some match for sure
    const start = randomInt(1_000_000, 900_000_000)
    const rows = Array.from({ length: 12 }, (_, n) => ({ iban: ibanOf(start + n), name: `Nora Lindt ${n}` }))
    const state = async (id: string) => (await (await page.request.get(`/api/uploads/${id}`)).json()).status
    const first = await sendUpload(page.request, rows)
    await expect.poll(() => state(first), { timeout: 60_000 }).toBe('completed')
    const id = await sendUpload(page.request, rows, { known: 'ask' })
    await openPage(page, `/bulk/${id}`)
    await loseAnswer(page, '**/known')
    await page.getByRole('button', { name: 'Use earlier answers' }).click()
    await expectText(page, LOST)
  })

  test('an upload isn’t called unsent', async ({ page }) => {
    await openPage(page, '/bulk/new')
    const buffer = Buffer.from('IBAN;Name\r\nFR7630006000011234567890189;Lost Upload\r\n')
    await page.getByLabel('Choose file').setInputFiles({ name: 'lost.csv', mimeType: 'text/csv', buffer })
    for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Continue' }).click()
    await loseAnswer(page, '**/api/uploads')
    await page.getByRole('button', { name: /^Send 1 row$/ }).click()
    await expectText(page, 'The server didn’t respond.')
    await expect(page.getByText('Nothing was sent.')).toHaveCount(0)
  })
})

test.describe('while a part of a page loads', () => {
  test.use({ role: 'analyst' })

  test('it shows what is loading, and then the content in the same place', { tag: '@long' }, async ({
    page,
  }) => {
    await openPage(page, '/history')
    const go = await delayRequests(page, RECORD)
    await page.getByRole('table', { name: 'Checks' }).locator('[data-row]').first().click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('status').filter({ hasText: 'Loading check' })).toHaveCount(1)
    await expectAccessible(page, 'a record on its way')
    go()
    await expect(drawer.getByRole('list', { name: 'Timeline' })).toBeVisible()
  })
})

test.describe('a forbidden or unknown page', () => {
  test.use({ role: 'analyst' })
  test.beforeEach(clearQueue)

  test('explains itself, also in its title, and offers a link, with 403 or 404', async ({ page }) => {
    for (const [path, status, title, link] of [
      ['/admin/users', 403, 'You don’t have access to this page', 'Go to Home'],
      [`/history/${UNKNOWN_ID}`, 404, 'Record not found', 'Open history'],
      [`/check/${UNKNOWN_ID}`, 404, 'Record not found', 'Open history'],
      [`/bulk/${UNKNOWN_ID}`, 404, 'Record not found', 'Open history'],
      [`/review/${UNKNOWN_ID}`, 404, 'Record not found', 'Open history'],
      ['/nothing-here', 404, 'Page not found', 'Go to Home'],
    ] as const) {
      expect((await page.goto(path))?.status(), path).toBe(status)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText(title)
      // Playwright translates no title
      await expect(page).toHaveTitle(`${await heading.textContent()} · Accord`)
      await expect(page.locator('main').getByRole('link', { name: link })).toBeVisible()
      if (process.env.LONG) await expectAccessible(page, path)
    }
  })
})
