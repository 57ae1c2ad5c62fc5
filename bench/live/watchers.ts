import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Open event streams; `frames` is the total that they received. */
export type Watchers = { frames: number; last: string; close: () => void }

/** Opens this number of streams and waits until all are open. */
export async function openWatchers(url: string, count: number): Promise<Watchers> {
  const agent = new Agent({ keepAlive: false, maxSockets: count })
  const watchers: Watchers = { frames: 0, last: '', close: () => agent.destroy() }
  const open = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const request = get(url, { agent }, (response) => {
        let rest = ''
        response.setEncoding('utf8')
        response.on('data', (piece: string) => {
          const parts = (rest + piece).split('\n\n')
          rest = parts.pop() ?? ''
          for (const part of parts) {
            if (!part.startsWith('event: upload')) continue
            watchers.frames++
            if (n === 0) watchers.last = `${part}\n\n`
          }
        })
        response.on('error', () => {})
        resolve()
      })
      request.on('error', reject)
    })
  for (let n = 0; n < count; n += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - n) }, (_, i) => open(n + i)))
  return watchers
}

/** @throws when this number of frames has not arrived after 20 seconds */
export async function waitForFrames(watchers: Watchers, frames: number): Promise<void> {
  for (const end = Date.now() + 20_000; watchers.frames < frames; await sleep(10))
    if (Date.now() > end) throw new Error(`${watchers.frames} of ${frames} frames arrived`)
}
