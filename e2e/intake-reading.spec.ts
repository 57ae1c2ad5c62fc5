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
})
