import { clearQueue, queueReviews } from './support/database'
import { expect, test } from './support/office'

/** Malicious texts that a provider might send. */
const NAMES = [
  '<img src=x onerror="window.hostile=1">',
  '</script><script>window.hostile=1</script>',
  'Ann \u202etset\u202c Lee',
  `${'Very long name '.repeat(12)}end`,
]

test.use({ role: 'reviewer' })
test.beforeEach(clearQueue)
test.afterEach(clearQueue)

test('a malicious name from the bank stays text on every page, and cannot reverse other text', async ({
  page,
}) => {
  const waiting = await queueReviews(NAMES.map((name, n) => [`Holder ${n}`, name]))
  const opened: string[] = []
  page.on('dialog', (dialog) => {
    opened.push(dialog.message())
    void dialog.dismiss()
  })
  for (const [n, { id, name }] of waiting.entries()) {
    await page.goto(`/sandbox/review/${id}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const pane = page.getByRole('group', { name: 'Name comparison' })
    await expect(pane).toBeVisible()
    if (n < 2) await expect(pane).toContainText('window.hostile=1')
    const loose = await pane
      .locator('[translate="no"]')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).unicodeBidi === 'normal').length)
    expect(loose, 'names that can reverse other text').toBe(0)
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wide, 'the page scrolls horizontally').toBeLessThanOrEqual(0)
    expect(await page.evaluate('window.hostile')).toBeUndefined()
  }
  expect(opened).toEqual([])
})
