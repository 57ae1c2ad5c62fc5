import type { Page } from '@playwright/test'
import { ROLES } from '@/lib/auth/roles'
import { delayRequests } from './support/delayed-requests'
import { expect, test } from './support/office'
import { pagesFor } from './support/page-checks'
import { createPerson, PASSWORD, signInAs } from './support/people'

/** Opens a page whose scripts don't arrive until `arrive` is called: it is painted, but not hydrated. */
async function openUnhydrated(page: Page, path: string): Promise<() => void> {
  const arrive = await delayRequests(page, /_next\/static\/.*\.js/)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return arrive
}

test.describe('before a page is hydrated', () => {
  test.use({ role: 'analyst' })

  test('typed text stays, and typing continues', async ({ page }) => {
    const arrive = await openUnhydrated(page, '/check')
    const name = page.getByLabel('Account holder name')
    await name.click()
    await page.keyboard.type('Erly')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    arrive()
    await page.waitForLoadState('networkidle')
    await page.keyboard.type('a')
    await expect(name).toHaveValue('Early')
    // the form has received the name and asks only for the IBAN
    await page.getByRole('button', { name: /Check account/ }).click()
    await expect(page.getByRole('textbox', { name: 'IBAN' })).toBeFocused()
    await expect(name).toHaveValue('Early')
  })

  test('a file is read, and the work on it survives a reload', async ({ page }) => {
    const arrive = await openUnhydrated(page, '/bulk/new')
    const rows = Buffer.from('Name,IBAN\nNord GmbH,DE89 3704 0044 O532 0130 00\n')
    await page
      .getByLabel('Choose file')
      .setInputFiles({ name: 'early.csv', mimeType: 'text/csv', buffer: rows })
    arrive()
    await expect(page.getByRole('main').getByText(/^early\.csv, 1 row/)).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Fix 1 row' }).click()
    const errors = page.getByRole('button', { name: /^Errors/ })
    await expect(errors).toHaveText(/0/)
    await page.reload()
    await expect(errors).toHaveText(/0/)
  })

  for (const { path, onto } of [
    { path: '/bulk', onto: 'h1' },
    { path: '/bulk/new', onto: 'label:has(input[type=file])' },
  ])
    test(`a file dropped on ${path} opens in the wizard, not in the browser`, async ({ page }) => {
      const arrive = await openUnhydrated(page, path)
      const taken = await page.locator(onto).evaluate((target) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['Name,IBAN\nNord GmbH,DE89370400440532013000\n'], 'dropped.csv'))
        return ['dragover', 'drop'].map(
          (kind) =>
            !target.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true })),
        )
      })
      expect(taken).toEqual([true, true])
      arrive()
      await expect(page.getByRole('main').getByText(/^dropped\.csv, 1 row/)).toBeVisible()
    })

  test('an IBAN typed during hydration keeps all its characters', async ({ page }) => {
    const arrive = await openUnhydrated(page, '/check')
    const iban = page.getByLabel('IBAN', { exact: true })
    await iban.pressSequentially('fr7630')
    arrive()
    await iban.pressSequentially('006000011234567890189', { delay: 30 })
    await expect(iban).toHaveValue('FR76 3000 6000 0112 3456 7890 189')
    await expect(page.getByText('Valid IBAN').first()).toBeVisible()
  })

  test('Enter does nothing: the fields stay, are not added to the URL, and are sent once the page is hydrated', async ({
    page,
  }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
      expect(request.url()).not.toContain('AT61')
    })
    const arrive = await openUnhydrated(page, '/check')
    const iban = page.getByLabel('IBAN', { exact: true })
    await iban.fill('AT611904300234573201')
    await page.getByLabel('Account holder name').fill('Early Payee GmbH')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/check$/)
    await expect(iban).toHaveValue('AT611904300234573201')
    expect(sent).toEqual([])
    arrive()
    await expect(iban).toHaveValue('AT61 1904 3002 3457 3201')
    await page.getByLabel('Account holder name').press('Enter')
    await page.waitForURL(/\/check\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('Early Payee GmbH')
  })

  test('a pressed button does nothing and shows that it is not ready', async ({ page }) => {
    const arrive = await openUnhydrated(page, '/history')
    const jump = page.getByRole('button', { name: 'Search or jump to' })
    await expect(jump).toHaveCSS('cursor', 'progress')
    await jump.click()
    arrive()
    await expect(jump).not.toHaveCSS('cursor', 'progress')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await jump.click()
    await expect(page.getByRole('dialog', { name: 'Command menu' })).toBeVisible()
  })

  test('a selected option is kept', async ({ page }) => {
    const arrive = await openUnhydrated(page, '/account/preferences')
    await page.getByRole('radio', { name: 'Dark' }).click()
    arrive()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByText('Saved')).toBeVisible()
  })
})

