import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { paymentUploadLines } from './faults/office/payment-table'
import { ORIGIN } from './support/http'
import { moveToRow } from './support/keyboard'
import { expect, test } from './support/office'
import { createOrders } from './support/orders'
import { openPage, SMALL, WIDE } from './support/page-checks'
import { sendUpload } from './support/upload'

const LINES = 100_000

test.describe('the lines of a payment run', () => {
  test.use({ role: 'reviewer' })

  for (const size of process.env.LONG ? [WIDE, SMALL] : [WIDE])
    test(`a list of any length scrolls anywhere, loads the visible lines, and says what it couldn’t load, at ${size.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(size)
      const { items } = await (await page.request.get('/api/payments')).json()
      const run = `/payments/${items[0].id}`
      const [line] = (await (await page.request.get(`/api${run}/lines?size=1`)).json()).items
      const offsets: number[] = []
      let failing = false
      await page.route('**/lines/search', async (route) => {
        const { skip, size } = route.request().postDataJSON()
        offsets.push(skip)
        if (failing && skip < LINES / 2)
          return route.fulfill({
            status: 500,
            contentType: 'application/problem+json',
            json: { code: 'internal' },
          })
        const numbers = Array.from({ length: Math.min(size, LINES - skip) }, (_, n) => skip + n + 1)
        const found = numbers.map((number) => ({ ...line, number, name: `Payee ${number}` }))
        return route.fulfill({ json: { items: found, nextCursor: null, total: LINES } })
      })
      await openPage(page, run)
      await page.keyboard.press('1')
      const lines = page.getByRole('table', { name: 'Payment lines' })
      await expect(lines).toHaveAttribute('aria-rowcount', String(LINES + 1))

      await page.keyboard.press('End')
      const last = lines.getByRole('row', { name: `Payee ${LINES}` })
      await expect(last).toBeInViewport()
      await expect(last).toHaveAttribute('aria-rowindex', String(LINES + 1))
      // of 1,000 pages, only those where scrolling paused
      expect(offsets.length).toBeLessThan(50)
      await page.keyboard.press('Home')
      await moveToRow(page.getByRole('link', { name: 'Payee 3', exact: true }))

      failing = true
      await lines.evaluate((table) => {
        const { top, height } = table.getBoundingClientRect()
        window.scrollBy(0, top + height / 2 - window.innerHeight / 2)
      })
      await expect(page.getByText('The lines couldn’t be loaded.')).toBeInViewport({ timeout: 15_000 })
      // the lines that were read keep their columns beside those that weren’t
      const read = lines.getByRole('link', { name: /^Payee 5\d{4}$/ }).first()
      expect((await read.boundingBox())?.width).toBeGreaterThan(80)
      failing = false
      await page.getByRole('button', { name: 'Try again', exact: true }).click()
      await expect(lines.getByRole('link', { name: /^Payee 49\d{3}$/ }).first()).toBeVisible()
      await expect(page.getByText('The lines couldn’t be loaded.')).toBeHidden()
    })

  test('a release of selected lines never becomes one of all lines, when another person released them first', async ({
    page,
    visitor,
  }) => {
    const { orders } = createOrders(3, ALL_MATCH)
    const analyst = (await visitor('analyst')).page
    const id = await sendUpload(analyst.request, orders, {}, paymentUploadLines(orders))
    const run = `/api/payments/${id}`
    await expectGates(page, id, { clear: 3 })
    await openPage(page, `/payments/${id}`)
    await page.getByRole('checkbox', { name: 'Select line 2' }).check()
    // it stays selected when a search leaves it out
    await page.getByRole('searchbox', { name: 'Search the lines' }).fill(orders[0]?.name ?? '')
    await expect(page.getByRole('checkbox', { name: 'Select line 2' })).toBeHidden()
    await page.getByRole('button', { name: 'Release 1 selected line', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Release payments' })
    await expect(dialog.getByRole('row', { name: 'Released now' })).toContainText('1')

    await releaseLines(page, id, [2])
    await dialog.getByRole('button', { name: 'Release 1 line', exact: true }).click()
    await expect(dialog).toContainText('Now none of them can be released.')
    await expect(dialog.getByRole('button', { name: /^Release/ })).toBeHidden()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    // closing the dialog clears the selection
    await expect(page.getByRole('button', { name: 'Release 2 lines', exact: true })).toBeVisible()
    expect((await (await page.request.get(run)).json()).gates).toMatchObject({
      clear: { lines: 2 },
      released: { lines: 1 },
    })
  })

  test('a double click releases once, and the release is shown', async ({ page, visitor }) => {
    const { orders } = createOrders(2, ALL_MATCH)
    const analyst = (await visitor('analyst')).page
    const id = await sendUpload(analyst.request, orders, {}, paymentUploadLines(orders))
    await expectGates(page, id, { clear: 2 })
    await openPage(page, `/payments/${id}`)
    await page.getByRole('button', { name: 'Release 2 lines', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Release/ })
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
    await dialog.getByRole('button', { name: 'Release 2 lines', exact: true }).dblclick()
    await expect(dialog.getByRole('heading', { name: 'Release 1', exact: true })).toBeVisible()
    expect(sent.filter((url) => url.endsWith('/releases'))).toHaveLength(1)
  })

  test('a held file that is refused, because its lines have left meanwhile, gives way to the reason', async ({
    page,
    visitor,
  }) => {
    const { orders } = createOrders(2, ALL_MATCH)
    const analyst = (await visitor('analyst')).page
    const id = await sendUpload(analyst.request, orders, {}, paymentUploadLines(orders))
    await expectGates(page, id, { clear: 2 })
    await releaseLines(page, id, [1])
    let stale = false
    await page.route(`**/api/payments/${id}`, (route) => (stale ? route.abort() : route.continue()))
    await openPage(page, `/payments/${id}`)
    const file = page.getByRole('link', { name: 'Download suppliers-held-1.csv' })
    await expect(file).toBeVisible()
    stale = true
    await releaseLines(page, id, [2])
    await file.click()
    stale = false
    const released = page.getByRole('article').filter({ hasText: 'Release 1' })
    await expect(released).toContainText('No longer available: its lines are in a later release.')
  })

  test('one call confirms the new IBAN of one payee, and other selected payees wait for their own call', async ({
    page,
    visitor,
  }) => {
    const [known, changed] = [createOrders(3, ALL_MATCH).orders, createOrders(3, ALL_MATCH).orders]
    const analyst = (await visitor('analyst')).page
    const paid = await sendUpload(analyst.request, known, {}, paymentUploadLines(known))
    await expectGates(page, paid, { clear: 3 })
    await releaseLines(page, paid, [1, 2, 3])
    const moved = changed.map(({ iban }, n) => ({ iban, name: known[n]?.name ?? '' }))
    const names = moved.map(({ name }) => name)
    const id = await sendUpload(analyst.request, moved, {}, paymentUploadLines(moved))
    await expectGates(page, id, { held: 3 })

    await openPage(page, `/payments/${id}`)
    for (const line of [1, 2, 3]) await page.getByRole('checkbox', { name: `Select line ${line}` }).check()
    await page.getByRole('button', { name: 'Confirm new IBANs of 3 lines' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm the new IBAN of 1 line' })
    await expect(dialog).toContainText(names[0] ?? '')
    await expect(dialog).toContainText('2 more selected lines pay other accounts')
    const recordCall = async () => {
      await dialog.getByLabel('Person called').fill('Anna')
      await dialog.getByLabel('Number called').fill('+49 30 1234567')
      await dialog.getByLabel('Source of the number').selectOption({ index: 1 })
      await dialog.getByRole('button', { name: 'Now' }).click()
      await dialog.getByLabel('Outcome').selectOption('confirmed')
      await dialog.getByRole('button', { name: 'Confirm IBAN' }).click()
    }
    await recordCall()
    await expect(
      page.locator('[data-sonner-toast]', { hasText: 'New IBAN confirmed for 1 line' }),
    ).toBeVisible()
    await expectGates(page, id, { clear: 1, held: 2 })
    await page.getByRole('button', { name: 'Confirm new IBANs of 2 lines' }).click()
    await expect(dialog).toContainText(names[1] ?? '')
    await expect(dialog).toContainText('1 more selected line pays another account')

    // it is confirmed elsewhere during the call, which must not become one with the next payee
    await confirmLine(page, id, 2)
    const line = page.getByRole('row', { name: names[1] ?? '', includeHidden: true })
    await expect(line).toContainText('Clear', { timeout: 15_000 })
    await expect(dialog).toContainText(names[1] ?? '')
    await recordCall()
    await expect(dialog).toContainText('isn’t held for this reason any more')
    await expectGates(page, id, { clear: 2, held: 1 })
  })
})

const ALL_MATCH = { close: [], different: [] }

/** Waits until these gates of a run have so many lines. */
async function expectGates(page: Page, id: string, lines: Record<string, number>): Promise<void> {
  const read = async () => {
    const { gates } = await (await page.request.get(`/api/payments/${id}`)).json()
    return Object.fromEntries(Object.keys(lines).map((gate) => [gate, gates?.[gate].lines]))
  }
  await expect.poll(read, { timeout: 60_000 }).toEqual(lines)
}

async function confirmLine(page: Page, id: string, line: number): Promise<void> {
  const call = { person: 'Ben', number: '+49 30 7654321', numberSource: 'own_records', outcome: 'confirmed' }
  const answer = await page.request.post(`/api/payments/${id}/confirmations`, {
    headers: { origin: ORIGIN },
    data: { kind: 'new_iban', lines: [line], callBack: { ...call, calledAt: new Date().toISOString() } },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

async function releaseLines(page: Page, id: string, lines: number[]): Promise<void> {
  const answer = await page.request.post(`/api/payments/${id}/releases`, {
    headers: { origin: ORIGIN, 'idempotency-key': randomUUID() },
    data: { lines, expected: { lines: lines.length, sums: { EUR: `${lines.length}.00` } } },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}
