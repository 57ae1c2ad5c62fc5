import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../../scripts/processes/ports.mjs'
import * as programs from '../../scripts/processes/programs.mjs'
import { sendRaw } from './http'
import { expect } from './office'

export type WebProcess = { port: number; close: () => Promise<void> }

/** Starts a second web process on the same database, with these settings changed. */
export async function startWeb(settings: Record<string, string> = {}): Promise<WebProcess> {
  const port = await freePort()
  if (!port) throw new Error('no free port')
  const options = { host: '127.0.0.1', port, buildDir: process.env.BUILD_DIR }
  const { args, env } = programs.web(options, settings)
  const log = openSync(path.join(process.env.DATA_DIR ?? '', 'logs', 'another-web.log'), 'a')
  const child = spawn('node', args, { stdio: ['ignore', log, log, 'ipc'], env: { ...process.env, ...env } })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = () => {
    child.kill('SIGKILL')
    return exited
  }
  const isHealthy = () =>
    sendRaw({ path: '/api/health', port }).then(
      () => true,
      () => false,
    )
  await expect.poll(isHealthy, { message: 'the second web process is healthy', timeout: 30_000 }).toBe(true)
  return { port, close }
}
