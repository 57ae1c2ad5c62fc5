// The smallest page that Next can serve, with its own build, started like ours.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { runIfStale } from '../../scripts/prepare/stamp.mjs'
import type { Lifecycle } from '../../scripts/processes/lifecycle.mjs'
import { acceptsConnections, freePort } from '../../scripts/processes/ports.mjs'
import { web } from '../../scripts/processes/programs.mjs'
import { executeOrThrow } from '../../scripts/processes/run.mjs'

const FOLDER = 'bench/weight/empty'

/** @returns the URL of its only page */
export async function openEmpty(lifecycle: Lifecycle): Promise<string> {
  await runIfStale('bench-empty', [FOLDER, 'package-lock.json'], `${FOLDER}/.next/BUILD_ID`, () =>
    executeOrThrow('next', ['build', FOLDER], { env: { NODE_ENV: 'production' } }),
  )
  const port = (await freePort()) as number
  const { args, env } = web({ host: '127.0.0.1', port }, process.env as Record<string, string>)
  const emptyArgs = args.toSpliced(args.indexOf('start') + 1, 0, FOLDER)
  const child = spawn(process.execPath, emptyArgs, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  lifecycle.addCleanup(() => void child.kill())
  while (!(await acceptsConnections(port))) await sleep(50)
  return `http://127.0.0.1:${port}/`
}
