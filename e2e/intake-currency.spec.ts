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

  test('of debits pays nothing until a person says that its negative amounts are the payments', async ({
    page,
  }) => {
    const list =
      'Name;IBAN;Betrag\nNord GmbH;DE89370400440532013000;-12,50\nOst KG;NL91ABNA0417164300;-2,50\n'
    await page.goto('/bulk/new')
    await page
      .getByLabel('Choose file')
      .setInputFiles({ name: 'debits.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    await page.getByRole('button', { name: 'Continue' }).click()
    const choice = page.getByRole('checkbox', { name: 'The negative amounts are the payments' })
    await expect(page.getByText('2 negative')).toBeVisible()
    await choice.check()
    await expect(page.getByText(/^2 payments, sum: 15[.,]00 EUR/)).toBeVisible()
    await expect(page.getByText('2 negative')).toBeHidden()
    await choice.uncheck()
    await expect(page.getByText('2 negative')).toBeVisible()
  })
})
