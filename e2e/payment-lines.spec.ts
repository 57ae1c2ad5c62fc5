import { walkTo } from './support/keyboard'
import { open, SMALL, WIDE } from './support/look'
import { expect, test } from './support/office'

const LINES = 100_000

test.describe('the lines of a payment run', () => {
  test.use({ role: 'reviewer' })

  for (const size of process.env.LONG ? [WIDE, SMALL] : [WIDE])
    test(`a list of any length goes anywhere, reads what is in sight, and says what it couldn’t read, at ${size.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(size)
      const { items } = await (await page.request.get('/api/payments')).json()
      const run = `/payments/${items[0].id}`
      const [line] = (await (await page.request.get(`/api${run}/lines?size=1`)).json()).items
      const asked: number[] = []
      let broken = false
      await page.route('**/lines/search', async (route) => {
        const { skip, size } = route.request().postDataJSON()
        asked.push(skip)
        if (broken && skip < LINES / 2)
          return route.fulfill({
            status: 500,
            contentType: 'application/problem+json',
            json: { code: 'internal' },
          })
        const numbers = Array.from({ length: Math.min(size, LINES - skip) }, (_, n) => skip + n + 1)
        const found = numbers.map((number) => ({ ...line, number, name: `Payee ${number}` }))
        return route.fulfill({ json: { items: found, nextCursor: null, total: LINES } })
      })
      await open(page, run)
      await page.keyboard.press('1')
      const lines = page.getByRole('table', { name: 'Payment lines' })
      await expect(lines).toHaveAttribute('aria-rowcount', String(LINES + 1))

      await page.keyboard.press('End')
      const last = lines.getByRole('row', { name: `Payee ${LINES}` })
      await expect(last).toBeInViewport()
      await expect(last).toHaveAttribute('aria-rowindex', String(LINES + 1))
      // of 1,000 pages, only those where the scroll rested on its way
      expect(asked.length).toBeLessThan(50)
      await page.keyboard.press('Home')
      await walkTo(page.getByRole('link', { name: 'Payee 3', exact: true }))

      broken = true
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2))
      await expect(page.getByText('The lines couldn’t be loaded.')).toBeInViewport({ timeout: 15_000 })
      // the lines that were read keep their columns beside those that weren’t
      const read = lines.getByRole('link', { name: /^Payee 5\d{4}$/ }).first()
      expect((await read.boundingBox())?.width).toBeGreaterThan(80)
      broken = false
      await page.getByRole('button', { name: 'Try again', exact: true }).click()
      await expect(lines.getByRole('link', { name: /^Payee 49\d{3}$/ }).first()).toBeVisible()
      await expect(page.getByText('The lines couldn’t be loaded.')).toBeHidden()
    })
})
