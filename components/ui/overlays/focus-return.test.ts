import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { focusReturn, keepFocus } from './focus-return'

/** As much of an element as the focus needs. */
class Box {
  isConnected = true
  parentElement: Box | null
  constructor(around: Box | null = null) {
    this.parentElement = around
  }
  closest(selector: string): Box | null {
    const isIt = selector === '[tabindex]' ? this !== row : this === layer
    return isIt ? this : (this.parentElement?.closest(selector) ?? null)
  }
  focus() {
    page.activeElement = this
    listen()
  }
}
const body = new Box()
const main = new Box(body)
const region = new Box(main)
const row = new Box(region)
const layer = new Box(body)
let listen = () => {}
let change = () => {}
const page = {
  body,
  activeElement: body,
  getElementById: () => main,
  addEventListener: (_: string, on: () => void) => {
    listen = on
  },
  removeEventListener: () => {
    listen = () => {}
  },
}

const button = (around = row) => new Box(around) as unknown as Element & Box
/** Removes boxes at once: nothing of them stays on the page, and what is in them stays together. */
const remove = (...boxes: Box[]) => {
  for (const box of boxes) box.isConnected = false
  if (!page.activeElement.isConnected) page.activeElement = body
  change()
}

let end = () => {}
beforeEach(() => {
  vi.stubGlobal('HTMLElement', Box)
  vi.stubGlobal('document', page)
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(on: () => void) {
        change = on
      }
      observe() {}
      disconnect() {
        change = () => {}
      }
    },
  )
  page.activeElement = body
  end = keepFocus()
})
afterEach(() => {
  end()
  region.isConnected = true
  layer.isConnected = true
  vi.unstubAllGlobals()
})

it('returns to what opened the dialog, and to the table when that row is deleted a moment later', () => {
  const opener = button()
  focusReturn(opener)()
  expect(page.activeElement).toBe(opener)
  remove(opener)
  expect(page.activeElement).toBe(region)
})

it('returns to the page when the table has gone too', () => {
  const opener = button()
  const giveBack = focusReturn(opener)
  remove(opener, region)
  giveBack()
  expect(page.activeElement).toBe(main)
})

it('leaves the focus where a person has put it while the dialog closed', () => {
  const [opener, other] = [button(), button()]
  const giveBack = focusReturn(opener)
  other.focus()
  giveBack()
  expect(page.activeElement).toBe(other)
})

it('leaves the focus where a person has put it since', () => {
  const [opener, other] = [button(), button()]
  focusReturn(opener)()
  other.focus()
  remove(opener)
  expect(page.activeElement).toBe(other)
})

it('goes on to the table, then to the page, when what has the focus is removed without a dialog', () => {
  const pressed = button()
  pressed.focus()
  remove(pressed)
  expect(page.activeElement).toBe(region)
  remove(region)
  expect(page.activeElement).toBe(main)
})

it('stays in a dialog or menu that lost a button, and is returned by one that closes', () => {
  const pressed = button(layer)
  pressed.focus()
  const detached = Object.assign(pressed, { parentElement: null })
  remove(detached)
  expect(page.activeElement).toBe(layer)
  const last = button(layer)
  last.focus()
  remove(last, layer)
  expect(page.activeElement).toBe(body)
})
