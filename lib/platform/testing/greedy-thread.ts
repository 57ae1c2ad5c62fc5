import { parentPort } from 'node:worker_threads'

/** Uses up all time or all memory, as a hostile file would. */
parentPort?.on('message', (what: 'time' | 'memory') => {
  const kept: unknown[] = []
  for (let n = 0; ; n++) if (what === 'memory') kept.push({ n })
})
