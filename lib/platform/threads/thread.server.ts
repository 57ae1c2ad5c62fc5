import 'server-only'
import path from 'node:path'
import type { Transferable } from 'node:worker_threads'
import { Worker } from 'node:worker_threads'
import { Refusal } from '@/lib/platform/refusal'

/** How long one job may compute; waiting for its caller does not count. */
const THREAD_DEADLINE_MS = 30_000
/** Jobs of one process at the same time: each may take a core and the memory below. */
const THREADS_AT_ONCE = 2
/** How long a job waits for its turn. */
const TURN_WAIT_MS = 20_000
const MEMORY_MB = 512

/** A job that did not end as it should: out of time, out of memory, or an error of ours. */
export class ThreadFailure extends Error {
  readonly why: 'deadline' | 'memory' | 'crash'
  constructor(why: ThreadFailure['why'], cause?: unknown) {
    super(`a thread ended early: ${why}`, { cause })
    this.name = 'ThreadFailure'
    this.why = why
  }
}

/** Gives the thread one message and waits for the one answer to it. */
export type AskThread = <Answer>(message: unknown, transfer?: Transferable[]) => Promise<Answer>
export type ThreadSettings = { deadlineMs?: number; memoryMb?: number }

/**
 * Runs a job in a thread of its own, which ends with it: what it computes never holds up this process. `script`: a module
 * below the project's root that answers each message with one message. It gets no environment and no secrets.
 * @throws ThreadFailure when it takes longer than the deadline or more memory than it may have, or crashes;
 *   Refusal 503 threads_busy when no turn comes in time
 */
export async function inThread<T>(
  script: string,
  job: (ask: AskThread) => Promise<T>,
  { deadlineMs = THREAD_DEADLINE_MS, memoryMb = MEMORY_MB }: ThreadSettings = {},
): Promise<T> {
  await takeTurn()
  try {
    const thread = startThread(script, memoryMb)
    try {
      return await job(askIn(thread, deadlineMs))
    } finally {
      await thread.terminate()
    }
  } finally {
    endTurn()
  }
}

/** By path, not by import: a bundled server runs it from the sources, as the worker process runs. */
const placeOf = (file: string): string => [process.cwd(), file].join(path.sep)

function startThread(script: string, memoryMb: number): Worker {
  const thread = new Worker(placeOf(script), {
    execArgv: ['--import', placeOf('scripts/register.mjs')],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 6 },
  })
  // whoever waits for an answer hears of it; nobody else must crash on it
  thread.on('error', () => {})
  return thread
}

function askIn(thread: Worker, deadlineMs: number): AskThread {
  let left = deadlineMs
  return <Answer>(message: unknown, transfer: Transferable[] = []) =>
    new Promise<Answer>((resolve, reject) => {
      const started = performance.now()
      const settle = (act: () => void) => {
        clearTimeout(timer)
        left -= performance.now() - started
        thread.off('message', answered).off('error', crashed).off('exit', exited)
        act()
      }
      const answered = (answer: Answer) => settle(() => resolve(answer))
      const crashed = (error: Error & { code?: string }) =>
        settle(() =>
          reject(new ThreadFailure(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error)),
        )
      const exited = () => settle(() => reject(new ThreadFailure('crash')))
      const timer = setTimeout(() => settle(() => reject(new ThreadFailure('deadline'))), Math.max(left, 0))
      thread.on('message', answered).on('error', crashed).on('exit', exited)
      thread.postMessage(message, transfer)
    })
}

type Turns = { running: number; waiting: (() => void)[] }
const shared = globalThis as unknown as { accordThreads?: Turns }

function turns(): Turns {
  shared.accordThreads ??= { running: 0, waiting: [] }
  return shared.accordThreads
}

async function takeTurn(): Promise<void> {
  const all = turns()
  if (all.running < THREADS_AT_ONCE) {
    all.running++
    return
  }
  await new Promise<void>((resolve, reject) => {
    const called = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      all.waiting = all.waiting.filter((one) => one !== called)
      reject(busy())
    }, TURN_WAIT_MS)
    all.waiting.push(called)
  })
}

const busy = () =>
  new Refusal(503, 'threads_busy', 'Other files are being read. Try again in a moment.', {
    headers: { 'retry-after': '5' },
  })

/** The turn passes on to who waits longest. */
function endTurn(): void {
  const all = turns()
  const next = all.waiting.shift()
  if (next) next()
  else all.running--
}
