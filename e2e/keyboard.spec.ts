import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ibanOf } from '../lib/uploads/testing/body'
import { clearQueue, queueReviews } from './support/database'
import { ORIGIN } from './support/http'
import { activate, findBadTabStops, pressKeys, tabTo } from './support/keyboard'
import { expect, test } from './support/office'
import { openPage } from './support/page-checks'

const IBAN = 'FR7630006000011234567890189'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('the focus', () => {
  test.use({ role: 'analyst' })

  /** The last one is a window of 1280 px at 400 %. */
  const SIZES = [...[1440, 820, 320].map((width) => ({ width, height: 740 })), { width: 320, height: 256 }]
  for (const { width, height } of SIZES)
    test(`is visible and uncovered on every stop, at ${width} × ${height} px`, { tag: '@long' }, async ({
      page,
    }) => {
      test.setTimeout(180_000)
      await page.setViewportSize({ width, height })
      for (const path of [
        '/',
        '/check',
        '/bulk',
        '/bulk/new',
        '/review',
        '/history',
        '/payments',
        '/payments/reports',
        '/account/preferences',
      ]) {
        await openPage(page, path)
        expect(await findBadTabStops(page), path).toEqual([])
      }
    })

  test('moves to the heading of the next page, and from the skip link to the content', async ({ page }) => {
    await openPage(page, '/history')
    await pressKeys(page, 'Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await pressKeys(page, 'Enter')
    await expect(page.locator('main')).toBeFocused()
    for (const [name, title] of [
      ['Bulk', 'Bulk'],
      ['History', 'History'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).focus()
      await pressKeys(page, 'Enter')
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
    }
  })
})

test.describe('the focus, when what has it goes away', () => {
  test.use({ role: 'analyst' })

  test('goes on to the table around it', async ({ page }) => {
    await openPage(page, '/history?result=failed&review=approved')
    const table = page.getByRole('region', { name: 'Checks' })
    await activate(table.getByRole('button', { name: 'Clear filters' }))
    await expect(table).toBeFocused()
  })
})

test.describe('what a filter has found', () => {
  test.use({ role: 'admin' })

  test('is announced on the pages of admins too', async ({ page }) => {
    const announced = page.getByRole('status').last()
    for (const [path, filter] of [
      ['/admin/users', () => page.getByRole('radio', { name: 'Active' }).press('Enter')],
      ['/admin/audit', () => page.getByRole('combobox', { name: 'About' }).selectOption('Sign-ins')],
      ['/admin/usage', () => page.getByLabel('From').fill('2020-01-01')],
    ] as const) {
      await openPage(page, path)
      await expect(announced).toHaveText('')
      await filter()
      if (path === '/admin/usage') {
        await page.getByLabel('To', { exact: true }).fill('2020-01-31')
        await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
      }
      await expect(announced, path).toHaveText(/\d/)
    }
  })
})

test.describe('a sidebar of icons', () => {
  test.use({ role: 'analyst', viewport: { width: 1100, height: 740 } })

  test('shows the name of an icon that has the focus, and a screen reader reads it once', async ({
    page,
  }) => {
    await openPage(page, '/history')
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })
    await tabTo(link)
    await expect(page.locator('.tooltip')).toHaveText('Home')
    await expect(link).toHaveAccessibleDescription('')
    // whatever loads after the page leaves the link in its place
    await page.waitForLoadState('networkidle')
    await expect(link).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('.tooltip')).toHaveCount(0)
  })
})

