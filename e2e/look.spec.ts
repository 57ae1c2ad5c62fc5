import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  expectFits,
  expectSound,
  open,
  PEOPLE,
  pagesOf,
  SMALL,
  spaced,
  stretch,
  TABLET,
  WIDE,
  ZOOMED,
} from './support/look'
import { expect, type Role, test } from './support/office'
import { clearQueue } from './support/queue'
import { accountAt, upload } from './support/upload'
import { ORIGIN } from './support/wire'

/** The short form looks at every page once, in turn light and wide, dark and small; `npm run test:full` at everything. */
const SIZES = { light: [WIDE, TABLET, SMALL, ZOOMED], dark: [WIDE, TABLET, SMALL] }
const SHORT = { light: [WIDE], dark: [SMALL] }

async function look(page: Page, path: string, theme: 'light' | 'dark', size: typeof WIDE) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await open(page, path)
  // what stands behind the bar at the foot of a small screen is reached by scrolling: axe does not scroll
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) })
  const where = `${path}, ${theme}, ${size.width} px`
  await expectSound(page, where)
  await printedOnce(page, where)
  await spaced(page, () => expectFits(page, `${where}, with the spacing of the reader`))
  await stretch(page)
  await expectFits(page, `${where}, with longer words`)
}

/** The top bar says where a page is; what it is called, its heading says alone. */
async function printedOnce(page: Page, where: string) {
  const title = (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? ''
  await expect(
    page.getByRole('banner').getByRole('navigation').getByText(title, { exact: true }),
    where,
  ).toHaveCount(0)
}

/** Of a record's own page a tenth is added when the form judges its IBAN. */
const MOSTLY = 0.8
const lengthOf = async (page: Page) => (await page.locator('main').textContent())?.length ?? 0

for (const who of PEOPLE)
  test.describe(`the pages of the ${who}`, () => {
    test.use({ role: who === 'stranger' ? undefined : (who as Role) })
    test.setTimeout(process.env.LONG ? 600_000 : 180_000)

    for (const theme of ['light', 'dark'] as const)
      test(`hold WCAG 2.2 AA, and fit, spaced and stretched too, in ${theme}`, async ({ page }, {
        project,
      }) => {
        const sizes = process.env.LONG && project.name === 'english' ? SIZES : SHORT
        const turn = theme === 'light' ? 0 : 1
        const looked = (await pagesOf(who, page.request)).filter((_, n) => process.env.LONG || n % 2 === turn)
        for (const path of looked) for (const size of sizes[theme]) await look(page, path, theme, size)
      })

    // a stranger's pages wait for what only the browser knows: the link of an invitation
    if (who !== 'stranger')
      test('are read before their scripts are there', async ({ page, browser, baseURL }) => {
        const storageState = await page.context().storageState()
        const bare = await browser.newContext({ javaScriptEnabled: false, storageState, baseURL })
        const served = await bare.newPage()
        for (const path of await pagesOf(who, page.request)) {
          // of a refusal the document holds only the status
          if ((await served.goto(path))?.status() === 403) continue
          await expect(served.locator('main .skeleton:not([data-later] *)'), path).toHaveCount(0)
          // what is counted after the page has its room, and comes with a script
          if (await served.locator('main [data-later]').count()) continue
          const early = await lengthOf(served)
          await open(page, path)
          expect(early / (await lengthOf(page)), path).toBeGreaterThan(MOSTLY)
        }
        await bare.close()
      })
  })

test.describe('a name of one long word, of letters from right to left, or of emoji', () => {
  test.setTimeout(120_000)
  test.beforeEach(clearQueue)
  test.afterEach(clearQueue)

  const NAMES = ['W'.repeat(140), 'شركة'.repeat(35), '👩‍👩‍👧‍👦'.repeat(20)]
  const account = () => accountAt('37040044', randomInt(1_000_000, 900_000_000))

  /** Every outcome that a table shows stands on the screen, without scrolling. */
  async function expectResults(page: Page, where: string) {
    const beside = await page
      .locator('td .chip[data-kind]:visible')
      .evaluateAll(
        (all) =>
          all.filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth)
            .length,
      )
    expect.soft(beside, `${where}: results off the screen`).toBe(0)
  }

  test('pushes nothing off the screen, its result least of all', async ({ visitor }) => {
    const { page } = await visitor('analyst')
    const [first] = await Promise.all(
      NAMES.map(async (name) => {
        const answer = await page.request.post('/api/verifications', {
          headers: { origin: ORIGIN, 'idempotency-key': randomUUID() },
          data: {
            ...{ environment: 'sandbox', sandboxResult: 'close_match', iban: account(), name },
            ...{ reference: 'R'.repeat(64), note: 'N'.repeat(200) },
          },
        })
        expect(answer.status(), await answer.text()).toBe(200)
        return (await answer.json()).id
      }),
    )
    const rows = NAMES.map((name, n) => ({ iban: accountAt('99000002', 100 + n), name }))
    const file = await upload(page.request, rows, {
      fileName: `${'F'.repeat(180)}.csv`,
      title: 'ق'.repeat(100),
    })
    const reviewer = (await visitor('reviewer')).page
    const seen = [
      ...[`check/${first}`, 'history', `history/${first}`].map((path) => [page, `/sandbox/${path}`]),
      ...['/sandbox', `/bulk/${file}`, '/bulk', '/'].map((path) => [page, path]),
      [reviewer, '/sandbox/review'],
    ] as [Page, string][]
    for (const size of [WIDE, SMALL])
      for (const [who, path] of seen) {
        const where = `${path}, ${size.width} px`
        await who.setViewportSize(size)
        await open(who, path)
        await expectFits(who, where)
        await expectResults(who, where)
      }
    await page.goto('/sandbox/history')
    await page.locator('[data-row]').first().click()
    await expect(page.getByRole('dialog').getByRole('list', { name: 'Timeline' })).toBeVisible()
    await expectFits(page, 'a record beside the list')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    await expectFits(page, 'the command menu')
  })
})
