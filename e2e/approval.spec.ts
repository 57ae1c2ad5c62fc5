import { randomInt, randomUUID } from 'node:crypto'
import { ibanOf } from '../lib/uploads/testing/body'
import { findViolations } from './support/axe'
import { createUploadRequest } from './support/canary'
import { ORIGIN } from './support/http'
import { signInAsRole } from './support/keys'
import { DEMO_LIMITS, type OfficeLimits, setLimits } from './support/limits'
import { expect, test } from './support/office'

type Limit = OfficeLimits['credits']
const setLimit = async (playwright: Parameters<typeof signInAsRole>[0], credits: Limit) =>
  setLimits(await signInAsRole(playwright, 'admin'), { ...DEMO_LIMITS, credits })
const NO_LIMIT: Limit = { upload: null, personDay: null }

test.describe('above a limit of credits', () => {
  test.use({ role: 'analyst' })
  test.afterEach(({ playwright }) => setLimit(playwright, NO_LIMIT))

  test('an upload warns before Send, waits for a second person, and is sent when approved', async ({
    page,
    visitor,
    playwright,
  }) => {
    await setLimit(playwright, { ...NO_LIMIT, upload: 1 })
    const [first, second] = [randomInt(74_000_000, 75_000_000), randomInt(75_000_000, 76_000_000)]
    await page.goto('/bulk/new')
    await page.getByText('Paste rows', { exact: true }).first().click()
    await page
      .getByRole('textbox', { name: 'Paste rows' })
      .fill(`Name\tIBAN\nJean Dupont\t${ibanOf(first)}\nNord GmbH\t${ibanOf(second)}`)
    await page.getByRole('button', { name: 'Read rows' }).click()
    for (const step of ['Match columns', 'Fix rows', 'Send for checking']) {
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('heading', { level: 1, name: step })).toBeVisible()
    }
    await expect(page.getByText('This upload needs a second person’s approval.')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    const name = `Above ${randomUUID().slice(0, 6)}`
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('button', { name: 'Send 2 rows' }).click()
    await page.waitForURL(/\/bulk\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Waiting for approval', { exact: true })).toBeVisible()
    await expect(page.getByText('Nothing is sent before then.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    const id = page.url().slice(-36)

    const reviewer = (await visitor('reviewer')).page
    await reviewer.goto('/')
    const waiting = reviewer.getByRole('listitem').filter({ has: reviewer.locator(`a[href="/bulk/${id}"]`) })
    await expect(waiting).toContainText('is waiting for a second person’s approval')
    await waiting.getByRole('link', { name: 'Open' }).click()
    await expect(reviewer.getByText('over the limit for one upload')).toBeVisible()
    expect(await findViolations(reviewer)).toEqual([])
    await reviewer.getByRole('button', { name: 'Approve' }).click()
    const asking = reviewer.getByRole('dialog', { name: 'Approve this upload?' })
    await asking.getByRole('button', { name: 'Approve' }).click()
    await expect(reviewer.getByText('Approved by')).toBeVisible()
    await expect(page.getByText('Waiting for approval', { exact: true })).toBeHidden()
    const state = async () => (await (await page.request.get(`/api/uploads/${id}`)).json()).status
    await expect.poll(state, { timeout: 30_000 }).toBe('completed')
  })

  test('an upload is declined with a reason, which its sender can read, and nothing is ever sent', {
    tag: '@long',
  }, async ({ page, visitor, playwright }) => {
    await setLimit(playwright, { ...NO_LIMIT, upload: 1 })
    const pairs = [1, 2].map((n) => ({
      iban: ibanOf(randomInt(77_000_000, 78_000_000)),
      name: `Payee ${n}`,
    }))
    const { body, headers } = createUploadRequest(pairs, `declined-${randomUUID().slice(0, 6)}.csv`)
    const analyst = await signInAsRole(playwright, 'analyst')
    const made = await analyst.post('/api/uploads', { data: body, headers: { ...headers, origin: ORIGIN } })
    expect(made.status(), await made.text()).toBe(201)
    const { id } = await made.json()

    const reviewer = (await visitor('reviewer')).page
    await reviewer.goto(`/bulk/${id}`)
    await reviewer.getByRole('button', { name: 'Decline' }).click()
    const asking = reviewer.getByRole('dialog', { name: 'Decline this upload?' })
    await asking.getByRole('button', { name: 'Decline' }).click()
    await expect(asking.getByText('Give a reason (at least 3 characters).')).toBeVisible()
    expect(await findViolations(reviewer)).toEqual([])
    await asking.getByRole('textbox', { name: 'Reason' }).fill('Sent twice by mistake')
    await reviewer.route(`**/api/uploads/${id}/approval`, (route) => route.abort())
    await asking.getByRole('button', { name: 'Decline' }).click()
    await expect(
      reviewer.locator('[data-sonner-toast]', {
        hasText: 'No connection. It may have been carried out: check before you try again.',
      }),
    ).toBeVisible()
    await reviewer.unroute(`**/api/uploads/${id}/approval`)
    await expect(asking.getByRole('textbox', { name: 'Reason' })).toHaveValue('Sent twice by mistake')
    await asking.getByRole('button', { name: 'Decline' }).click()
    await expect(asking).toBeHidden()

    await page.goto(`/bulk/${id}`)
    await expect(page.getByText('Sent twice by mistake')).toBeVisible()
    const { status, credits } = await (await page.request.get(`/api/uploads/${id}`)).json()
    expect({ status, credits }).toEqual({ status: 'stopped', credits: 0 })
  })

  test('a check is refused with the limit, the day and who can raise it', async ({ page, playwright }) => {
    await setLimit(playwright, { ...NO_LIMIT, personDay: 0 })
    await page.goto('/check')
    await page
      .getByRole('textbox', { name: 'IBAN' })
      .pressSequentially(ibanOf(randomInt(76_000_000, 77_000_000)))
    await page.getByRole('textbox', { name: 'Account holder name' }).fill('Nord GmbH')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('form', { name: 'Check an account' }).getByRole('alert')).toContainText(
      'ask an admin to raise the limit',
    )
    expect(await findViolations(page)).toEqual([])
  })
})
