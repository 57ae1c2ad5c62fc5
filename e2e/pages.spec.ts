import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ibanOf } from '../lib/uploads/testing/body'
import { clearQueue } from './support/database'
import { ORIGIN } from './support/http'
import { expect, type Role, test } from './support/office'
import {
  expectAccessible,
  expectNoOverflow,
  lengthenText,
  openPage,
  pagesFor,
  SMALL,
  TABLET,
  VISITORS,
  WIDE,
  withTextSpacing,
  ZOOMED,
} from './support/page-checks'
import { sendUpload, TIMEOUT_BANK } from './support/upload'

/**
 * The short form checks every page once, alternating light and wide with dark and small. `npm run test:full` checks all
 * combinations.
 */
const SIZES = { light: [WIDE, TABLET, SMALL, ZOOMED], dark: [WIDE, TABLET, SMALL] }
const SHORT_SIZES = { light: [WIDE], dark: [SMALL] }

async function checkPage(page: Page, who: string, path: string, theme: 'light' | 'dark', size: typeof WIDE) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await openPage(page, path)
  // signed-out pages read the fragment of an invitation link, which the server doesn't get
  if (who !== 'stranger') await expectServedContent(page, path)
  // axe doesn't scroll, so the viewport must be tall enough for what the bottom bar covers
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) })
  const where = `${path}, ${theme}, ${size.width} px`
  await expectAccessible(page, where)
  await expectTitleOnce(page, where)
  await withTextSpacing(page, () => expectNoOverflow(page, `${where}, with more text spacing`))
  await lengthenText(page)
  await expectNoOverflow(page, `${where}, with longer text`)
}

/** Expects the title of the page only in its heading, not also in the top bar. */
async function expectTitleOnce(page: Page, where: string) {
  const title = (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? ''
  await expect(
    page.getByRole('banner').getByRole('navigation').getByText(title, { exact: true }),
    where,
  ).toHaveCount(0)
}

/** The least share of the text that the server sends. The form of a record adds a tenth when it validates the IBAN. */
const MIN_SERVED_SHARE = 0.8

/** Expects the content of the page in what the server sends, before the scripts load. */
async function expectServedContent(page: Page, path: string) {
  const language = await page.evaluate(() => navigator.language)
  const response = await page.request.get(path, { headers: { 'accept-language': language } })
  // the document of a refusal has only the status
  if (response.status() === 403) return
  const served = await page.evaluate(
    (html) => {
      const main = new DOMParser().parseFromString(html, 'text/html').querySelector('main')
      return {
        waiting: main?.querySelectorAll('.skeleton:not([data-later] *)').length,
        // counts that load later have reserved space, and arrive with a script
        later: main?.querySelectorAll('[data-later]').length ?? 0,
        share: (main?.textContent.length ?? 0) / (document.querySelector('main')?.textContent.length ?? 0),
      }
    },
    await response.text(),
  )
  expect(served.waiting, path).toBe(0)
  if (served.later === 0) expect(served.share, path).toBeGreaterThan(MIN_SERVED_SHARE)
}

for (const who of VISITORS)
  test.describe(`the pages of the ${who}`, () => {
    test.use({ role: who === 'stranger' ? undefined : (who as Role) })
    test.setTimeout(process.env.LONG ? 600_000 : 180_000)

    for (const theme of ['light', 'dark'] as const)
      test(`meet WCAG 2.2 AA, fit, also with more text spacing and longer text, and are readable before their scripts load, in ${theme}`, async ({
        page,
      }, { project }) => {
        const sizes = process.env.LONG && project.name === 'english' ? SIZES : SHORT_SIZES
        const turn = theme === 'light' ? 0 : 1
        const paths = (await pagesFor(who, page.request)).filter((_, n) => process.env.LONG || n % 2 === turn)
        const titles = new Set<string>()
        for (const path of paths) {
          for (const size of sizes[theme]) await checkPage(page, who, path, theme, size)
          const title = await page.title()
          // a page of the sandbox is called like its page in live, and the desk is one page with any item
          if (!/^\/(sandbox|review\/)/.test(path))
            expect.soft(titles, `the title of ${path}`).not.toContain(title)
          titles.add(title)
        }
      })
  })

test.describe('a name of one long word, right-to-left letters, or emoji', () => {
  test.setTimeout(120_000)
  test.beforeEach(clearQueue)
  test.afterEach(clearQueue)

  const NAMES = ['W'.repeat(140), 'شركة'.repeat(35), '👩‍👩‍👧‍👦'.repeat(20)]
  const randomIban = () => ibanOf(randomInt(1_000_000, 900_000_000))

  /** Expects every result in a table to be visible without scrolling. */
  async function expectResultsOnScreen(page: Page, where: string) {
    const beside = await page
      .locator('td .chip[data-kind]:visible')
      .evaluateAll(
        (all) =>
          all.filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth)
            .length,
      )
    expect.soft(beside, `${where}: results off the screen`).toBe(0)
  }

  test('pushes nothing off the screen, least of all its result', { tag: '@long' }, async ({ visitor }) => {
    const { page } = await visitor('analyst')
    const [first] = await Promise.all(
      NAMES.map(async (name) => {
        const answer = await page.request.post('/api/verifications', {
          headers: { origin: ORIGIN, 'idempotency-key': randomUUID() },
          data: {
            ...{ environment: 'sandbox', sandboxResult: 'close_match', iban: randomIban(), name },
            ...{ reference: 'R'.repeat(64), note: 'N'.repeat(200) },
          },
        })
        expect(answer.status(), await answer.text()).toBe(200)
        return (await answer.json()).id
      }),
    )
    const rows = NAMES.map((name, n) => ({ iban: ibanOf(100 + n, TIMEOUT_BANK), name }))
    const file = await sendUpload(page.request, rows, {
      fileName: `${'F'.repeat(180)}.csv`,
      title: 'ق'.repeat(100),
    })
    const reviewer = (await visitor('reviewer')).page
    const visits = [
      ...[`check/${first}`, 'history', `history/${first}`].map((path) => [page, `/sandbox/${path}`]),
      ...['/sandbox', `/bulk/${file}`, '/bulk', '/'].map((path) => [page, path]),
      [reviewer, '/sandbox/review'],
    ] as [Page, string][]
    for (const size of [WIDE, SMALL])
      for (const [who, path] of visits) {
        const where = `${path}, ${size.width} px`
        await who.setViewportSize(size)
        await openPage(who, path)
        await expectNoOverflow(who, where)
        await expectResultsOnScreen(who, where)
      }
    await page.goto('/sandbox/history')
    await page.locator('[data-row]').first().click()
    await expect(page.getByRole('dialog').getByRole('list', { name: 'Timeline' })).toBeVisible()
    await expectNoOverflow(page, 'a record beside the list')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    await expectNoOverflow(page, 'the command menu')
  })
})
