import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page has before its first row. */
const MOST = 120

/** Is it the focused element, or inside the control that is? */
const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluateAll((all) =>
    all.some(
      (element) => element.closest('a,button,input,select,textarea,[tabindex]') === document.activeElement,
    ),
  )

/** Presses a key until this element has the focus, as a person without a mouse does. */
async function pressUntil(target: Locator, key: string): Promise<void> {
  await target.first().waitFor()
  for (let press = 0; press < MOST; press++) {
    if (await isFocused(target)) return
    await target.page().keyboard.press(key)
  }
  expect(await isFocused(target), `${key} never reaches ${target}`).toBe(true)
}

/** Presses Tab until this element has the focus. */
export const tabTo = (target: Locator): Promise<void> => pressUntil(target, 'Tab')

/** Presses J until this row has the focus. */
export const walkTo = (target: Locator): Promise<void> => pressUntil(target, 'j')

/** Presses the arrow key until this item of an open menu has the focus. */
export const arrowTo = (target: Locator): Promise<void> => pressUntil(target, 'ArrowDown')

/** Reaches a control by Tab and presses Enter. */
export async function enter(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

/** The focused element and its problems: no focus ring, off screen, or covered. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    if (element === document.body) return null
    // the label of a visually hidden checkbox has the ring
    const drawn = element.getBoundingClientRect().width > 4 ? element : (element.closest('label') ?? element)
    const styles = [element, drawn, element.nextElementSibling, element.parentElement].flatMap((each) =>
      each ? [getComputedStyle(each), getComputedStyle(each, '::after')] : [],
    )
    const ring = styles.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    )
    const box = drawn.getBoundingClientRect()
    const [x, y] = [box.left + Math.min(box.width / 2, 40), box.top + Math.min(box.height / 2, 20)]
    // a table taller than the screen counts as visible when part of it is
    const tall = box.height > innerHeight / 2
    const inSight = tall
      ? box.top < innerHeight && box.bottom > 0
      : x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
    const top = document.elementFromPoint(x, y)
    const wrong = [
      !ring && 'no ring',
      !inSight && 'out of sight',
      inSight &&
        !tall &&
        !drawn.contains(top) &&
        !top?.contains(drawn) &&
        `under ${top?.outerHTML.slice(0, 80)}`,
      element.tabIndex > 0 && 'out of order',
    ].filter(Boolean)
    return { what: element.outerHTML.slice(0, 120), wrong }
  })

/** Every tab stop of the page, until it starts again or 80 were seen. @returns the ones with problems */
export async function wrongStops(page: Page): Promise<string[]> {
  const wrong: string[] = []
  let ends = 0
  for (let stop = 0; stop < 80 && ends < 2; stop++) {
    await page.keyboard.press('Tab')
    const here = await focused(page)
    if (!here) ends++
    else if (here.wrong.length > 0) wrong.push(`${here.wrong.join(', ')}: ${here.what}`)
  }
  return wrong
}

/** Gives a file to a file input, as the browser's own dialog does. */
export async function give(page: Page, name: string, bytes: string): Promise<void> {
  const input = page.getByLabel('Choose file')
  await tabTo(input)
  await input.setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(bytes) })
}

/** Downloads by the Enter key. @returns the bytes of the file */
export async function download(page: Page, reach: Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  await reach
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const done = await saved
  return { name: done.suggestedFilename(), bytes: readFileSync(await done.path()) }
}

/** Opens a menu by the keyboard and downloads what this item gives. */
export async function downloadFrom(menu: Locator, item: string): Promise<{ name: string; bytes: Buffer }> {
  const page = menu.page()
  await enter(menu)
  return download(page, arrowTo(page.getByRole('menuitem', { name: item })))
}
