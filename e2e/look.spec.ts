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
  await expect(page.locator('header.top .crumbs').getByText(title, { exact: true }), where).toHaveCount(0)
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
          await expect(served.locator('main .skeleton'), path).toHaveCount(0)
          const early = await lengthOf(served)
          await open(page, path)
          expect(early / (await lengthOf(page)), path).toBeGreaterThan(MOSTLY)
        }
        await bare.close()
      })
  })
