import type { Page } from '@playwright/test'
import { expect, test } from './support/office'

const IBAN = 'FR7630006000011234567890189'
const GROUPED = 'FR76 3000 6000 0112 3456 7890 189'

async function submitCheck(page: Page, iban: string, name: string) {
  await page.getByRole('textbox', { name: 'IBAN' }).fill('')
  await page.getByRole('textbox', { name: 'IBAN' }).pressSequentially(iban)
  await page.getByRole('textbox', { name: 'Account holder name' }).fill(name)
  await page.keyboard.press('Enter')
}

test.describe('a check in the sandbox', () => {
  test.use({ role: 'analyst' })

  for (const [outcome, title] of [
    ['Match', 'Match'],
    ['Close match', 'Close match'],
    ['No match', 'No match'],
    ['Failed', 'Failed'],
  ] as const)
    test(`returns ${outcome} when it is forced`, { tag: outcome === 'Close match' ? [] : '@long' }, async ({
      page,
    }) => {
      await page.goto('/sandbox/check')
      await expect(page.getByRole('region', { name: 'Sandbox' })).toContainText('Results are simulated')
      await page
        .getByRole('radiogroup', { name: 'Simulated result' })
        .getByText(outcome, { exact: true })
        .click()
      await submitCheck(page, IBAN, 'Marie Curie')
      await expect(page.getByRole('article', { name: title })).toBeVisible()
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
      await page.waitForURL(/\/sandbox\/check\/[0-9a-f-]{36}$/)
    })

  test('that takes seconds says so to a screen reader', async ({ page }) => {
    await page.clock.install()
    await page.goto('/sandbox/check')
    await page.route('**/api/verifications', () => {})
    await submitCheck(page, IBAN, 'Marie Curie')
    const announced = page.getByRole('status').last()
    await expect(announced).toHaveText('')
    await page.clock.runFor(4_000)
    await expect(announced).toHaveText(/\S/)
  })

  test('behind too many others is sent after a minute, and its result is shown', async ({ page }) => {
    await page.clock.install()
    await page.goto('/sandbox/check')
    const json = { code: 'local_rate_limited', title: 'Too many checks are waiting.' }
    await page.route(
      '**/api/verifications',
      (route) => route.fulfill({ status: 429, contentType: 'application/problem+json', json }),
      { times: 1 },
    )
    await submitCheck(page, IBAN, 'Marie Curie')
    await expect(page.getByText(/Sending automatically in \d+ s\./)).toBeVisible()
    for (let second = 0; second < 62; second++) await page.clock.runFor(1_000)
    await expect(page.getByRole('article', { name: 'Match' })).toBeVisible()
  })
})

test.describe('a live check', () => {
  test.use({ role: 'analyst' })

  test('groups the IBAN during typing, names country and bank, and needs two fields and Enter', async ({
    page,
  }) => {
    await page.goto('/check')
    await page.getByRole('textbox', { name: 'IBAN' }).pressSequentially('fr7630006000011234567890189')
    await expect(page.getByRole('textbox', { name: 'IBAN' })).toHaveValue(GROUPED)
    await expect(page.getByText('Valid IBAN').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Account holder name' }).fill('Marie Curie')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/check\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('article')).toBeVisible()
    expect(page.url()).not.toContain('Curie')
  })

  test('removes its result as soon as a field changes', async ({ page }) => {
    await page.goto('/check')
    await submitCheck(page, IBAN, 'Marie Curie')
    await expect(page.getByRole('article')).toBeVisible()
    await page.getByRole('textbox', { name: 'Account holder name' }).pressSequentially('x')
    await expect(page.getByRole('article')).toHaveCount(0)
  })

  test('survives a reload of its page and is found in the history, newest first', async ({ page }) => {
    await page.goto('/check')
    await submitCheck(page, 'DE89370400440532013000', 'Jonas Albrecht')
    await page.waitForURL(/\/check\/[0-9a-f-]{36}$/)
    await page.reload()
    await expect(page.getByRole('article')).toBeVisible()
    await page.goto('/history')
    const rows = page.getByRole('table', { name: 'Checks' }).getByRole('row')
    await expect(rows.nth(1)).toContainText('Jonas Albrecht')
    await page.getByRole('searchbox', { name: 'Search checks' }).fill('3000')
    await expect(rows.nth(1)).toContainText('DE89 3704 0044 0532 0130 00')
    expect(page.url()).not.toContain('3000')
  })

  test('is checked again by the same request when its answer was lost', async ({ page }) => {
    await page.goto('/sandbox/check')
    await page.getByRole('radiogroup', { name: 'Simulated result' }).getByText('Failed').click()
    await submitCheck(page, IBAN, 'Lost Answer')
    await page.waitForURL(/\/check\/[0-9a-f-]{36}$/)
    const requests: string[] = []
    await page.route(/verifications\/[^/]+\/recheck$|\/api\/verifications$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const { pathname } = new URL(route.request().url())
      requests.push(`${pathname} ${route.request().headers()['idempotency-key']}`)
      if (requests.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    const before = page.url()
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).not.toHaveURL(before)
    expect(requests[0]).toContain('recheck')
    expect(requests).toEqual([requests[0], requests[0]])
  })

  test('is not sent with a wrong IBAN, and the message explains the error', async ({ page }) => {
    const posts: string[] = []
    page.on(
      'request',
      (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname),
    )
    await page.goto('/check')
    await submitCheck(page, 'NL91ABNA0417', 'Marijke Verhoeven')
    await expect(page.getByText('Too short for the Netherlands: 12 of 18 characters.').first()).toBeVisible()
    await submitCheck(page, 'FR7630006000011234567890188', 'Marie Curie')
    await expect(
      page.getByText('The check digits are wrong. Two digits may be swapped.').first(),
    ).toBeVisible()
    // while the name field has the focus, Enter sends it
    await page
      .getByRole('textbox', { name: 'Account holder name' })
      .fill('Marie Curie FR7630006000011234567890189')
    await expect(page.getByText('This contains an IBAN. Enter only the name.')).toBeVisible()
    expect(posts.filter((path) => path === '/api/verifications')).toEqual([])
  })

  test('of an IBAN checked before warns before it is sent again', async ({ page }) => {
    await page.goto('/check')
    await submitCheck(page, 'BE68539007547034', 'Lucas Peeters')
    await page.waitForURL(/\/check\/[0-9a-f-]{36}$/)
    await page.goto('/check')
    await page.getByRole('textbox', { name: 'IBAN' }).pressSequentially('BE68539007547034')
    await page.getByRole('textbox', { name: 'Account holder name' }).fill('Lucas Peeters')
    await expect(page.getByText(/Checked today at/).first()).toBeVisible()
  })

  test('is billed once, however often Enter is pressed', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/verifications'))
        sent.push(request.headers()['idempotency-key'] ?? '')
    })
    await page.goto('/check')
    await page.getByRole('textbox', { name: 'IBAN' }).pressSequentially('AT611904300234573201')
    await page.getByRole('textbox', { name: 'Account holder name' }).fill('Gartenbau Steiner GmbH')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/check\/[0-9a-f-]{36}$/)
    expect(new Set(sent).size).toBe(1)
  })
})

test.describe('the connection', () => {
  test.use({ role: 'admin' })

  test('is shown masked and can be tested', async ({ page }) => {
    await page.goto('/admin/connections')
    await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible()
    const connection = page.getByRole('article').first()
    await expect(connection).toContainText('••••')
    await connection.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByRole('list', { name: 'Test steps' }).getByRole('listitem')).toHaveCount(3)
    await expect(page.getByText(/Working/).first()).toBeVisible()
  })
})
