import type { Locator, Page, TestInfo } from '@playwright/test'
import { readOrderPayments } from '../lib/tables/payments/order-payments'
import { makeReport } from '../lib/tables/testing/make-report'
import { ORIGIN } from './support/http'
import {
  activate,
  chooseFile,
  download,
  downloadFromMenu,
  findBadTabStops,
  moveToRow,
  tabTo,
} from './support/keyboard'
import { expect, SIGNED_OUT, test } from './support/office'
import { createOrders, type Order, type OrderFile, sumOf, writeOrders } from './support/orders'
import { expectAccessible, expectNoOverflow, openPage, SMALL, WIDE } from './support/page-checks'
import { createPerson, signInAs } from './support/people'
import { openOfflineVerifier } from './support/verifier'

const [CLOSE, ADOPTED, DIFFERENT, DISPUTED] = [7, 19, 31, 3]
const file = createOrders(40, { close: [CLOSE, ADOPTED], different: [DIFFERENT] })
const fileName = `${file.messageId}.xml`
const order = (line: number) => file.orders[line - 1] as Order

const button = (on: Page | Locator, name: string | RegExp) => on.getByRole('button', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
/** The row of a gate in the table of the run. */
const gateRow = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Lines and sums by gate' })
    .getByRole('row', { name: new RegExp(`^${name}`) })
const fileLink = (page: Page, part: string) =>
  page.getByRole('link', { name: `Download ${file.messageId}-${part}-1.xml` })

/** Marks the document. Navigation within the application keeps the mark, and a reload loses it. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }))
const isMarked = (page: Page) => page.evaluate(() => 'sameDocument' in window)

/** Uploads the file through the wizard. @returns the id of its upload and run */
async function uploadFile(page: Page): Promise<string> {
  await page.goto('/bulk/new')
  await chooseFile(page, fileName, writeOrders(file))
  await activate(button(page, 'Continue'))
  await expect(title(page, 'Match columns')).toBeFocused()
  await activate(button(page, 'Continue'))
  await expect(title(page, 'Fix rows')).toBeFocused()
  // a shortcut, because the button Continue is behind the fields of all rows in the tab order
  await expect(async () => {
    await page.keyboard.press('Control+Enter')
    await expect(button(page, 'Send 40 rows')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await activate(button(page, 'Send 40 rows'))
  await page.waitForURL(/\/bulk\/[0-9a-f-]{36}$/)
  return page.url().slice(-36)
}

/** Shows the details of a line with J and D. It retries, because these keys work only after hydration. */
async function openDetails(page: Page, line: number): Promise<Locator> {
  const drawer = page.getByRole('dialog', { name: `Line ${line}` })
  await expect(async () => {
    await moveToRow(page.getByRole('link', { name: order(line).name, exact: true }))
    await page.keyboard.press('d')
    await expect(drawer).toBeVisible({ timeout: 5_000 })
  }).toPass()
  return drawer
}

/** Opens the review of a line from its run, and approves it with A. `adopt`: with the bank's name. */
async function approveReview(page: Page, run: string, line: number, adopt: boolean): Promise<void> {
  await page.goto(`/payments/${run}?gate=waiting`)
  const drawer = await openDetails(page, line)
  await activate(drawer.getByRole('link', { name: 'Open review' }))
  const rail = page.getByRole('complementary', { name: 'Decision' })
  await expect(title(page, order(line).name)).toBeVisible()
  await expect(rail.getByText('Claimed by you', { exact: true })).toBeVisible()
  if (adopt) {
    await tabTo(rail.getByRole('checkbox', { name: 'Use the bank’s name in exports' }))
    await page.keyboard.press('Space')
  }
  const decided = page.waitForResponse(/\/decision$/)
  await page.keyboard.press('a')
  expect((await decided).status()).toBe(200)
}

function readPayments(bytes: Uint8Array) {
  const read = readOrderPayments(bytes)
  if ('problem' in read) throw new Error(read.problem)
  return read
}

const reportOn = (messageId: string, lines: readonly Order[]) =>
  makeReport({
    original: messageId,
    code: 'RVCM',
    declared: String(lines.length),
    batches: [
      {
        id: 'SUPPLIERS',
        code: 'RVCM',
        lines: lines.map(({ endToEndId }) => ({
          endToEndId,
          code: endToEndId === order(DISPUTED).endToEndId ? 'RVNM' : 'RCVC',
        })),
      },
    ],
  })

/** Verifies an evidence pack with its own verification page, without a network. */
async function verifyOffline(page: Page, pack: Buffer, run: string, info: TestInfo): Promise<void> {
  const offline = await openOfflineVerifier(page.context(), pack, info)
  await offline
    .getByLabel('Evidence pack (ZIP)')
    .setInputFiles({ name: 'pack.zip', mimeType: 'application/zip', buffer: pack })
  const verdict = offline.getByRole('status')
  await expect(verdict).toContainText('Genuine: nothing was changed.')
  await expect(verdict).toContainText(run)
  await page.context().setOffline(false)
  await offline.close()
}

test.describe('from check to payment with the keyboard alone', () => {
  test.use({ role: 'analyst' })

  test('a payment file is checked, released under four eyes, answered by the bank and proved by evidence', async ({
    page,
    visitor,
    browser,
  }, info) => {
    test.setTimeout(180_000)
    const run = await uploadFile(page)
    // the page opens even before the worker has read the lines of the run
    await page.goto(`/payments/${run}`)
    await expect(title(page, fileName)).toBeVisible()
    await expect(gateRow(page, 'Clear')).toContainText('37', { timeout: 60_000 })
    await expect(gateRow(page, 'Waiting')).toContainText('3')
    await checkLinksAndLists(page, run)
    await page.keyboard.press('r')
    await expect(
      page.getByText('A reviewer who didn’t upload this file can release it.').first(),
    ).toBeVisible()

    const reviewer = (await visitor('reviewer')).page
    await approveReview(reviewer, run, CLOSE, false)
    await approveReview(reviewer, run, ADOPTED, true)
    await checkSoleDecider(reviewer, run)

    const context = await browser.newContext({ baseURL: ORIGIN, storageState: SIGNED_OUT })
    const releaser = await context.newPage()
    await signInAs(releaser, await createPerson(['reviewer']))
    await openFromHome(releaser)
    const released = await releaseAll(releaser, run)
    await loadReport(releaser, released)

    await releaser.goto(`/bulk/${run}`)
    const pack = await downloadFromMenu(button(releaser, 'Export'), 'Evidence pack')
    expect(pack.name).toMatch(/-evidence\.zip$/)
    await verifyOffline(releaser, pack.bytes, run, info)
    await context.close()
  })
})

/** Checks that a link opens any line, even outside the filter, and that the list of lines has all of them. */
async function checkLinksAndLists(page: Page, run: string): Promise<void> {
  await page.goto(`/payments/${run}?gate=waiting&line=1`)
  await expect(page.getByRole('dialog', { name: 'Line 1' })).toContainText(order(1).name)
  await page.goto(`/payments/${run}?line=41`)
  await expect(page.getByRole('dialog', { name: 'Line 41' })).toContainText('This file has no line 41.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  const csv = await downloadFromMenu(button(page, 'Download list of lines'), 'CSV')
  expect(csv.bytes.toString().trimEnd().split('\r\n')).toHaveLength(41)
  const excel = await downloadFromMenu(button(page, 'Download list of lines'), 'Excel')
  expect([csv.name, excel.name]).toEqual([`${file.messageId}-list.csv`, `${file.messageId}-list.xlsx`])
}

/** Checks that a reviewer can't release only lines that they alone decided. */
async function checkSoleDecider(page: Page, run: string): Promise<void> {
  await page.goto(`/payments/${run}?reason=approved,bank_name_adopted`)
  await openDetails(page, CLOSE)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(gateRow(page, 'Clear')).toContainText('38', { timeout: 30_000 })
  await expect(gateRow(page, 'Corrected')).toContainText('1')
  for (const line of [CLOSE, ADOPTED]) {
    await moveToRow(page.getByRole('link', { name: order(line).name, exact: true }))
    await page.keyboard.press('x')
  }
  await expect(page.getByText('2 lines selected', { exact: true })).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Release payments' })
  await activate(button(dialog, 'Release 2 lines'))
  await expect(dialog).toContainText('You alone decided all of these lines.')
  await activate(button(dialog, 'Cancel'))
  // the focus returns to where R was pressed
  await expect(page.getByRole('link', { name: order(ADOPTED).name, exact: true })).toBeFocused()
}

async function openFromHome(page: Page): Promise<void> {
  await openPage(page, '/')
  await markDocument(page)
  await activate(page.getByRole('link', { name: 'Open payments' }))
  await expect(title(page, 'Payments')).toBeFocused()
  await activate(page.getByRole('link', { name: fileName }))
  await expect(title(page, fileName)).toBeVisible()
}

/** Releases all lines that can be released, and downloads the files. @returns the payments of the released file */
async function releaseAll(page: Page, run: string): Promise<OrderFile> {
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: /^Release/ })
  await activate(button(dialog, 'Release 39 lines'))
  await expect(dialog.getByRole('heading', { name: 'Release 1', exact: true })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^Difference/ })).toContainText(/0[.,]00\sEUR/)
  await activate(dialog.getByText('Close', { exact: true }))
  await expect(button(page, 'Withdraw release')).toBeVisible()
  const one = await download(page, tabTo(fileLink(page, 'release')))
  const other = await download(page, tabTo(fileLink(page, 'held')))
  const released = checkFiles(one.bytes, other.bytes)
  await expect(button(page, 'Withdraw release')).toBeHidden()
  const refused = await page.request.post(`/api/payments/${run}/releases/1/withdraw`, {
    headers: { origin: ORIGIN },
  })
  expect(refused.status()).toBe(409)
  expect(await refused.json()).toMatchObject({ code: 'release_downloaded' })
  expect(await isMarked(page), 'neither Home nor the run reloads').toBe(true)
  return released
}

/** Checks that the released file is the original without the held line, apart from MsgId, time, sums and one name. */
function checkFiles(released: Buffer, held: Buffer): OrderFile {
  const [one, other] = [readPayments(released), readPayments(held)]
  expect(one.file.messageId).toBe(`${file.messageId}-R1`)
  const bankName = one.lines.find(({ endToEndId }) => endToEndId === order(ADOPTED).endToEndId)?.name ?? ''
  expect(bankName).not.toBe(order(ADOPTED).name)
  const expected: OrderFile = {
    messageId: `${file.messageId}-R1`,
    createdAt: /<CreDtTm>(.*?)<\/CreDtTm>/.exec(released.toString())?.[1] ?? '',
    orders: file.orders
      .filter((each) => each !== order(DIFFERENT))
      .map((each) => (each === order(ADOPTED) ? { ...each, name: bankName } : each)),
  }
  expect(expected.createdAt).not.toBe(file.createdAt)
  expect(released.toString()).toBe(writeOrders(expected))
  expect(other.file.messageId).toBe(`${file.messageId}-H1`)
  expect(other.lines).toMatchObject([
    { endToEndId: order(DIFFERENT).endToEndId, name: order(DIFFERENT).name },
  ])
  expect(held.toString()).toContain(`<CtrlSum>${sumOf([order(DIFFERENT)])}</CtrlSum>`)
  return expected
}

/** Loads a bank report whose result differs from ours in one line. */
async function loadReport(page: Page, released: OrderFile): Promise<void> {
  await chooseFile(page, 'answer.xml', reportOn(released.messageId, released.orders))
  await expect(title(page, 'answer.xml')).toBeVisible()
  const lines = page.getByRole('table', { name: 'Lines of the report' })
  const disputed = lines.getByRole('row', { name: 'RVNM' })
  await expect(disputed).toContainText('Differs')
  await expect(disputed).toContainText(`Payment ${DISPUTED}`)
  await activate(page.getByRole('main').getByRole('link', { name: fileName }))
  await expect(title(page, fileName)).toBeVisible()
  await activate(button(page, 'Bank differs from our check'))
  const shown = page.getByRole('table', { name: 'Payment lines' })
  await expect(shown.getByRole('row', { name: order(DISPUTED).name })).toContainText('Differs')
}

test.describe('the pages of payments', () => {
  test.use({ role: 'reviewer' })

  /** The paths of both lists, of the newest run and of the newest report. */
  async function readPaths(page: Page): Promise<{ run: string; all: string[] }> {
    const [runs, reports] = await Promise.all(
      ['/api/payments', '/api/payments/reports'].map(async (api) => (await page.request.get(api)).json()),
    )
    const run = `/payments/${runs.items[0].id}`
    return { run, all: ['/payments', run, '/payments/reports', `/payments/reports/${reports.items[0].id}`] }
  }

  for (const size of process.env.LONG ? [WIDE, SMALL] : [SMALL])
    test(`are accessible and don’t scroll sideways, at ${size.width} px`, async ({ page }) => {
      // as tall as the page, so that the navigation at the bottom covers nothing
      await page.setViewportSize({ ...size, height: 4_000 })
      const { run, all } = await readPaths(page)
      for (const where of all) {
        await openPage(page, where)
        // on a small screen, the sticky bars always cover some line, which axe reports as too small a target
        const covered = size === SMALL && where === run
        await (covered ? expectNoOverflow : expectAccessible)(page, `${where} at ${size.width} px`)
      }
    })

  for (const size of [WIDE, SMALL])
    test(`show the focus at every tab stop, at ${size.width} px`, { tag: '@long' }, async ({ page }) => {
      await page.setViewportSize(size)
      for (const where of (await readPaths(page)).all) {
        await openPage(page, where)
        expect(await findBadTabStops(page), where).toEqual([])
      }
    })
})
