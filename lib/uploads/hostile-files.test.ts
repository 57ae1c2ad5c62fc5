import { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'
import { hostileFiles, slowFiles } from '@/lib/tables/testing/hostile/files'
import type { Task, Use } from '@/lib/uploads/testing/hostile-uses'

/** Far above what any file takes: only for files that would never end. */
const DEADLINE_MS = 60_000
const USES: Use[] = ['fix', 'text', 'workbook', 'payments']

let thread: Worker | undefined
afterAll(() => thread?.terminate())

const names = Object.keys(hostileFiles)

it('there are at least sixty hostile files', () => {
  expect(names.length).toBeGreaterThanOrEqual(60)
})

it.each(names.filter((name) => process.env.LONG || !slowFiles.includes(name)))(
  '%s gives a table or one problem, wherever it is read',
  async (name) => {
    // the short form reads each file in one of the other ways, in rotation
    const turn = names.indexOf(name) % USES.length
    const ways = process.env.LONG ? USES : USES.slice(turn, turn + 1)
    const [reader, ...others] = await outcomes({ name, uses: ['reader', ...ways] })
    expect(reader).toBe(hostileFiles[name]?.[1])
    for (const other of others) expect(other).toMatch(/^[a-z_]+$/)
  },
  2 * DEADLINE_MS,
)

/** The result of every use, in a thread that is terminated on timeout: an endless loop can't be stopped otherwise. */
function outcomes(task: Task): Promise<string[]> {
  thread ??= new Worker(new URL('./testing/hostile-uses.ts', import.meta.url), {
    execArgv: ['--import', new URL('../../scripts/register.mjs', import.meta.url).href],
  })
  const running = thread
  const found: string[] = []
  return new Promise((resolve) => {
    const end = (why?: string) => {
      clearTimeout(timer)
      running.removeAllListeners('message').removeAllListeners('error')
      if (why) {
        thread = undefined
        void running.terminate()
        found.push(why)
      }
      resolve(found)
    }
    const timer = setTimeout(() => end('It did not end.'), DEADLINE_MS)
    running.on('error', (error) => end(`It crashed: ${error}`))
    running.on('message', (outcome: string) => {
      if (found.push(outcome) === task.uses.length) end()
    })
    running.postMessage(task)
  })
}
