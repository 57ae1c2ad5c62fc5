import type { Browser, Page } from '@playwright/test'
import { expect, SIGNED_OUT, test } from './support/office'
import { createPerson, PASSWORD, type Person, signInAs } from './support/people'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Reads the language and the title of a page as served, before its scripts run. */
async function readServedPage(page: Page, path: string): Promise<string> {
  const html = (await (await page.goto(path))?.text()) ?? ''
  return `${html.match(/<html[^>]* lang="(\w+)"/)?.[1]}: ${html.match(/<title>([^<]*)/)?.[1]}`
}

async function newBrowser(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: process.env.BASE_URL,
    storageState: SIGNED_OUT,
    locale,
  })
  return context.newPage()
}

async function signInWithForm(page: Page, { email }: Person, words: [email: string, password: string]) {
  await page.getByLabel(words[0]).fill(email)
  await page.getByLabel(words[1], { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
}

test.describe('the language', () => {
  test.use({ locale: 'en-GB' })

  test('follows the person to a browser with another language, the first paint included', async ({
    page,
    browser,
  }) => {
    const analyst = await createPerson(['analyst'])
    await signInAs(page, analyst)
    await page.goto('/account/preferences')
    const language = page.getByRole('combobox', { name: 'Language' })
    let shown = ''
    await page.route('**/api/account/language', async (route) => {
      shown = await language.inputValue()
      await route.continue()
    })
    await language.selectOption('Français')
    await expect(page.getByRole('combobox', { name: 'Langue' })).toHaveValue('fr')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    expect(shown, 'the language while it is saved').toBe('fr')

    const elsewhere = await newBrowser(browser, 'en-GB')
    await elsewhere.goto('/signin')
    await expect(heading(elsewhere)).toHaveText('Sign in')
    await signInWithForm(elsewhere, analyst, ['Email', 'Password'])
    await expect(heading(elsewhere)).toHaveText('Accueil')
    expect(await readServedPage(elsewhere, '/check')).toBe('fr: Vérifier un compte · Accord')
    await elsewhere.context().close()
  })

  test('of the sign-in page is the browser’s, and after a sign-in that of the last person', async ({
    browser,
  }) => {
    const page = await newBrowser(browser, 'fr-BE')
    expect(await readServedPage(page, '/signin')).toBe('fr: Connexion · Accord')
    const analyst = await createPerson(['analyst'])
    await signInAs(page, analyst)
    expect(await readServedPage(page, '/check')).toBe('fr: Vérifier un compte · Accord')

    await page.goto('/')
    await page.getByRole('button', { name: new RegExp(analyst.name) }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await expect(heading(page)).toHaveText('Home')
    await page.getByRole('button', { name: new RegExp(analyst.name) }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/signin/)
    await expect(heading(page)).toHaveText('Sign in')
    await page.context().close()
  })
})
