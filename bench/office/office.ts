// An office on its own database: PostgreSQL, the verification service without latency, workers. The benchmark itself is
// the web process.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { cloneDatabase, dropDatabase, withClient } from '../../scripts/postgres/database.mjs'
import { freePort } from '../../scripts/processes/ports.mjs'
import * as programs from '../../scripts/processes/programs.mjs'
import { waitForService } from '../../scripts/processes/ready.mjs'
import { testFolder, testServer } from '../../scripts/testing/server.mjs'
import { databaseUrls, ensureTemplate } from '../../scripts/testing/template.mjs'
import { onlyOnce, onShutdown } from './shutdown'

type Program = { name: string; args: string[]; env: Record<string, string> }
type Query = { query: <Row>(text: string) => Promise<{ rows: Row[] }> }

export type Office = {
  /** of the workers, by name */
  start(program: 'service' | 'worker 1' | 'worker 2'): Promise<number>
  /** of the owner of the tables, who also sees those of the service */
  url: string
  /** one statement as the owner */
  ask<Row>(sql: string): Promise<Row[]>
  close(): Promise<void>
}

const key = () => randomBytes(32).toString('base64')

/** Sets the environment of this process too: import modules that read it only afterwards. */
export async function openOffice(): Promise<Office> {
  const server = await testServer()
  const name = `accord_t_bench_${randomBytes(4).toString('hex')}`
  await cloneDatabase(server.url('postgres'), name, await ensureTemplate(server))
  const urls = databaseUrls(server, name)
  const servicePort = (await freePort()) as number
  const data = path.join(testFolder(), 'bench')
  fs.mkdirSync(data, { recursive: true })
  const env: Record<string, string> = {
    DATABASE_URL: urls.dashboard,
    NEXTAUTH_SECRET: key(),
    NEXTAUTH_URL: 'http://127.0.0.1:3000',
    ENCRYPTION_KEYS: `v1:${key()}`,
    AUDIT_KEY: key(),
    LOG_LEVEL: 'warn',
    DATA_DIR: data,
    BOOT_ID: 'bench',
    TIME_ZONE: 'UTC',
    SERVICE_PORT: String(servicePort),
    SERVICE_LATENCY_MS: '0',
    VERIFICATION_BASE_URL: `http://127.0.0.1:${servicePort}/api-v1`,
    VERIFICATION_CLIENT_ID: 'bench',
    VERIFICATION_CLIENT_SECRET: 'only-for-the-bench',
  }
  Object.assign(process.env, env)
  const running = new Map<string, ChildProcess>()
  const known: Record<string, Program> = {
    service: programs.service({ ...env, DATABASE_URL: urls.service }),
    'worker 1': programs.worker(1, env),
    'worker 2': programs.worker(2, env),
  }
  const close = onlyOnce(async () => {
    await Promise.all(
      [...running.values()].map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }),
    )
    await dropDatabase(server.url('postgres'), name)
    await server.stop()
  })
  onShutdown(close)
  return {
    url: urls.owner,
    ask: async <Row>(sql: string) =>
      (await withClient(urls.owner, (client: Query) => client.query<Row>(sql))).rows as Row[],
    async start(program) {
      const { args, env: own } = known[program] as Program
      const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
      const child = spawn(process.execPath, args, { stdio: [...stdio], env: { ...process.env, ...own } })
      running.set(program, child)
      if (program === 'service') await waitForService(servicePort)
      return child.pid ?? 0
    },
    close,
  }
}
