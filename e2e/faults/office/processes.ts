import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyFailpoint } from '@/lib/platform/failpoint.server'

export type Program = { name: string; args: string[]; env: Record<string, string> }
type Running = { program: Program; child: ChildProcess; failpoint: AnyFailpoint | null; since: number }

const RESTART_DELAY_MS = 300

/**
 * Runs, kills and restarts the product's processes. The supervisor of `npm start` can't do this: it backs off when a
 * process keeps dying, and knows no failpoints.
 */
export class Processes {
  readonly #running = new Map<string, Running>()
  readonly #logs: string
  readonly #note: (what: string) => void
  #closing = false
  /** how often a process was killed from outside, and by its failpoint */
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
    child.once('exit', (code, signal) => void this.#onExit(program, failpoint, signal ?? `exit code ${code}`))
  }

  async #onExit(program: Program, failpoint: AnyFailpoint | null, reason: string): Promise<void> {
    if (this.#closing) return
    const requested = this.#requestedKills.delete(program.name)
    if (requested) this.kills++
    else if (failpoint && reason === 'SIGKILL') {
      this.failpoints++
      this.#note(`${program.name} died at ${failpoint}`)
    } else {
      this.crashes.push(`${program.name}: ${reason}`)
      this.#note(`${program.name} exited unexpectedly: ${reason}`)
    }
    await sleep(RESTART_DELAY_MS)
    const failpointAfter = this.#nextFailpoint.get(program.name) ?? null
    this.#nextFailpoint.delete(program.name)
    if (!this.#closing) this.start(program, failpointAfter)
  }

  readonly #requestedKills = new Set<string>()
  readonly #nextFailpoint = new Map<string, AnyFailpoint>()

  /** Kills a process with -9, unless it is dead already. It restarts automatically, with the failpoint if given. */
  async kill(name: string, failpoint: AnyFailpoint | null = null): Promise<void> {
    const running = this.#running.get(name)
    if (!running) return
    if (failpoint) this.#nextFailpoint.set(name, failpoint)
    if (running.child.exitCode !== null || running.child.signalCode !== null) return
    this.#note(`kill -9 ${name}${failpoint ? `, next failpoint ${failpoint}` : ''}`)
    this.#requestedKills.add(name)
    const exited = new Promise((resolve) => running.child.once('exit', resolve))
    running.child.kill('SIGKILL')
    await exited
  }

  /** Suspends the process for a while, as a swapping machine does, and resumes it. */
  async freeze(name: string, ms: number): Promise<void> {
    const child = this.#running.get(name)?.child
    if (!child?.pid) return
    this.#note(`${name} is frozen for ${ms} ms`)
    child.kill('SIGSTOP')
    const frozen = this.#running.get(name)
    if (frozen) frozen.since = Number.POSITIVE_INFINITY
    await sleep(ms)
    child.kill('SIGCONT')
    const running = this.#running.get(name)
    if (running?.child === child) running.since = Date.now()
  }

  /** Whether one of these processes has been running for this long. */
  anyRunningFor(names: string[], ms: number): boolean {
    return names.some((name) => {
      const running = this.#running.get(name)
      const alive = running && running.child.exitCode === null && running.child.signalCode === null
      return alive && Date.now() - running.since > ms
    })
  }

  /** Whether the process has a failpoint that it has not reached yet. */
  hasFailpoint = (name: string): boolean => this.#running.get(name)?.failpoint != null

  async close(): Promise<void> {
    this.#closing = true
    await Promise.all(
      [...this.#running.values()].map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const exited = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        await exited
      }),
    )
  }
}
