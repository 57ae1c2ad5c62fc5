import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'

/** More tab stops than any page has before its first row. */
const MAX_PRESSES = 120

/** Whether the element, or the control around it, has the focus. */
const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluateAll((all) =>
    all.some(
      (element) => element.closest('a,button,input,select,textarea,[tabindex]') === document.activeElement,
    ),
  )

/** Presses a key until this element has the focus, as a person without a mouse does. */
async function pressUntil(target: Locator, key: string): Promise<void> {
  await target.first().waitFor()
  for (let press = 0; press < MAX_PRESSES; press++) {
    if (await isFocused(target)) return
    await target.page().keyboard.press(key)
  }
  expect(await isFocused(target), `${key} never reaches ${target}`).toBe(true)
}

/** Presses keys one after the other. @returns how many */
export async function pressKeys(page: Page, ...keys: string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key)
  return keys.length
}

/** Presses Tab until this element has the focus. */
export const tabTo = (target: Locator): Promise<void> => pressUntil(target, 'Tab')

/** Presses J until this row has the focus. */
export const moveToRow = (target: Locator): Promise<void> => pressUntil(target, 'j')

/** Reaches a control by Tab and presses Enter. */
export async function activate(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

/** Describes the focused element and its problems: no focus ring, off screen, covered, or out of order. */
const inspectFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    if (element === document.body) return null
    // the label of a visually hidden checkbox has the ring
    const visible =
      element.getBoundingClientRect().width > 4 ? element : (element.closest('label') ?? element)
    const styles = [element, visible, element.nextElementSibling, element.parentElement].flatMap((each) =>
      each ? [getComputedStyle(each), getComputedStyle(each, '::after')] : [],
    )
    const ring = styles.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    )
    const box = visible.getBoundingClientRect()
    const [x, y] = [box.left + Math.min(box.width / 2, 40), box.top + Math.min(box.height / 2, 20)]
    // a table taller than the screen counts as visible when part of it is
    const tall = box.height > innerHeight / 2
    const onScreen = tall
      ? box.top < innerHeight && box.bottom > 0
      : x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
    const top = document.elementFromPoint(x, y)
    const problems = [
      !ring && 'no focus ring',
      !onScreen && 'off screen',
      onScreen &&
        !tall &&
        !visible.contains(top) &&
        !top?.contains(visible) &&
        `covered by ${top?.outerHTML.slice(0, 80)}`,
      element.tabIndex > 0 && 'out of order',
    ].filter(Boolean)
    return { html: element.outerHTML.slice(0, 120), problems }
  })

/** Visits every tab stop of the page until they repeat, at most 80. @returns those with problems */
export async function findBadTabStops(page: Page): Promise<string[]> {
  const bad: string[] = []
  let ends = 0
  for (let stop = 0; stop < 80 && ends < 2; stop++) {
    await page.keyboard.press('Tab')
    const element = await inspectFocus(page)
    if (!element) ends++
    else if (element.problems.length > 0) bad.push(`${element.problems.join(', ')}: ${element.html}`)
  }
  return bad
}

/** Sets the file of the file input, as the browser's file dialog does. */
export async function chooseFile(page: Page, name: string, bytes: string): Promise<void> {
  const input = page.getByLabel('Choose file')
  await tabTo(input)
  await input.setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(bytes) })
}

/** Waits for the focus and downloads with Enter. @returns the name and the bytes of the file */
export async function download(page: Page, focused: Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  await focused
  const event = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const file = await event
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** Opens a menu with the keyboard and downloads the file of an item. */
export async function downloadFromMenu(
  menu: Locator,
  item: string,
): Promise<{ name: string; bytes: Buffer }> {
  const page = menu.page()
  await activate(menu)
  return download(page, pressUntil(page.getByRole('menuitem', { name: item }), 'ArrowDown'))
}
