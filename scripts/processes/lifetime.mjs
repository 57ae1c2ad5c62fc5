// Runs a script until its last process has ended: signals, Ctrl-C, a vanished npm and errors all end it the same way.
import fs from 'node:fs'
import os from 'node:os'
import { Problem, say } from '../prepare/project.mjs'
import { born } from './alive.mjs'
import { interruptCommands } from './run.mjs'

const parentOf = (pid) => Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')[1])
const isShell = (pid) => /^(ba|da|z|k)?sh$/.test(fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim())

/** npm passes a signal at most to its shell and, killed with -9, to nobody, so its disappearance is the signal. */
function watchNpm(gone) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  let npm = parent
  try {
    if (isShell(parent)) npm = parentOf(parent)
  } catch {
    // without /proc, watching the direct parent is the best option
  }
  const since = born(npm)
  setInterval(() => (process.ppid !== parent || born(npm) !== since) && gone(), 500).unref()
}

/**
 * Runs `main` with a list of cleanups. They run in reverse order when `main` fails, when a signal arrives, when npm is
 * gone, or when `main` returns an exit code. A second Ctrl-C does not wait for them. When `main` is interrupted before
 * it has finished, the exit code says so; what it started and left running may be stopped at any time.
 * @param {(life: { undo: (work: () => unknown) => void, stop: (why: string, code?: number) => void }) => unknown} main
 */
export async function lifetime(main) {
  const undo = []
  let stopping = false
  let working = true
  const stop = async (why, code = 0) => {
    if (stopping) return
    stopping = true
    if (why) say(`stopping: ${why}`)
    interruptCommands()
    for (const work of undo.reverse())
      await Promise.resolve()
        .then(work)
        .catch((error) => say(error.message))
    if (why) say('stopped')
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () =>
      stopping && signal === 'SIGINT'
        ? life.hurry()
        : stop(signal, working ? 128 + os.constants.signals[signal] : 0),
    )
  }
  watchNpm(() => stop('npm is gone', working ? 1 : 0))
  const life = { undo: (work) => undo.push(work), stop, hurry: () => {}, stopping: () => stopping }
  try {
    const code = await main(life)
    working = false
    if (typeof code === 'number') await stop('', code)
  } catch (error) {
    if (stopping) return
    console.error(error instanceof Problem ? `\n${error.message}\n` : error)
    await stop('', 1)
  }
}