test.describe('without a mouse', () => {
  test.use({ role: 'analyst' })

  test('a view is saved and its checks are exported', { tag: '@long' }, async ({ page }) => {
    // no view that was saved before has these filters
    const from = new Date(Date.UTC(2000, 0, randomInt(9_000))).toISOString().slice(0, 10)
    await openPage(page, `/history?result=failed&source=single&from=${from}`)
    await tabTo(page.getByRole('button', { name: 'Save view', exact: true }))
    await pressKeys(page, 'Enter')
    const name = `Keys ${randomUUID().slice(0, 6)}`
    await expect(page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name')).toBeFocused()
    await page.keyboard.type(name)
    await pressKeys(page, 'Enter')
    await expect(
      page.getByRole('region', { name: 'Views' }).getByRole('button', { name, exact: true }),
    ).toBeVisible()
    await pressKeys(page, 'e')
    await expect(page.getByRole('dialog')).toBeVisible()
    await tabTo(page.getByRole('button', { name: 'Export', exact: true }))
    const file = page.waitForEvent('download')
    await pressKeys(page, 'Enter')
    expect((await file).suggestedFilename()).toMatch(/\.xlsx$/)
  })
})

test.describe('single keys', () => {
  test.use({ role: 'analyst' })

  test('do nothing in text fields, and nowhere once they are turned off, while Ctrl K still works', async ({
    page,
  }) => {
    await openPage(page, '/history')
    const search = page.getByRole('searchbox', { name: 'Search checks' })
    await pressKeys(page, '/')
    await expect(search).toBeFocused()
    await pressKeys(page, 'n', 'g', 'h')
    await expect(search).toHaveValue('ngh')
    await openPage(page, '/account/preferences')
    const off = page.getByRole('switch', { name: 'Single-key shortcuts' })
    await expect(off).toBeChecked()
    await off.click()
    await expect(off).not.toBeChecked()
    await openPage(page, '/history')
    await pressKeys(page, '/', 'n', '?')
    await pressKeys(page, 'Control+k')
    // an active shortcut would have opened something else first
    await expect(page.getByRole('dialog', { name: 'Command menu' })).toBeVisible()
    await expect(page).toHaveURL(/\/history$/)
    await pressKeys(page, 'Escape')
    await openPage(page, '/account/preferences')
    await off.click()
    await pressKeys(page, 'g', 'h')
    await expect(heading(page)).toHaveText('Home')
  })
})

test.describe('the effort', () => {
  test.describe('of an analyst', () => {
    test.use({ role: 'analyst' })

    test('of a check from Home is two fields and Enter, and of its evidence and the next check one key each', async ({
      page,
    }) => {
      await openPage(page, '/')
      const iban = page.getByRole('textbox', { name: 'IBAN' })
      await expect(iban).toBeFocused()
      await page.keyboard.type('DE89370400440532013000')
      await pressKeys(page, 'Enter')
      await expect(page.getByRole('textbox', { name: 'Account holder name' })).toBeFocused()
      await page.keyboard.type('Two Fields')
      await pressKeys(page, 'Enter')
      await expect(page).toHaveURL(/\/check\/[0-9a-f-]{36}$/)
      await expect(heading(page)).toBeFocused()
      const proof = page.waitForEvent('download')
      await pressKeys(page, 'p')
      expect((await proof).suggestedFilename()).toMatch(/\.pdf$/)
      await pressKeys(page, 'n')
      await expect(iban).toHaveValue('')
      await expect(iban).toBeFocused()
    })

    test('of a check from a spreadsheet is one paste and Enter, and of the next one Escape', {
      tag: '@long',
    }, async ({ page }) => {
      await openPage(page, '/sandbox/check')
      const iban = page.getByRole('textbox', { name: 'IBAN' })
      await iban.focus()
      await iban.evaluate((field, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, `Spread Sheet\t${IBAN}`)
      await expect(page.getByRole('textbox', { name: 'Account holder name' })).toHaveValue('Spread Sheet')
      await expect(iban).toBeFocused()
      await pressKeys(page, 'Enter')
      await expect(page.getByRole('article', { name: 'Match' })).toBeVisible()
      await pressKeys(page, 'Escape')
      await expect(iban).toHaveValue('')
    })

    test('of finding a check by the end of its IBAN is a slash, four digits and Enter', {
      tag: '@long',
    }, async ({ page }) => {
      const iban = ibanOf(randomInt(1_000_000, 900_000_000))
      const checked = await page.request.post('/api/verifications', {
        headers: { origin: ORIGIN, 'idempotency-key': randomUUID() },
        data: { environment: 'sandbox', iban, name: 'Found Again' },
      })
      expect(checked.status()).toBe(200)
      await openPage(page, '/sandbox/history')
      await pressKeys(page, '/')
      await page.keyboard.type(iban.slice(-4))
      await pressKeys(page, 'Enter')
      const rows = page.getByRole('table', { name: 'Checks' }).locator('tbody tr')
      // printed in groups of four, so the last group has two digits
      const end = `${iban.slice(-4, -2)} ${iban.slice(-2)}`
      await expect(rows.filter({ hasNotText: end })).toHaveCount(0)
      await expect(rows.first()).toContainText('Found Again')
    })

    test('of switching the environment is one click, on a clearly visible control', { tag: '@long' }, async ({
      page,
    }) => {
      await openPage(page, '/check')
      await page.getByRole('radiogroup', { name: 'Environment' }).getByText('Sandbox').click()
      await expect(page).toHaveURL(/\/sandbox\/check$/)
      await expect(page.getByRole('region', { name: 'Sandbox' })).toBeVisible()
      await expect(page.getByRole('status').last(), 'announced').toContainText('Results are simulated')
    })
  })

  test.describe('of a reviewer', () => {
    test.use({ role: 'reviewer' })
    test.beforeEach(clearQueue)

    test('of 25 names that differ in spelling only is two keys and a confirmation', { tag: '@long' }, async ({
      page,
    }) => {
      await queueReviews([
        ['Jean Dupond', 'Jean Dupont'],
        ...Array.from({ length: 25 }, (_, n) => [`oskar weiss ${n}`, `Oskar Weiss ${n}`] as [string, string]),
      ])
      await openPage(page, '/sandbox/review')
      await expect(page.getByRole('heading', { level: 1, name: 'Jean Dupond' })).toBeVisible()
      expect(await pressKeys(page, 'Shift+A', 'a')).toBeLessThanOrEqual(4)
      const dialog = page.getByRole('dialog', { name: 'Approve 25 items' })
      await dialog.getByRole('button', { name: 'Approve 25 items' }).click()
      await expect(dialog).toBeHidden()
      await expect(
        page.getByRole('navigation', { name: 'Review views' }).getByRole('link', { name: 'To review' }),
      ).toContainText('1')
    })
  })
})
