// Memory of a browser: the resident memory of its renderers, workers included, sampled while something runs.
import fs from 'node:fs'

const PAGE = 4096

function resident(pid) {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE
  } catch {
    return 0
  }
}

/** Runs `work`. @returns its result and the peak memory above the start, in MiB (0 without /proc) */
export async function withPeak(browser, work) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const held = () => pids.reduce((sum, pid) => sum + resident(pid), 0)
  const before = held()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, held())
  }, 5)
  try {
    const answer = await work()
    return { answer, peak: (peak - before) / 1024 / 1024 }
  } finally {
    clearInterval(timer)
    await session.detach()
  }
}
