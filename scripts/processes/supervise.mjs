// Keeps the product's processes running and stops them in order. A process that exits is restarted with a backoff while
// it keeps failing; one that no longer answers is killed and restarted.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { born } from './alive.mjs'
import { watchHealth } from './health.mjs'
import { writeRecord } from './record.mjs'
import { signalGroup } from './run.mjs'

// glibc keeps memory per thread; two arenas are enough for processes that mostly wait, and save 10 MB each
const FRUGAL = { MALLOC_ARENA_MAX: '2' }
const FIRST_DELAY = 300
const LONGEST_DELAY = 10_000
const STEADY = 30_000 // after this uptime the next failure starts from the first delay again
const PATIENCE = 30_000 // killed without a heartbeat for this long

/**
 * @param {{ say: (message: string) => void, record?: string, address?: string, patience?: number, logs?: (name: string) => number | 'inherit' }}
 *   how record: a JSON file that lists the running processes, `{ name, pid, born, starts }` each; patience:
 *   milliseconds that a process with `health` may miss heartbeats
 */
export function supervisor({ say, record, address, patience = PATIENCE, logs = () => 'inherit' }) {
  const running = new Map()
  const starts = new Map()
  const me = { pid: process.pid, born: born(process.pid) }
  let stopping = false

  function write() {
    if (!record) return
    const list = [...running].map(([name, { child, since }]) => {
      return { name, pid: child.pid, born: since, starts: starts.get(name) }
    })
    writeRecord(record, { supervisor: me, address, processes: list })
  }

  /**
   * @param {{ name: string, args: string[], env?: object, grace?: number, health?: { address?: string } }} program run
   *   by the project's Node; health: as in `watchHealth`
   */
  function run(program, delay = FIRST_DELAY) {
    const { name, args, env = {} } = program
    const output = logs(name)
    // the IPC channel: when the supervisor is killed, even with -9, the child gets `disconnect` and exits
    const stdio = ['ignore', output, output, 'ipc']
    const child = spawn('node', args, { stdio, detached: true, env: { ...FRUGAL, ...process.env, ...env } })
    const started = Date.now()
    const hung = () => {
      say(`${name} has not answered for ${patience / 1000} s; killing it`)
      signalGroup(child, 'SIGKILL')
    }
    const unwatch = program.health ? watchHealth(child, program.health, patience, hung) : () => {}
    running.set(name, { child, program, since: born(child.pid), unwatch })
    starts.set(name, (starts.get(name) ?? 0) + 1)
    write()
    let over = false
    const ended = async (how) => {
      if (over) return
      over = true
      unwatch()
      running.delete(name)
      write()
      if (stopping) return
      const wait = Date.now() - started > STEADY ? FIRST_DELAY : delay
      say(`${name} ended (${how}); restarting it in ${wait / 1000} s`)
      await sleep(wait)
      if (!stopping) run(program, Math.min(wait * 2, LONGEST_DELAY))
    }
    child.once('error', (error) => ended(error.message))
    child.once('exit', (code, signal) => ended(signal ?? `exit code ${code}`))
  }

  async function end(name, now) {
    const entry = running.get(name)
    if (!entry) return
    const { child, program, unwatch } = entry
    unwatch() // it may take its time to end
    const gone = new Promise((resolve) => child.once('exit', resolve))
    signalGroup(child, now ? 'SIGKILL' : 'SIGTERM')
    const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), program.grace ?? 12_000)
    await gone
    clearTimeout(timer)
  }

  /** Stops one group of processes after the other, e.g. the senders before the service that answers them. */
  async function stop(order = [[...running.keys()]]) {
    stopping = true
    for (const names of order) await Promise.all(names.map((name) => end(name)))
    await Promise.all([...running.keys()].map((name) => end(name, true)))
  }

  const kill = () => [...running.keys()].map((name) => end(name, true))
  return { run, stop, kill, starts: (name) => starts.get(name) ?? 0, names: () => [...running.keys()] }
}
