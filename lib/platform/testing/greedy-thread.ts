import { parentPort, threadId } from 'node:worker_threads'

/** Says which thread it is, or uses up all time or all memory, as a hostile file would. */
parentPort?.on('message', (what: 'id' | 'time' | 'memory' | null) => {
  if (what === null) return
  if (what === 'id') return parentPort?.postMessage(threadId)
  const kept: unknown[] = []
  for (let n = 0; ; n++) if (what === 'memory') kept.push({ n })
})
