import { expect, test } from './support/office'

test.describe('a payment list', () => {
  test.use({ role: 'analyst' })

  test('takes its currency from a column, or one for every row', async ({ page }) => {
    const list = 'Name,IBAN,Amount,Devise\nNord GmbH,DE89370400440532013000,12.50,EUR\n'
    await page.goto('/bulk/new')
    await page
      .getByLabel('Choose file')
      .setInputFiles({ name: 'currency.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await page.getByRole('button', { name: 'Continue' }).click()
    const currency = page.getByRole('combobox', { name: 'Currency', exact: true })
    const column = page.getByRole('combobox', { name: 'Meaning of column Devise' })
    const sum = page.getByText(/^1 payment, sum: /)
    await expect(currency.locator('option:checked')).toHaveText('Devise')
    await expect(sum).toContainText(/12[.,]50 EUR/)
    await currency.selectOption('USD')
    await expect(currency).toHaveValue('USD')
    await expect(column).toHaveValue('unused')
    await expect(sum).toContainText(/12[.,]50 USD/)
    await currency.selectOption('Devise')
    await expect(column).toHaveValue('currency')
    await expect(sum).toContainText(/12[.,]50 EUR/)
  })
})
