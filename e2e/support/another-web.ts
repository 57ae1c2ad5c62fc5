import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../../scripts/processes/ports.mjs'
import * as programs from '../../scripts/processes/programs.mjs'
import { expect } from './office'
import { ask } from './wire'

export type Web = { port: number; close: () => Promise<void> }

/** Another web process on the same database, with the same settings except the given ones. */
export async function anotherWeb(settings: Record<string, string> = {}): Promise<Web> {
  const port = await freePort()
  if (!port) throw new Error('no free port')
  const given = { host: '127.0.0.1', port, buildDir: process.env.BUILD_DIR }
  const { args, env } = programs.web(given, settings)
  const log = openSync(path.join(process.env.DATA_DIR ?? '', 'logs', 'another-web.log'), 'a')
  const child = spawn('node', args, { stdio: ['ignore', log, log, 'ipc'], env: { ...process.env, ...env } })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = () => {
    child.kill('SIGKILL')
    return gone
  }
  const answers = () =>
    ask({ path: '/api/health', port }).then(
      () => true,
      () => false,
    )
  await expect.poll(answers, { message: 'another web process answers', timeout: 30_000 }).toBe(true)
  return { port, close }
}
