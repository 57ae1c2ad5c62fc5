import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyFailpoint } from '@/lib/platform/failpoint.server'

export type Program = { name: string; args: string[]; env: Record<string, string> }
type Running = { program: Program; child: ChildProcess; failpoint: AnyFailpoint | null; since: number }

const AGAIN_AFTER_MS = 300

/**
 * Runs the product's processes, kills and restarts them. The supervisor of `npm start` is no use here: it backs off
 * when a process keeps dying, and restarts it without a failpoint.
 */
export class Processes {
  readonly #running = new Map<string, Running>()
  readonly #logs: string
  readonly #note: (what: string) => void
  #closing = false
  /** SIGKILLs by the nemesis or a failpoint */
  kills = 0
  failpoints = 0
  /** processes that exited without being killed */
  readonly crashes: string[] = []

  constructor(logs: string, note: (what: string) => void) {
    this.#logs = logs
    this.#note = note
  }

  names = (): string[] => [...this.#running.keys()]

  start(program: Program, failpoint: AnyFailpoint | null = null): void {
    const log = openSync(path.join(this.#logs, `${program.name.replace(' ', '-')}.log`), 'a')
    const child = spawn('node', program.args, {
      stdio: ['ignore', log, log, 'ipc'],
      env: { ...process.env, ...program.env, ...(failpoint && { FAILPOINT: failpoint }) },
    })
    this.#running.set(program.name, { program, child, failpoint, since: Date.now() })
    child.once('exit', (code, signal) => void this.#ended(program, failpoint, signal ?? `exit code ${code}`))
  }

  async #ended(program: Program, failpoint: AnyFailpoint | null, how: string): Promise<void> {
    if (this.#closing) return
    const asked = this.#asked.delete(program.name)
    if (asked) this.kills++
    else if (failpoint && how === 'SIGKILL') {
      this.failpoints++
      this.#note(`${program.name} died at ${failpoint}`)
    } else {
      this.crashes.push(`${program.name}: ${how}`)
      this.#note(`${program.name} ended by itself: ${how}`)
    }
    await sleep(AGAIN_AFTER_MS)
    const next = this.#next.get(program.name) ?? null
    this.#next.delete(program.name)
    if (!this.#closing) this.start(program, next)
  }

  readonly #asked = new Set<string>()
  readonly #next = new Map<string, AnyFailpoint>()

  /** kill -9, unless it is dead already. It restarts automatically, with the failpoint when one is given. */
  async kill(name: string, failpoint: AnyFailpoint | null = null): Promise<void> {
    const running = this.#running.get(name)
    if (!running) return
    if (failpoint) this.#next.set(name, failpoint)
    if (running.child.exitCode !== null || running.child.signalCode !== null) return
    this.#note(`kill -9 ${name}${failpoint ? `, then it runs until ${failpoint}` : ''}`)
    this.#asked.add(name)
    const gone = new Promise((resolve) => running.child.once('exit', resolve))
    running.child.kill('SIGKILL')
    await gone
  }

  /** Suspends the process for a while, as when a machine swaps, and resumes it. */
  async freeze(name: string, ms: number): Promise<void> {
    const child = this.#running.get(name)?.child
    if (!child?.pid) return
    this.#note(`${name} stands still for ${ms} ms`)
    child.kill('SIGSTOP')
    const frozen = this.#running.get(name)
    if (frozen) frozen.since = Number.POSITIVE_INFINITY
    await sleep(ms)
    child.kill('SIGCONT')
    const running = this.#running.get(name)
    if (running?.child === child) running.since = Date.now()
  }

  /** Whether one of these has been running long enough to start and to sweep. */
  oneSettled(names: string[], ms: number): boolean {
    return names.some((name) => {
      const running = this.#running.get(name)
      const alive = running && running.child.exitCode === null && running.child.signalCode === null
      return alive && Date.now() - running.since > ms
    })
  }

  /** Whether it has a failpoint that it has not reached yet. */
  armed = (name: string): boolean => this.#running.get(name)?.failpoint != null

  async close(): Promise<void> {
    this.#closing = true
    await Promise.all(
      [...this.#running.values()].map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const gone = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        await gone
      }),
    )
  }
}
