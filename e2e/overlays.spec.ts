import type { Locator, Page } from '@playwright/test'
import { clearQueue, queueReviews } from './support/database'
import { delayRequests } from './support/delayed-requests'
import { expect, type Role, test } from './support/office'
import { expectAccessible, OVERLAY, openPage, pagesFor, SMALL, WIDE } from './support/page-checks'

/** The pages with dialogs, and the names of the buttons that open them. */
const DIALOGS: Record<Role, [path: string, opener: string][]> = {
  analyst: [
    ['/history', 'Export'],
    // no other test saves a view of these; a saved view cannot be saved again
    ['/history?result=no_match&source=single&review=approved', 'Save view'],
    ['/account/keys', 'Create key'],
  ],
  reviewer: [],
  admin: [
    ['/admin/users', 'Invite users'],
    ['/admin/connections', 'Add connection'],
    ['/admin/connections', 'Rotate secret'],
    ['/admin/review-rules', 'Add rule'],
    ['/admin/usage', 'Record top-up'],
    ['/admin/usage', 'Correct balance'],
    ['/admin/retention', 'Add legal hold'],
    ['/admin/webhooks', 'Add webhook'],
    ['/admin/bank-profiles', 'Add bank'],
  ],
}

/** Expects the open overlay to be accessible, and Escape to close it and to return the focus. */
async function expectOverlay(page: Page, layer: Locator, opener: Locator | null, where: string) {
  await expect(layer).toBeVisible()
  await expectAccessible(page, where, true)
  await page.keyboard.press('Escape')
  await expect(layer).toBeHidden()
  if (opener) await expect(opener, `${where}: the focus returns`).toBeFocused()
}

/** Runs a check in both themes at two widths, and in French in one theme and width. */
async function forEachAppearance(page: Page, check: (where: string) => Promise<void>) {
  const all = test.info().project.name === 'english'
  for (const size of all ? [WIDE, SMALL] : [WIDE])
    for (const theme of all ? (['light', 'dark'] as const) : (['light'] as const)) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await check(`${theme}, ${size.width} px`)
    }
}

for (const role of ['analyst', 'reviewer', 'admin'] as const)
  test.describe(`over the pages of the ${role}`, () => {
    test.use({ role })
    test.setTimeout(600_000)

    test('every menu and popover is accessible, closes with Escape and returns the focus', {
      tag: '@long',
    }, async ({ page }) => {
      const seen = new Set<string>()
      const paths = await pagesFor(role, page.request)
      await forEachAppearance(page, async (how) => {
        for (const path of paths) {
          await openPage(page, path)
          const openers = page.locator('[aria-haspopup]:visible:not([aria-disabled=true])')
          for (let n = 0; n < (await openers.count()); n++) {
            const opener = openers.nth(n)
            // the same menu of the frame or of a row is checked once
            const name = ((await opener.getAttribute('aria-label')) ?? (await opener.textContent()) ?? '')
              .split(' ')
              .slice(0, 3)
              .join(' ')
            if (seen.has(`${how} ${name}`)) continue
            seen.add(`${how} ${name}`)
            await opener.focus()
            await page.keyboard.press('Enter')
            await expectOverlay(page, page.locator(OVERLAY).last(), opener, `${path}, ${name}, ${how}`)
          }
        }
      })
    })

    test('every dialog is accessible, closes with Escape and returns the focus', {
      tag: '@long',
    }, async ({ page }) => {
      await forEachAppearance(page, async (how) => {
        for (const [path, name] of DIALOGS[role]) {
          await openPage(page, path)
          const opener = page.getByRole('button', { name, exact: true }).first()
          await opener.focus()
          await page.keyboard.press('Enter')
          await expectOverlay(page, page.getByRole('dialog'), opener, `${path}, ${name}, ${how}`)
        }
        await openPage(page, '/history')
        for (const key of ['Control+k', '?']) {
          await page.keyboard.press(key)
          await expectOverlay(page, page.getByRole('dialog'), null, `${key}, ${how}`)
        }
        const record = page.getByRole('table', { name: 'Checks' }).locator('[data-row]').first()
        await record.focus()
        await page.keyboard.press('Enter')
        await expectOverlay(page, page.getByRole('dialog'), record, `the record, ${how}`)
      })
    })
  })

test.describe('on a small screen', () => {
  test.use({ role: 'analyst', viewport: SMALL, hasTouch: true })

  test('the menu opens as a drawer with every destination, and a main action is large enough for touch', {
    tag: '@long',
  }, async ({ page }) => {
    await openPage(page, '/check')
    const opener = page.getByRole('button', { name: 'Open menu' })
    await opener.click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('link', { name: 'History' })).toBeVisible()
    await expectOverlay(page, drawer, opener, 'the menu')
    const { height = 0 } = (await page.getByRole('button', { name: 'Check account' }).boundingBox()) ?? {}
    expect(height).toBeGreaterThanOrEqual(44)
  })
})

test.describe('an overlay that is still loading', () => {
  test.use({ role: 'analyst' })

  for (const name of ['Columns', 'Camille Roux'])
    test(`is cancelled by Escape: ${name}`, async ({ page }) => {
      await openPage(page, '/history')
      const load = await delayRequests(page, /_next\/static\/.*\.js/)
      const opener = page.getByRole('button', { name })
      await opener.click()
      await expect(opener).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('Escape')
      load()
      await expect(opener).toHaveAttribute('aria-expanded', 'false')
      await page.waitForLoadState('networkidle')
      await expect(page.locator(OVERLAY)).toHaveCount(0)
    })
})

test.describe('over the review desk', () => {
  test.use({ role: 'reviewer' })
  test.beforeEach(clearQueue)

  test('the reasons and the group approval are accessible', { tag: '@long' }, async ({ page }) => {
    await queueReviews([
      ['anna lind', 'Anna Lind'],
      ['oskar berg', 'Oskar Berg'],
    ])
    await forEachAppearance(page, async (how) => {
      await openPage(page, '/sandbox/review')
      if ((page.viewportSize()?.width ?? 0) < 820) return
      await expect(page.getByRole('heading', { level: 1, name: 'anna lind' })).toBeVisible()
      for (const [key, name] of [
        ['r', 'Why reject?'],
        ['e', 'Why escalate?'],
      ] as const) {
        await page.keyboard.press(key)
        await expectOverlay(page, page.getByRole('dialog', { name }), null, `${name}, ${how}`)
      }
      for (const name of ['anna lind', 'oskar berg'])
        await page.getByRole('checkbox', { name: `Select ${name}` }).check()
      await page.keyboard.press('a')
      const dialog = page.getByRole('dialog', { name: 'Approve 2 items' })
      await expectOverlay(page, dialog, null, `several, ${how}`)
    })
  })
})
