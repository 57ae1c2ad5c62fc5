import type { Browser } from '@playwright/test'
import { MIB, residentMemory } from '../report/memory'

/** Runs `work`. @returns its result, and by how many MiB the memory of the browser's renderers and workers has grown */
export async function measurePeakMemory<T>(browser: Browser, work: () => Promise<T>) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const resident = () => pids.reduce((sum, pid) => sum + residentMemory(pid), 0)
  const before = resident()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, resident())
  }, 5)
  try {
    return { result: await work(), peakMiB: (peak - before) / MIB }
  } finally {
    clearInterval(timer)
    await session.detach()
  }
}
