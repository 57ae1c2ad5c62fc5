import { afterEach, describe, expect, it, vi } from 'vitest'

const HOUR_MS = 3_600_000
const WRITTEN = Date.parse('2026-01-05T10:00:00Z')

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** In a browser whose clock shows `clock` when the page starts, and a minute later. */
async function timesOf(dataset: { now?: string }, clock: number) {
  vi.resetModules()
  vi.useFakeTimers({ now: clock })
  vi.stubGlobal('document', { documentElement: { dataset } })
  const { serverNow } = await import('./server-now')
  const start = serverNow()
  vi.setSystemTime(clock + 60_000)
  return [start, serverNow()]
}

describe('the time by the server’s clock', () => {
  it.each([-HOUR_MS, 0, HOUR_MS])('is the same in a browser that is %i ms ahead', async (off) => {
    expect(await timesOf({ now: String(WRITTEN) }, WRITTEN + off)).toEqual([WRITTEN, WRITTEN + 60_000])
  })

  it('doesn’t lag by what the scripts of the page took to load', async () => {
    vi.resetModules()
    vi.useFakeTimers({ now: WRITTEN + 20_000 })
    vi.stubGlobal('document', { documentElement: { dataset: { now: String(WRITTEN) } } })
    const getEntriesByType = () => [{ responseStart: 300 }]
    vi.stubGlobal('performance', { timeOrigin: WRITTEN - 300.2, getEntriesByType })
    const { serverNow } = await import('./server-now')
    expect(serverNow()).toBe(WRITTEN + 20_000)
  })

  it('is the browser’s where the page doesn’t say when it was written', async () => {
    expect(await timesOf({}, WRITTEN)).toEqual([WRITTEN, WRITTEN + 60_000])
  })
})
