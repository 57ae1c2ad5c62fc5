// Runs one command to its end. Commands get a process group of their own: Ctrl-C reaches only the script,
// which then ends the whole group, so that neither an installer nor a compiler outlives it.
import { spawn } from 'node:child_process'
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

/** Ends the commands that are under way. */
export function interruptCommands() {
  for (const child of running) signalGroup(child, 'SIGTERM')
}

/**
 * @param {{ env?: object, capture?: boolean, timeout?: number, options?: object, whole?: boolean }} [how] whole: what it
 *   started and left ends with it
 * @returns {Promise<{ code: number | null, stdout: string, output: string }>} never rejects for an exit code
 */
export function execute(
  command,
  args,
  { env = {}, capture = false, timeout = 0, options = {}, whole = false } = {},
) {
  return new Promise((resolve) => {
    const stdio = capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
    const child = spawn(command, args, { stdio, detached: true, env: { ...process.env, ...env }, ...options })
    running.add(child)
    let output = ''
    let stdout = ''
    child.stdout?.on('data', (piece) => {
      stdout += piece
      output += piece
    })
    child.stderr?.on('data', (piece) => {
      output += piece
    })
    const timer = timeout && setTimeout(() => signalGroup(child, 'SIGKILL'), timeout)
    const end = (code, why) => {
      clearTimeout(timer)
      running.delete(child)
      if (whole) signalGroup(child, 'SIGKILL')
      resolve({ code, stdout, output: why ? `${output}${why}` : output })
    }
    child.once('error', (error) => end(null, error.message))
    child.once('close', (code) => end(code))
  })
}

/**
 * Like {@link execute}, but a command that fails is a problem.
 * @returns {Promise<string>} its standard output, when it was captured
 */
export async function must(command, args, how) {
  const { code, stdout, output } = await execute(command, args, how)
  if (code === 0) return stdout
  if (how?.quiet) throw new Problem(output.trim()) // it says itself what is wrong
  throw new Problem(`${command} ${args.join(' ')} failed (${code ?? 'stopped'}) ${output}`.trim())
}
