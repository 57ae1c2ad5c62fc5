import 'server-only'
import path from 'node:path'
import type { Transferable } from 'node:worker_threads'
import { Worker } from 'node:worker_threads'
import { Refusal } from '@/lib/platform/refusal'
import { Slots } from '@/lib/platform/threads/slots'

/** Timeout for a job's computing time; waiting for its caller doesn't count. */
const THREAD_DEADLINE_MS = 30_000
/** Concurrent jobs per process: each may use a core and the memory limit below. */
const MAX_THREADS = 2
/** How long a job may be queued. */
const SLOT_WAIT_MS = 20_000
const MEMORY_MB = 512
/** How long a thread waits for its next job: loading the modules of a script takes longer than reading most files. */
const IDLE_MS = 5_000

/** A job that failed: timeout, out of memory, or an internal error. */
export class ThreadFailure extends Error {
  readonly why: 'deadline' | 'memory' | 'crash'
  constructor(why: ThreadFailure['why'], cause?: unknown) {
    super(`a thread ended early: ${why}`, { cause })
    this.name = 'ThreadFailure'
    this.why = why
  }
}

/** Sends the thread one message and waits for its one reply. */
export type AskThread = <Answer>(message: unknown, transfer?: Transferable[]) => Promise<Answer>
export type ThreadSettings = { deadlineMs?: number; memoryMb?: number }

/**
 * Runs a job in a worker thread, so that it never blocks this process. A thread runs one job at a time, waits some
 * seconds for the next one, and ends with a job that fails.
 * `script`: a module below the project's root that replies to each message with one message. After a job it gets
 * `null`, and forgets everything of the job. The thread gets no environment and no secrets.
 * @throws ThreadFailure when it exceeds the timeout or the memory limit, or crashes; Refusal 503 threads_busy
 * when no slot becomes free in time
 */
export async function inThread<T>(
  script: string,
  job: (ask: AskThread) => Promise<T>,
  { deadlineMs = THREAD_DEADLINE_MS, memoryMb = MEMORY_MB }: ThreadSettings = {},
): Promise<T> {
  const { slots } = threadPool()
  if (!(await slots.take(SLOT_WAIT_MS))) throw busy()
  try {
    const kind = `${script} ${memoryMb}`
    const thread = takeIdle(kind) ?? startThread(script, memoryMb)
    try {
      const result = await job(askIn(thread, deadlineMs))
      // the next job would get the reply to its message
      if (thread.listenerCount('message') > 0) throw new Error('a job ended before its thread replied')
      keepIdle(kind, thread)
      return result
    } catch (error) {
      await thread.terminate()
      throw error
    }
  } finally {
    slots.give()
  }
}

/** By path instead of import: a bundled server runs it from the sources, like the worker process. */
const placeOf = (file: string): string => [process.cwd(), file].join(path.sep)

function startThread(script: string, memoryMb: number): Worker {
  const thread = new Worker(placeOf(script), {
    execArgv: ['--import', './scripts/register.mjs'],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 6 },
  })
  // the pending reply is rejected; without a listener the error would crash the process
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
        thread.off('message', onAnswer).off('error', onCrash).off('exit', onExit)
        act()
      }
      const onAnswer = (answer: Answer) => settle(() => resolve(answer))
      const onCrash = (error: Error & { code?: string }) =>
        settle(() =>
          reject(new ThreadFailure(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error)),
        )
      const onExit = () => settle(() => reject(new ThreadFailure('crash')))
      const timer = setTimeout(() => settle(() => reject(new ThreadFailure('deadline'))), Math.max(left, 0))
      thread.on('message', onAnswer).on('error', onCrash).on('exit', onExit)
      thread.postMessage(message, transfer)
    })
}

type IdleThread = { kind: string; thread: Worker; end: NodeJS.Timeout }
type ThreadPool = { slots: Slots; idle: IdleThread[] }
const shared = globalThis as unknown as { accordThreads?: ThreadPool }

function threadPool(): ThreadPool {
  shared.accordThreads ??= { slots: new Slots(MAX_THREADS), idle: [] }
  return shared.accordThreads
}

function takeIdle(kind: string): Worker | undefined {
  const thread = threadPool().idle.find((one) => one.kind === kind)?.thread
  if (thread) leaveIdle(thread)
  thread?.ref()
  return thread
}

function keepIdle(kind: string, thread: Worker): void {
  thread.postMessage(null)
  thread.unref()
  const end = setTimeout(() => {
    leaveIdle(thread)
    thread.terminate()
  }, IDLE_MS).unref()
  threadPool().idle.push({ kind, thread, end })
}

function leaveIdle(thread: Worker): void {
  const all = threadPool()
  clearTimeout(all.idle.find((one) => one.thread === thread)?.end)
  all.idle = all.idle.filter((one) => one.thread !== thread)
}

const busy = () =>
  new Refusal(503, 'threads_busy', 'Other files are being read. Try again in a moment.', {
    headers: { 'retry-after': '5' },
  })
