import { expect, test } from './support/office'

test.describe('the review rules', () => {
  test.use({ role: 'admin' })

  test('are ordered, switched and written by an admin, and say what they come to', async ({ page }) => {
    await page.goto('/admin/review-rules')
    const list = page.getByRole('list', { name: 'Rules' })
    await expect(list.getByRole('heading', { level: 2 })).toHaveCount(4)
    await expect(page.getByText(/^Last 30 days: /)).toContainText('0 approved by rule')

    await page.getByRole('button', { name: 'Add rule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add rule' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Sandbox vendors')
    await dialog.getByRole('combobox', { name: 'Then' }).selectOption('Approve by rule')
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await expect(dialog).toContainText('a rule approves nothing else')
    await dialog.getByRole('checkbox', { name: 'Capital letters' }).check()
    await dialog.getByRole('textbox', { name: 'Reference' }).fill('NOBODY-*')
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await expect(dialog).toBeHidden()
    await expect(list.getByRole('heading', { level: 2 }).first()).toHaveText('Sandbox vendors')

    await page.getByRole('button', { name: 'Actions for rule Sandbox vendors' }).click()
    await page.getByRole('menuitem', { name: 'Move down' }).click()
    await expect(list.getByRole('heading', { level: 2 }).nth(1)).toHaveText('Sandbox vendors')
    const off = page.getByRole('switch', { name: 'Rule Sandbox vendors' })
    await off.click()
    await expect(off).not.toBeChecked()
    await page.reload()
    await expect(list.getByRole('heading', { level: 2 }).nth(1)).toHaveText('Sandbox vendors')
    await expect(off).not.toBeChecked()

    await page.getByRole('button', { name: 'Actions for rule Sandbox vendors' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click()
    await expect(list.getByRole('heading', { level: 2 })).toHaveCount(4)
  })
})
