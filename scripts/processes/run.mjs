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
const ALWAYS = undefined
/** A command that gets SIGTERM may close its browsers first. */
const GRACE_MS = 10_000

/** Ends a command that makes no progress: no output for `silence` ms, or not finished after `total` ms. */
function endWhenStuck(child, { silence, total }) {
  const timers = []
  const stuck = { why: undefined, over: () => timers.forEach(clearTimeout) }
  const end = (why) => {
    stuck.why ??= why
    signalGroup(child, 'SIGTERM')
    timers.push(setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS))
  }
  const quiet = setTimeout(() => end(`nothing was printed for ${minutes(silence)}`), silence)
  timers.push(
    quiet,
    setTimeout(() => end(`it was not done after ${minutes(total)}`), total),
  )
  for (const stream of [child.stdout, child.stderr]) stream.on('data', () => stuck.why || quiet.refresh())
  return stuck
}

/** Passes the output of a watched command on to the terminal, in its usual colours. */
function passOn(child, label) {
  for (const name of ['stdout', 'stderr']) {
    const print = (text) => process[name].write(text)
    if (label) createInterface({ input: child[name] }).on('line', (line) => print(`${label} | ${line}\n`))
    else child[name].on('data', print)
  }
}
const COLOURS = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}

function collect(child) {
  const printed = { stdout: '', output: '' }
  child.stdout.on('data', (piece) => {
    printed.stdout += piece
    printed.output += piece
  })
  child.stderr.on('data', (piece) => {
    printed.output += piece
  })
  return printed
}

/**
 * @param {{ env?: object, capture?: boolean, patience?: { silence: number, total: number }, label?: string, options?: object, whole?: boolean }}
 *   [how] patience: it is ended when it makes no progress; label: prefix of every line of its output; whole: processes
 *   that it left behind end with it
 * @returns {Promise<{ code: number | null, stdout: string, output: string, ended?: string }>} does not reject for an
 *   exit code; ended: why it was ended
 */
export function execute(
  command,
  args,
  { env = {}, capture = false, patience = ALWAYS, label = '', options = {}, whole = false } = {},
) {
  return new Promise((resolve) => {
    const passed = !capture && (patience || label)
    const out = capture || passed ? 'pipe' : 'inherit'
    const stdio = ['ignore', out, out]
    const all = { ...process.env, ...(passed && COLOURS), ...env }
    const child = spawn(command, args, { stdio, detached: true, env: all, ...options })
    running.add(child)
    const printed = capture ? collect(child) : { stdout: '', output: '' }
    const stuck = patience && endWhenStuck(child, patience)
    if (passed) passOn(child, label)
    const end = (code, why = '') => {
      stuck?.over()
      running.delete(child)
      if (whole) signalGroup(child, 'SIGKILL')
      const { stdout, output } = printed
      resolve({ code, stdout, output: `${output}${why}`, ...(stuck?.why && { ended: stuck.why }) })
    }
    child.once('error', (error) => end(null, error.message))
    child.once('close', (code) => end(code))
  })
}

/**
 * Like {@link execute}, but throws when the command fails.
 * @returns {Promise<string>} its standard output, when it was captured
 */
export async function must(command, args, how) {
  const { code, stdout, output } = await execute(command, args, how)
  if (code === 0) return stdout
  if (how?.quiet) throw new Problem(output.trim()) // its output explains the failure
  throw new Problem(`${command} ${args.join(' ')} failed (${code ?? 'stopped'}) ${output}`.trim())
}
