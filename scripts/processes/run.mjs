// Runs one command to its end. Each gets its own process group: Ctrl-C reaches only the script, which then ends the
// whole group, so that neither an installer nor a compiler outlives it.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Problem } from '../prepare/project.mjs'

const running = new Set()

/** Sends a signal to a process and everything it started. */
export function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal) // the group is gone or not ours
  }
}

/** Ends the running commands. */
export function interruptCommands() {
  for (const child of running) signalGroup(child, 'SIGTERM')
}

const minutes = (ms) => (ms < 60_000 ? `${ms / 1000} s` : `${Math.round(ms / 60_000)} min`)
/** @type {{ silence: number, total: number } | undefined} */
const NO_TIMEOUTS = undefined
/** A command that gets SIGTERM may close its browsers first. */
const GRACE_MS = 10_000

/** Stops a command that makes no progress: no output for `silence` ms, or not finished after `total` ms. */
function stopWhenStuck(child, { silence, total }) {
  const timers = []
  const watch = { reason: undefined, clear: () => timers.forEach(clearTimeout) }
  const stop = (reason) => {
    watch.reason ??= reason
    signalGroup(child, 'SIGTERM')
    timers.push(setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS))
  }
  const silenceTimer = setTimeout(() => stop(`nothing was printed for ${minutes(silence)}`), silence)
  timers.push(
    silenceTimer,
    setTimeout(() => stop(`it was not done after ${minutes(total)}`), total),
  )
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', () => watch.reason || silenceTimer.refresh())
  return watch
}

/** Passes the output of a watched command on to the terminal, in its usual colours. */
function forwardOutput(child, label) {
  for (const name of ['stdout', 'stderr']) {
    const print = (text) => process[name].write(text)
    if (label) createInterface({ input: child[name] }).on('line', (line) => print(`${label} | ${line}\n`))
    else child[name].on('data', print)
  }
}
const COLOURS = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}

function collect(child) {
  const captured = { stdout: '', output: '' }
  child.stdout.on('data', (piece) => {
    captured.stdout += piece
    captured.output += piece
  })
  child.stderr.on('data', (piece) => {
    captured.output += piece
  })
  return captured
}

/**
 * @param {{ env?: object, capture?: boolean, timeouts?: { silence: number, total: number }, label?: string, spawnOptions?: object, killGroup?: boolean }}
 *   [options] timeouts: stops it when it makes no progress; label: prefix of every line of its output; killGroup: kills
 *   the processes that it left behind
 * @returns {Promise<{ code: number | null, stdout: string, output: string, ended?: string }>} does not reject for an
 *   exit code; ended: why it was stopped
 */
export function execute(
  command,
  args,
  {
    env = {},
    capture = false,
    timeouts = NO_TIMEOUTS,
    label = '',
    spawnOptions = {},
    killGroup = false,
  } = {},
) {
  return new Promise((resolve) => {
    const forwarded = !capture && (timeouts || label)
    const out = capture || forwarded ? 'pipe' : 'inherit'
    const stdio = ['ignore', out, out]
    const environment = { ...process.env, ...(forwarded && COLOURS), ...env }
    const child = spawn(command, args, { stdio, detached: true, env: environment, ...spawnOptions })
    running.add(child)
    const captured = capture ? collect(child) : { stdout: '', output: '' }
    const watch = timeouts && stopWhenStuck(child, timeouts)
    if (forwarded) forwardOutput(child, label)
    const end = (code, reason = '') => {
      watch?.clear()
      running.delete(child)
      if (killGroup) signalGroup(child, 'SIGKILL')
      const { stdout, output } = captured
      resolve({ code, stdout, output: `${output}${reason}`, ...(watch?.reason && { ended: watch.reason }) })
    }
    child.once('error', (error) => end(null, error.message))
    child.once('close', (code) => end(code))
  })
}

/**
 * Like {@link execute}, but throws when the command fails.
 * @returns {Promise<string>} its standard output, when it was captured
 */
export async function executeOrThrow(command, args, options) {
  const { code, stdout, output } = await execute(command, args, options)
  if (code === 0) return stdout
  if (options?.quiet) throw new Problem(output.trim()) // its output explains the failure
  throw new Problem(`${command} ${args.join(' ')} failed (${code ?? 'stopped'}) ${output}`.trim())
}
