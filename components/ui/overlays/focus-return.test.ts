import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { focusReturn } from './focus-return'

/** As much of an element as the focus needs. */
class Box {
  isConnected = true
  parentElement: Box | null
  constructor(around: Box | null = null) {
    this.parentElement = around
  }
  closest(): Box | null {
    return this === row ? region : this
  }
  focus() {
    page.activeElement = this
  }
}
const body = new Box()
const main = new Box(body)
const region = new Box(main)
const row = new Box(region)
const page = { body, activeElement: body, getElementById: () => main }
let change = () => {}
let isWatching = false

const button = () => new Box(row) as unknown as Element & Box
const remove = (box: Box) => {
  box.isConnected = false
  if (page.activeElement === box) page.activeElement = body
  if (isWatching) change()
}

beforeEach(() => {
  vi.stubGlobal('HTMLElement', Box)
  vi.stubGlobal('document', page)
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(on: () => void) {
        change = on
      }
      observe() {
        isWatching = true
      }
      disconnect() {
        isWatching = false
      }
    },
  )
})
afterEach(() => {
  region.isConnected = true
  vi.unstubAllGlobals()
})

it('returns to what opened the dialog, and to the table when that row is deleted a moment later', () => {
  const opener = button()
  focusReturn(opener)()
  expect(page.activeElement).toBe(opener)
  remove(opener)
  expect([page.activeElement, isWatching]).toEqual([region, false])
})

it('returns to the page when the table has gone too', () => {
  const opener = button()
  const giveBack = focusReturn(opener)
  remove(opener)
  remove(region)
  giveBack()
  expect(page.activeElement).toBe(main)
})

it('leaves the focus where a person has put it since', () => {
  const [opener, other] = [button(), button()]
  focusReturn(opener)()
  page.activeElement = other
  remove(opener)
  expect([page.activeElement, isWatching]).toEqual([other, false])
})
