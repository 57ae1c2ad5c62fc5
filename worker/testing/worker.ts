import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/** Starts a worker as a separate process on the database of the test file. */
export function startWorker(options: SpawnOptions = {}): ChildProcess {
  const args = ['--import', './scripts/register.mjs', path.join(root, 'worker/main.ts')]
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  return spawn(process.execPath, args, { cwd: root, stdio: [...stdio], ...options })
}

/** Kills a process with -9, if it is still running. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
