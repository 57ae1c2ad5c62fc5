// Runs a script until its last process has ended: signals, Ctrl-C, the end of npm and errors all end it the same way.
import fs from 'node:fs'
import os from 'node:os'
import { isDiskFull, log, Problem } from '../prepare/project.mjs'
import { startTimeOf, statOf } from './identity.mjs'
import { interruptCommands } from './run.mjs'

const parentOf = (pid) => Number(statOf(pid)[1])
const isShell = (pid) => /^(ba|da|z|k)?sh$/.test(fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim())

const diskFull = ({ message }) =>
  `A disk is full (${message}). Make room on the disks of DATA_DIR and of Accord, then try again.`

/**
 * @template T
 * @param {() => T} work
 * @returns {() => T} runs `work` at the first call and returns its result at every call
 */
export function callOnce(work) {
  let result
  return () => (result ??= work())
}

/** npm forwards a signal to its shell at most, and none when it is killed with -9, so its end counts as a signal. */
function watchNpm(onExit) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  let npm = parent
  try {
    if (isShell(parent)) npm = parentOf(parent)
  } catch {
    // without /proc, watching the direct parent is the best option
  }
  const since = startTimeOf(npm)
  setInterval(() => (process.ppid !== parent || startTimeOf(npm) !== since) && onExit(), 500).unref()
}

/**
 * @typedef {{ addCleanup: (cleanup: () => unknown) => void, stop: (reason: string, code?: number) => Promise<void>, forceStop: () => unknown, stopping: () => boolean }}
 *   Lifecycle forceStop: runs at a second Ctrl-C
 */

/**
 * Runs `main` with a list of cleanups. They run in reverse order when `main` fails, when a signal arrives, when npm is
 * gone, or when `main` returns an exit code. A second Ctrl-C does not wait for them. When `main` is interrupted before
 * it has finished, the exit code says so; what it started and left running may be stopped at any time.
 * @param {(lifecycle: Lifecycle) => unknown} main
 */
export async function runWithCleanup(main) {
  const cleanups = []
  let stopping = false
  let mainRuns = true
  const stop = async (reason, code = 0) => {
    if (stopping) return
    stopping = true
    if (reason) log(`stopping: ${reason}`)
    interruptCommands()
    for (const cleanup of cleanups.reverse())
      await Promise.resolve()
        .then(cleanup)
        .catch((error) => log(error.message))
    if (reason) log('stopped')
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () =>
      stopping && signal === 'SIGINT'
        ? lifecycle.forceStop()
        : stop(signal, mainRuns ? 128 + os.constants.signals[signal] : 0),
    )
  }
  watchNpm(() => stop('npm is gone', mainRuns ? 1 : 0))
  const lifecycle = {
    addCleanup: (cleanup) => cleanups.push(cleanup),
    stop,
    forceStop: () => {},
    stopping: () => stopping,
  }
  try {
    const code = await main(lifecycle)
    mainRuns = false
    if (typeof code === 'number') await stop('', code)
  } catch (error) {
    if (stopping) return
    const sentence = error instanceof Problem ? error.message : isDiskFull(error) && diskFull(error)
    console.error(sentence ? `\n${sentence}\n` : error)
    await stop('', 1)
  }
}
