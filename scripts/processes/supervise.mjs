// Keeps the product's processes running and stops them in order. A process that exits is restarted with a backoff while
// it keeps failing; one that no longer answers is killed and restarted.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchHealth } from './health.mjs'
import { startTimeOf } from './identity.mjs'
import { writeRecord } from './record.mjs'
import { signalGroup } from './run.mjs'

// glibc keeps memory per thread; two arenas are enough for processes that mostly wait, and save 10 MB each
const MALLOC_SETTINGS = { MALLOC_ARENA_MAX: '2' }
const MIN_BACKOFF_MS = 300
const MAX_BACKOFF_MS = 10_000
const STABLE_AFTER_MS = 30_000 // after this uptime the next failure starts from the first delay again
const HEARTBEAT_TIMEOUT_MS = 30_000 // killed without a heartbeat for this long

/**
 * @param {{ log: (message: string) => void, record?: string, address?: string, timeoutMs?: number, logs?: (name: string) => number | 'inherit' }}
 *   options record: a JSON file that lists the running processes, `{ name, pid, born, starts }` each; timeoutMs:
 *   how long a process with `health` may miss heartbeats
 */
export function createSupervisor({
  log,
  record,
  address,
  timeoutMs = HEARTBEAT_TIMEOUT_MS,
  logs = () => 'inherit',
}) {
  const running = new Map()
  const starts = new Map()
  const ownIdentity = { pid: process.pid, born: startTimeOf(process.pid) }
  let stopping = false

  function write() {
    if (!record) return
    const list = [...running].map(([name, { child, since }]) => {
      return { name, pid: child.pid, born: since, starts: starts.get(name) }
    })
    try {
      writeRecord(record, { supervisor: ownIdentity, address, processes: list })
    } catch (error) {
      // on a full disk, a process that is restarted must not end the others
      log(`could not write ${record}: ${error.message}`)
    }
  }

  /**
   * @param {{ name: string, args: string[], env?: object, grace?: number, health?: { address?: string } }} program run
   *   by the project's Node; health: as in `watchHealth`
   */
  function run(program, delay = MIN_BACKOFF_MS) {
    const { name, args, env = {} } = program
    const output = logs(name)
    // the IPC channel: when the supervisor is killed, even with -9, the child gets `disconnect` and exits
    const stdio = ['ignore', output, output, 'ipc']
    const child = spawn('node', args, {
      stdio,
      detached: true,
      env: { ...MALLOC_SETTINGS, ...process.env, ...env },
    })
    const started = performance.now()
    const onHang = () => {
      log(`${name} has not answered for ${timeoutMs / 1000} s; killing it`)
      signalGroup(child, 'SIGKILL')
    }
    const unwatch = program.health ? watchHealth(child, program.health, timeoutMs, onHang) : () => {}
    running.set(name, { child, program, since: startTimeOf(child.pid), unwatch })
    starts.set(name, (starts.get(name) ?? 0) + 1)
    write()
    let ended = false
    const onEnd = async (reason) => {
      if (ended) return
      ended = true
      unwatch()
      running.delete(name)
      write()
      if (stopping) return
      const wait = performance.now() - started > STABLE_AFTER_MS ? MIN_BACKOFF_MS : delay
      log(`${name} ended (${reason}); restarting it in ${wait / 1000} s`)
      await sleep(wait)
      if (!stopping) run(program, Math.min(wait * 2, MAX_BACKOFF_MS))
    }
    child.once('error', (error) => onEnd(error.message))
    child.once('exit', (code, signal) => onEnd(signal ?? `exit code ${code}`))
  }

  async function stopOne(name, force = false) {
    const entry = running.get(name)
    if (!entry) return
    const { child, program, unwatch } = entry
    unwatch() // it may take its time to end
    const exited = new Promise((resolve) => child.once('exit', resolve))
    signalGroup(child, force ? 'SIGKILL' : 'SIGTERM')
    const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), program.grace ?? 12_000)
    await exited
    clearTimeout(timer)
  }

  /** Stops one group of processes after the other, e.g. the senders before the service that answers them. */
  async function stop(order = [[...running.keys()]]) {
    stopping = true
    for (const names of order) await Promise.all(names.map((name) => stopOne(name)))
    await Promise.all([...running.keys()].map((name) => stopOne(name, true)))
  }

  const kill = () => [...running.keys()].map((name) => stopOne(name, true))
  return { run, stop, kill, starts: (name) => starts.get(name) ?? 0, names: () => [...running.keys()] }
}
