import { expect, test } from './support/office'
import { openPage } from './support/page-checks'

test.describe('a file that is read', () => {
  test.use({ role: 'analyst' })

  test('stays as it was when a choice makes it no table, and other choices still work', async ({ page }) => {
    await openPage(page, '/bulk/new')
    const buffer = Buffer.from(
      'IBAN;Name\nDE02120300000000202051;Anna Rossi\nFR7630006000011234567890189;Bob Miller',
    )
    await page.getByLabel('Choose file').setInputFiles({ name: 'two.csv', mimeType: 'text/csv', buffer })
    const header = page.getByRole('combobox', { name: 'Header row' })
    await header.selectOption({ label: 'Row 3' })
    await expect(
      page.locator('[data-sonner-toast]', {
        hasText: 'With this choice the file isn’t a table, so nothing was changed.',
      }),
    ).toBeVisible()
    await expect(header).toHaveValue('1')
    await header.selectOption({ label: 'None' })
    await expect(header).toHaveValue('none')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Match columns' })).toBeVisible()
  })

  test('keeps pasted text in its field when it isn’t a table', async ({ page }) => {
    await openPage(page, '/bulk/new')
    await page.getByText('Paste rows', { exact: true }).first().click()
    const field = page.getByRole('textbox', { name: 'Paste rows' })
    await field.fill('IBAN;Name')
    await page.getByRole('button', { name: 'Read rows' }).click()
    await expect(page.getByRole('alert').getByText('The selected file')).toBeVisible()
    await expect(field).toHaveValue('IBAN;Name')
  })

  test('is sent only once a change of many rows is on screen', async ({ page }) => {
    // a worker that takes its time over a replacement
    await page.addInitScript(() => {
      const { postMessage } = Worker.prototype
      Worker.prototype.postMessage = function (this: Worker, message: { call?: string }, ...rest: []) {
        const send = () => postMessage.call(this, message, ...rest)
        if (message.call === 'replace') window.addEventListener('accord:release', send, { once: true })
        else send()
      }
    })
    await openPage(page, '/bulk/new')
    const buffer = Buffer.from('IBAN;Name\nDE02120300000000202051;Anna Rossi')
    await page.getByLabel('Choose file').setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer })
    const next = page.getByRole('button', { name: 'Continue' })
    await next.click()
    await page.getByRole('heading', { level: 1, name: 'Match columns' }).waitFor()
    await next.click()
    const fix = page.getByRole('heading', { level: 1, name: 'Fix rows' })
    await fix.waitFor()
    await page.getByText('Change several rows').click()
    await page.getByRole('textbox', { name: 'Find' }).fill('Anna')
    await page.getByRole('textbox', { name: 'Replace with' }).fill('Ann')
    await page.getByRole('button', { name: 'Replace in the rows shown' }).click()
    await next.click()
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await expect(fix).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('accord:release')))
    await expect(fix).toBeHidden()
    await page.getByText('Your changes').first().click()
    await expect(page.getByRole('cell', { name: 'Ann Rossi' })).toBeVisible()
  })
})
