import { parentPort } from 'node:worker_threads'

/** Takes all the time or all the memory there is, as a hostile file would. */
parentPort?.on('message', (what: 'time' | 'memory') => {
  const kept: unknown[] = []
  for (let n = 0; ; n++) if (what === 'memory') kept.push({ n })
})
