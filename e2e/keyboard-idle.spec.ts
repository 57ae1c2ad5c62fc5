import { randomInt, randomUUID } from 'node:crypto'
import { ibanOf } from '../lib/uploads/testing/body'
import { createUploadRequest } from './support/canary'
import { clearQueue, queueReviews } from './support/database'
import { pressKeys } from './support/keyboard'
import { expect, test } from './support/office'
import { openPage } from './support/page-checks'

const IBAN = 'FR7630006000011234567890189'

test.describe('after a result', () => {
  test.use({ role: 'analyst' })

  test('the focus leaves the fields, the shortcuts work, and the next pair goes to the right fields', async ({
    page,
  }) => {
    await openPage(page, '/sandbox/check')
    const iban = page.getByRole('textbox', { name: 'IBAN' })
    const name = page.getByRole('textbox', { name: 'Account holder name' })
    const letter = page.getByRole('button', { name: 'New check' }).locator('kbd').first()
    await iban.focus()
    // a letter would be typed, so no shortcut is shown
    await expect(letter).toBeHidden()
    await page.keyboard.type(IBAN)
    await pressKeys(page, 'Enter')
    await page.keyboard.type('Marie Curie')
    await pressKeys(page, 'Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Match' })).toBeFocused()
    await expect(letter).toBeVisible()
    const proof = page.waitForEvent('download')
    await pressKeys(page, 'p')
    expect((await proof).suggestedFilename()).toMatch(/\.pdf$/)
    await expect(name).toHaveValue('Marie Curie')
    await pressKeys(page, 'n')
    await expect(iban).toBeFocused()
    await expect(iban).toHaveValue('')
    await page.keyboard.type('DE89370400440532013000')
    await expect(iban).toHaveValue('DE89 3704 0044 0532 0130 00')
    await expect(name).toHaveValue('')
  })

  test('Escape leaves a field and keeps its content, and only the next one clears the form', async ({
    page,
  }) => {
    await openPage(page, '/sandbox/check')
    const iban = page.getByRole('textbox', { name: 'IBAN' })
    const name = page.getByRole('textbox', { name: 'Account holder name' })
    await iban.fill(IBAN)
    await pressKeys(page, 'Escape')
    await expect(iban).not.toBeFocused()
    await name.fill('Marie Curie')
    await pressKeys(page, 'Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Match' })).toBeFocused()
    await name.focus()
    await pressKeys(page, 'Escape')
    await expect(name).not.toBeFocused()
    await expect(name).toHaveValue('Marie Curie')
    await pressKeys(page, 'Escape')
    await expect(name).toHaveValue('')
    await expect(iban).toBeFocused()
    await openPage(page, '/history')
    const search = page.getByRole('searchbox', { name: 'Search checks' })
    await pressKeys(page, '/')
    await page.keyboard.type('curie')
    await pressKeys(page, 'Escape')
    await expect(search).not.toBeFocused()
    await expect(search).toHaveValue('curie')
  })
})

test.describe('a shortcut without an effect', { tag: '@long' }, () => {
  test.describe('on the check page', () => {
    test.use({ role: 'analyst' })

    test('explains that there is no result yet', async ({ page }) => {
      await openPage(page, '/sandbox/check')
      const notification = page.locator('[data-sonner-toast]', { hasText: 'There is no result yet.' })
      // a key does nothing before the page is hydrated
      await expect(async () => {
        await pressKeys(page, 'Escape')
        await expect(page.getByRole('textbox', { name: 'IBAN' })).not.toBeFocused({ timeout: 500 })
      }).toPass()
      for (const key of ['t', 'c', 'r', 'p']) {
        await pressKeys(page, key)
        await expect(notification).toBeVisible()
        await notification.getByRole('button', { name: 'Close' }).click()
        await expect(notification).toHaveCount(0)
      }
    })
  })

  test.describe('on the pages of uploads and the history', () => {
    test.use({ role: 'analyst' })

    test('shows why', async ({ page, baseURL }) => {
      const notification = page.locator('[data-sonner-toast][data-front="true"]')
      const pair = { iban: ibanOf(randomInt(1_000_000, 900_000_000)), name: 'Idle Keys' }
      const { body, headers } = createUploadRequest([pair], 'one-row.csv')
      const sent = await page.request.post('/api/uploads', {
        headers: { origin: baseURL ?? '', ...headers },
        data: body,
      })
      const { id } = await sent.json()
      await expect
        .poll(async () => (await (await page.request.get(`/api/uploads/${id}`)).json()).status)
        .toBe('completed')
      await openPage(page, `/bulk/${id}`)
      await expect(async () => {
        await pressKeys(page, 'p')
        await expect(notification).toContainText('This upload has already finished.', { timeout: 1_000 })
      }).toPass()
      await pressKeys(page, 'j', 'j')
      await expect(notification).toContainText('This is the last row.')
      await pressKeys(page, 'k')
      await expect(notification).toContainText('This is the first row.')
      await openPage(page, '/bulk')
      await pressKeys(page, 'j', 'k')
      await expect(notification).toContainText('This is the first row.')
      await openPage(page, '/history')
      await page.getByRole('searchbox', { name: 'Search checks' }).fill(randomUUID())
      await pressKeys(page, 'Enter', 'Escape')
      await expect(page.getByText('No checks match.')).toBeVisible()
      await pressKeys(page, 'e')
      await expect(notification).toContainText('There are no checks to export.')
      await pressKeys(page, 'j')
      await expect(notification).toContainText('There are no rows.')
    })
  })

  test.describe('on the review desk', () => {
    test.use({ role: 'reviewer' })
    test.beforeEach(clearQueue)

    test('shows why', async ({ page }) => {
      const notification = page.locator('[data-sonner-toast][data-front="true"]')
      await openPage(page, '/sandbox/review')
      await pressKeys(page, 'a')
      await expect(notification).toContainText('There are no items to decide.')
      await pressKeys(page, 'j')
      await expect(notification).toContainText('There are no other items.')
      await pressKeys(page, 'Shift+A')
      await expect(notification).toContainText('No item here can be decided together with others.')
      await pressKeys(page, 'z')
      await expect(notification).toContainText('There is no decision to undo.')
      const payee = `Jean ${randomUUID().slice(0, 6)} Dupond`
      const [item] = await queueReviews([[payee, payee.replace('Dupond', 'Dupont')]])
      await openPage(page, `/sandbox/review/${item?.id}`)
      await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
      await pressKeys(page, 'Shift+A')
      await expect(notification).toContainText('No item here can be decided together with others.')
      await pressKeys(page, 'k')
      await expect(notification).toContainText('There are no other items.')
      await pressKeys(page, 'm')
      await expect(notification).toContainText('There is no earlier decision to repeat.')
      await pressKeys(page, 'a')
      await expect(notification).toContainText(`Approved ${payee}`)
      await openPage(page, `/sandbox/review/${item?.id}`)
      await expect(page.getByText('approved this').first()).toBeVisible()
      await pressKeys(page, 'r')
      await expect(notification).toContainText('This item has already been decided.')
    })
  })
})
