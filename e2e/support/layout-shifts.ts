import type { Page } from '@playwright/test'

type LayoutShifts = { score: number; moved: string[] }

/** Records every layout shift that no input caused. Call it on the open page. */
export const recordLayoutShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: LayoutShifts = { score: 0, moved: [] }
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Element }[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        seen.score += entry.value
        seen.moved.push(...entry.sources.map(({ node }) => (node?.outerHTML ?? '').slice(0, 160)))
      }
    }).observe({ type: 'layout-shift' })
    Object.assign(window, { __shifts: seen } satisfies Record<string, unknown>)
  })

/** Reads the layout shifts so far: their sum and the moved elements. */
export const readLayoutShifts = (page: Page): Promise<LayoutShifts> =>
  page.evaluate(() => (window as unknown as { __shifts: LayoutShifts }).__shifts)

/** The bounding boxes of the buttons with these names. */
export async function buttonBoxes(page: Page, ...names: string[]): Promise<Record<string, unknown>> {
  const boxes = names.map(async (name) => {
    const box = await page.getByRole('button', { name, exact: true }).first().boundingBox()
    return [name, box && { x: box.x, y: box.y, width: box.width, height: box.height }] as const
  })
  return Object.fromEntries(await Promise.all(boxes))
}
