import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, type Role, test } from './support/office'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDE = { width: 1440, height: 900 }
const TABLET = { width: 820, height: 1180 }
const SMALL = { width: 320, height: 740 }
/** The short form looks at every page once, in turn light and wide, dark and small; `npm run test:full` at everything. */
const SIZES = process.env.LONG
  ? { light: [WIDE, TABLET, SMALL], dark: [WIDE, TABLET, SMALL] }
  : { light: [WIDE], dark: [SMALL] }
const PAGES: Record<Role | 'stranger', string[]> = {
  stranger: ['/signin', '/join'],
  analyst: [
    '/',
    '/check',
    '/sandbox/check',
    '/bulk',
    '/sandbox/bulk',
    '/bulk/new',
    '/review',
    '/history',
    '/sandbox/history',
    '/nothing-here',
  ],
  reviewer: [
    '/',
    '/review',
    '/history',
    '/account/profile',
    '/account/security',
    '/account/preferences',
    '/account/keys',
  ],
  admin: ['/', '/admin/connections', '/admin/users', '/admin/keys', '/admin/webhooks', '/admin/retention'],
}

async function look(page: Page, path: string, theme: 'light' | 'dark', size: typeof WIDE) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  const where = `${path}, ${theme}, ${size.width} px`
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    where,
  ).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${where}: the page scrolls sideways`).toBeLessThanOrEqual(0)
}

for (const [who, paths] of Object.entries(PAGES))
  test.describe(`the pages of the ${who}`, () => {
    test.use({ role: who === 'stranger' ? undefined : (who as Role) })
    test.setTimeout(180_000)

    for (const theme of ['light', 'dark'] as const)
      test(`hold WCAG 2.2 AA and fit in ${theme}`, async ({ page }) => {
        const turn = theme === 'light' ? 0 : 1
        const looked = paths.filter((_, n) => process.env.LONG || n % 2 === turn)
        for (const path of looked) for (const size of SIZES[theme]) await look(page, path, theme, size)
      })
  })
