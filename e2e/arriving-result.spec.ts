import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/office'
import { openPage, pagesFor } from './support/page-checks'

/** Finds running animations, except a spinner with the reduced speed of one turn in six seconds. */
const findAnimations = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const { duration, iterations } = animation.effect?.getComputedTiming() ?? {}
      const target = (animation.effect as KeyframeEffect | null)?.target
      const calm = iterations === 1 ? Number(duration) <= 1 : Number(duration) >= 6_000
      return calm || animation.playState !== 'running' ? [] : [`${target?.className} ${duration} ms`]
    }),
  )

/** Records the layout shifts that no input caused, from the start of the page load. */
const recordShiftsFromStart = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
const readShift = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)

/** Records every announcement to screen readers. */
const recordAnnouncements = (page: Page) =>
  page.evaluate(() => {
    const announcements: string[] = []
    Object.assign(window, { announcements })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest('[aria-live=polite],[aria-live=assertive],[role=status],[role=alert]')
        const text = region?.textContent?.trim()
        if (text && announcements.at(-1) !== text) announcements.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
const readAnnouncements = (page: Page) =>
  page.evaluate(() => (window as unknown as { announcements: string[] }).announcements)

/** Delays the response by more than the half second in which a layout shift counts as caused by the key press. */
const delayChecks = (page: Page) =>
  page.route('**/api/verifications', async (route) => {
    const answer = await route.fetch()
    await new Promise((done) => setTimeout(done, 900))
    await route.fulfill({ response: answer })
  })

async function submitCheck(page: Page, name: string) {
  await page.getByRole('textbox', { name: 'IBAN' }).pressSequentially('FR7630006000011234567890189')
  await page.getByRole('textbox', { name: 'Account holder name' }).fill(name)
  await page.keyboard.press('Enter')
}

test.describe('a result that arrives', () => {
  test.use({ role: 'analyst' })

  test('shifts nothing and is announced once', async ({ page }) => {
    await recordShiftsFromStart(page)
    await delayChecks(page)
    await openPage(page, '/sandbox/check')
    await page
      .getByRole('radiogroup', { name: 'Simulated result' })
      .getByText('No match', { exact: true })
      .click()
    await recordAnnouncements(page)
    await submitCheck(page, 'Marie Curie')
    const title = page.getByRole('article', { name: 'No match' }).getByRole('heading', { level: 2 })
    await expect(title).toBeVisible()
    const words = (await title.textContent()) ?? ''
    await expect
      .poll(async () => (await readAnnouncements(page)).filter((text) => text.startsWith(words)).length)
      .toBe(1)
    expect(await readShift(page)).toBeLessThanOrEqual(0.02)
  })

  test('shifts nothing on the pages of records and lists either', { tag: '@long' }, async ({ page }) => {
    await recordShiftsFromStart(page)
    const upload = (await pagesFor('analyst', page.request)).find(
      (path) => path.startsWith('/bulk/') && path !== '/bulk/new',
    )
    for (const path of ['/', '/history', '/review', upload ?? '/bulk']) {
      await openPage(page, path)
      expect(await readShift(page), path).toBeLessThanOrEqual(0.02)
    }
  })
})

test.describe('a Greek name', () => {
  test.use({ role: 'analyst' })

  test('is drawn with Greek letters, whose font is loaded for no other name', async ({ page }) => {
    const urls: string[] = []
    page.on('request', (asked) => urls.push(asked.url()))
    const countGreekFonts = () => urls.filter((url) => /greek.*woff2/.test(url)).length
    await page.goto('/check')
    const name = page.getByRole('textbox', { name: 'Account holder name' })
    await name.fill('Zoë Kovács')
    await page.evaluate(() => document.fonts.ready)
    expect(countGreekFonts()).toBe(0)
    await name.fill('Γεώργιος Παπαδόπουλος')
    await expect.poll(countGreekFonts).toBe(1)
  })
})

test.describe('with reduced motion', () => {
  test.use({ role: 'analyst', contextOptions: { reducedMotion: 'reduce' } })

  test('nothing slides, pulses or rises, and the spinner is slow', { tag: '@long' }, async ({ page }) => {
    for (const path of await pagesFor('analyst', page.request)) {
      await openPage(page, path)
      expect(await findAnimations(page), path).toEqual([])
    }
    await openPage(page, '/sandbox/check')
    await delayChecks(page)
    await submitCheck(page, 'Marie Curie')
    await expect(page.getByRole('button', { name: 'Checking' })).toBeVisible()
    expect(await findAnimations(page)).toEqual([])
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findAnimations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('article')).toBeVisible()
  })
})

test.describe('with forced colours', () => {
  test.use({ role: 'analyst', contextOptions: { forcedColors: 'active' } })

  test('bars, chips, choices and the current navigation item stay distinguishable', {
    tag: '@long',
  }, async ({ page }) => {
    const paths = await pagesFor('analyst', page.request)
    await openPage(page, paths.find((path) => /^\/bulk\/.{36}$/.test(path)) ?? '/bulk')
    const style = (place: Locator) =>
      place.first().evaluate((element) => {
        const { borderTopStyle, borderTopWidth, outlineStyle, forcedColorAdjust } = getComputedStyle(element)
        return {
          border: `${borderTopStyle} ${borderTopWidth}`,
          outline: outlineStyle,
          adjust: forcedColorAdjust,
        }
      })
    expect(await style(page.locator('.segments'))).toMatchObject({ border: 'solid 1px', adjust: 'none' })
    expect((await style(page.locator('nav [aria-current=page]'))).outline).toBe('solid')
    expect((await style(page.locator('.chip'))).border).toMatch(/^(solid|dashed) /)
    const filters = page.getByRole('group', { name: 'Filter rows by result' })
    await filters.getByRole('button').first().click()
    expect((await style(filters.getByRole('button', { pressed: true }))).outline).toBe('solid')
    await page.getByRole('button', { name: 'Export' }).press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    expect((await style(page.getByRole('menuitem'))).outline).toBe('solid')
    await openPage(page, '/account/preferences')
    const tabs = page.getByRole('navigation', { name: 'Account' }).getByRole('link')
    const colours = await tabs.evaluateAll((all) => all.map((tab) => getComputedStyle(tab).borderBottomColor))
    expect(new Set(colours).size, 'the line of the current tab').toBe(2)
  })
})

test.describe('with forced colours, for reviewers', () => {
  test.use({ role: 'reviewer', colorScheme: 'dark', contextOptions: { forcedColors: 'active' } })

  test('the marked letters of the bank’s names can be read', { tag: '@long' }, async ({ page }) => {
    await openPage(page, '/review')
    const [letters, behind] = await page
      .locator('mark')
      .first()
      .evaluate((mark) => {
        const { color, backgroundColor } = getComputedStyle(mark)
        const clear = /^rgba.* 0\)$/.test(backgroundColor)
        return [color, clear ? getComputedStyle(document.body).backgroundColor : backgroundColor]
      })
    expect(letters).not.toBe(behind)
  })
})

