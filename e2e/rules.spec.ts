import { delayRequests } from './support/delayed-requests'
import { expect, test } from './support/office'
import { createPerson, PASSWORD, signInAs, updateSessions } from './support/people'

test.describe('the review rules', () => {
  test.use({ role: 'admin' })

  test('are ordered, turned on and off, and created by an admin, and show their effect', async ({ page }) => {
    await page.goto('/admin/review-rules')
    const list = page.getByRole('list', { name: 'Rules' })
    await expect(list.getByRole('heading', { level: 2 })).toHaveCount(4)
    await expect(page.getByText(/^Last 30 days: /)).toContainText('0 approved by rule')

    await page.getByRole('button', { name: 'Add rule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add rule' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Sandbox vendors')
    await dialog.getByRole('combobox', { name: 'Then' }).selectOption('Approve by rule')
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await expect(dialog).toContainText('A rule can’t approve anything else')
    await dialog.getByRole('checkbox', { name: 'Capital letters' }).check()
    await dialog.getByRole('textbox', { name: 'Reference' }).fill('NOBODY-*')
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await expect(dialog).toBeHidden()
    await expect(list.getByRole('heading', { level: 2 }).first()).toHaveText('Sandbox vendors')

    await page.getByRole('button', { name: 'Actions for rule Sandbox vendors' }).click()
    await page.getByRole('menuitem', { name: 'Move down' }).click()
    await expect(list.getByRole('heading', { level: 2 }).nth(1)).toHaveText('Sandbox vendors')
    const off = page.getByRole('switch', { name: 'Rule Sandbox vendors' })
    const oneRule = /\/api\/admin\/rules\/[0-9a-f-]{36}$/
    const save = await delayRequests(page, oneRule)
    await off.click()
    await expect(off, 'while it is saved').not.toBeChecked()
    const saved = page.waitForResponse(oneRule)
    save()
    await saved
    await page.reload()
    await expect(list.getByRole('heading', { level: 2 }).nth(1)).toHaveText('Sandbox vendors')
    await expect(off).not.toBeChecked()

    await page.getByRole('button', { name: 'Actions for rule Sandbox vendors' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click()
    await expect(list.getByRole('heading', { level: 2 })).toHaveCount(4)

    await page.goto('/')
    const notice = page.getByRole('listitem').filter({ hasText: 'fewer people see results' })
    await expect(notice).toContainText('Marta Keller relaxed the review rules')
    await notice.getByRole('link', { name: 'Open review rules' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Review rules' })).toBeVisible()
  })

  test('are changed only after a proof of identity', async ({ page }) => {
    const admin = await createPerson(['admin'])
    await page.context().clearCookies()
    await signInAs(page, admin)
    await updateSessions(admin, "confirmed_at = now() - interval '11 minutes'")
    await page.goto('/admin/review-rules')
    const asks = page.getByRole('checkbox', { name: /Ask for a reason on approval/ })
    await asks.click()
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await proof.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('You didn’t confirm it’s you').first()).toBeVisible()
    await expect(asks).not.toBeChecked()
    await asks.click()
    await proof.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await expect(asks).toBeChecked()
    await asks.click()
    await expect(asks).not.toBeChecked()
  })
})
