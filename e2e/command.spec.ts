import { expect, test } from './support/office'

test.describe('the command menu', () => {
  test.use({ role: 'analyst' })

  test('opens with Ctrl K anywhere, finds a page, and returns the focus', async ({ page }) => {
    await page.goto('/history')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const opener = page.getByRole('button', { name: 'Search or jump to' })
    await opener.focus()
    await page.keyboard.press('Control+k')
    const menu = page.getByRole('dialog', { name: 'Command menu' })
    await expect(menu.getByPlaceholder('Search or jump to')).toBeFocused()
    await page.keyboard.type('nothing of the kind')
    await expect(menu.getByText('Nothing found. Paste an IBAN to check it.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await page.keyboard.type('rev')
    await expect(menu.getByRole('option', { name: 'Review', exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/review$/)
  })

  test('takes a pasted IBAN to the check page without putting it in the URL, and remembers records', async ({
    page,
  }) => {
    await page.goto('/sandbox/history')
    await page.keyboard.press('Control+k')
    const menu = page.getByRole('dialog', { name: 'Command menu' })
    await menu.getByPlaceholder('Search or jump to').fill('fr76 3000 6000 0112 3456 7890 189')
    await expect(menu.getByRole('option')).toHaveText(['Check FR76 3000 … 0189'])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/sandbox\/check$/)
    await expect(page.getByRole('textbox', { name: 'IBAN' })).toHaveValue('FR76 3000 6000 0112 3456 7890 189')
    const name = page.getByRole('textbox', { name: 'Account holder name' })
    await expect(name).toBeFocused()
    await name.fill('Recent Holder')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/sandbox\/check\/[0-9a-f-]{36}$/)
    const opened = new URL(page.url()).pathname
    await page.keyboard.press('Control+k')
    await menu.getByRole('option', { name: 'Home' }).click()
    await page.keyboard.press('Control+k')
    await menu.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Recent Holder' }).click()
    await expect(page).toHaveURL(opened)
  })
})
