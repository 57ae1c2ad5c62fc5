import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { queryAsOwner } from '@/lib/platform/testing/database'

/** Processes with this marker in their environment. */
const processesWith = (mark: string): string[] =>
  fs.readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
    } catch {
      return false // it has ended, or belongs to another user
    }
  })

/** Their databases have random names; this lists the current ones. */
const databases = async (): Promise<string[]> =>
  (
    await queryAsOwner<{ datname: string }>(
      `select datname from pg_database where datname like 'accord_t_bench_%'`,
    )
  ).map(({ datname }) => datname)

let bench: ChildProcess | undefined
afterEach(() => bench?.kill('SIGKILL'))

const SIGNALS = [
  ['by Ctrl-C', 'SIGINT'],
  ['with -9', 'SIGKILL'],
] as const

it.each(SIGNALS)(
  'a bench that is stopped %s leaves no process, no database and no backend',
  async (_, signal) => {
    const mark = `BENCH_MARK=${Math.random()}`
    const before = await databases()
    const env = { ...process.env, DATABASE_URL: '', BENCH_MARK: mark.slice('BENCH_MARK='.length) }
    bench = spawn('node', ['scripts/bench.mjs', 'bulk', '2000'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const newDatabases = async () => (await databases()).filter((name) => !before.includes(name))
    // the worker is running
    for await (const chunk of bench.stdout as AsyncIterable<Buffer>)
      if (chunk.toString().includes('rows stored')) break
    const [name] = await newDatabases()
    const ended = once(bench, 'exit')
    bench.kill(signal)
    await ended
    await expect.poll(() => processesWith(mark), { timeout: 20_000 }).toEqual([])
    expect(await newDatabases()).toEqual([])
    expect(await queryAsOwner(`select 1 from pg_stat_activity where datname = '${name}'`)).toEqual([])
  },
)