test.describe('on paper', () => {
  test.use({ role: 'analyst' })

  test('a record, an upload and the history print without the frame, light, and with collapsed content', {
    tag: '@long',
  }, async ({ page }) => {
    const paths = await pagesFor('analyst', page.request)
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const path of [
      '/history',
      ...paths.filter((each) => /.{36}$/.test(each) && !each.startsWith('/review')),
    ]) {
      await openPage(page, path)
      await page.emulateMedia({ media: 'print' })
      for (const frame of [
        page.getByRole('complementary', { name: 'Sidebar' }),
        page.getByRole('banner'),
        page.getByRole('navigation', { name: 'Main' }),
        page.getByRole('link', { name: 'Skip to content' }),
      ])
        await expect(frame, path).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
      await expect(page.locator('details:not([open]) > :not(summary):visible')).toHaveCount(
        await page.locator('details:not([open]) > :not(summary)').count(),
      )
      await page.emulateMedia({ media: 'screen' })
    }
  })
})

test.describe('without internet access', () => {
  test.use({ role: 'analyst' })

  test('every page works and requests nothing from another host', { tag: '@long' }, async ({
    page,
    baseURL,
  }) => {
    const foreignUrls: string[] = []
    await page.route(
      (url) => url.origin !== baseURL && /^https?:$/.test(url.protocol),
      (route) => {
        foreignUrls.push(route.request().url())
        return route.abort()
      },
    )
    for (const path of ['/check', '/bulk/new', '/history']) await openPage(page, path)
    expect(foreignUrls).toEqual([])
  })
})
