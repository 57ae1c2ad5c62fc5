import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('only a key, a press or the loading of the page is an act of the person', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('window', new EventTarget())
  const { actedWithin } = await import('./last-act')
  const later = (event?: string) => {
    vi.advanceTimersByTime(10_000)
    if (event) window.dispatchEvent(new Event(event))
    return actedWithin(10_000)
  }
  expect(actedWithin(10_000)).toBe(true)
  expect([later(), later('keydown'), later('focus'), later('pointerdown'), later('online')]).toEqual([
    ...[false, true, false, true, false],
  ])
})