/** A choice here applies immediately and for everybody; "a selected option is kept" has one of these pages. */
const APPLIED_AT_ONCE = ['/admin/users', '/admin/review-rules', '/account/preferences']

const FIELDS = ':is(input:not([type=file], [type=hidden], [type=search]), select, textarea):visible'

/**
 * Fills every field of a page that isn't hydrated, and presses Enter in it. A search is filled only where there is nothing
 * else, because what it doesn't find goes away. @returns the new values
 */
async function fillEveryField(page: Page): Promise<(string | boolean)[]> {
  const fields = await page.locator(`main ${FIELDS}`).all()
  for (const field of fields.length > 0 ? fields : await page.locator('main [type=search]').all()) {
    await field.evaluate((element) => {
      const n = document.querySelectorAll('[data-early]').length
      element.setAttribute('data-early', '')
      if (element instanceof HTMLSelectElement) element.selectedIndex = element.selectedIndex === 0 ? 1 : 0
      else if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return
      else if (element.type === 'checkbox' || element.type === 'radio') element.click()
      else element.value = element.type === 'date' ? `2026-11-1${n}` : `1${n}`
    })
    await field.press('Enter')
  }
  return earlyValues(page)
}

const earlyValues = (page: Page): Promise<(string | boolean)[]> =>
  page
    .locator('[data-early]')
    .evaluateAll((all) =>
      (all as HTMLInputElement[]).map(({ type, checked, value }) =>
        type === 'checkbox' || type === 'radio' ? checked : value,
      ),
    )

async function expectEntriesKept(page: Page, path: string) {
  const arrive = await openUnhydrated(page, path)
  const entered = await fillEveryField(page)
  await expect(page).toHaveURL(path)
  arrive()
  await expect(page.locator('body[data-alive]')).toBeVisible()
  await expect.poll(() => earlyValues(page), { message: path }).toEqual(entered)
}

test.describe('whatever is entered before a page is hydrated stays, all fields together, and Enter adds none of it to the URL', () => {
  for (const path of ['/account/security', '/admin/retention', '/admin/audit'])
    test(`on ${path}`, async ({ page }) => {
      await signInAs(page, await createPerson([...ROLES]))
      await expectEntriesKept(page, path)
    })

  test('on every page with fields', { tag: '@long' }, async ({ page }) => {
    test.setTimeout(180_000)
    await signInAs(page, await createPerson([...ROLES]))
    const paths = await Promise.all(ROLES.map((role) => pagesFor(role, page.request)))
    let withFields = 0
    for (const path of new Set(paths.flat())) {
      const served = (await (await page.request.get(path)).text()).match(/<main.*<\/main>/s)?.[0] ?? ''
      if (APPLIED_AT_ONCE.includes(path) || !/<(input|select|textarea)/.test(served)) continue
      withFields += 1
      await expectEntriesKept(page, path)
    }
    expect(withFields).toBeGreaterThan(10)
  })
})

test.describe('before the sign-in page is hydrated', () => {
  test('typed credentials sign in', async ({ page }) => {
    const { email } = await createPerson(['analyst'])
    const arrive = await openUnhydrated(page, '/signin')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    arrive()
    await expect(page.locator('body[data-alive]')).toBeVisible()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === '/')
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  })
})
