// An office on its own database: the verification service without latency, and workers. The benchmark itself is the web
// process.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { cloneDatabase, dropDatabase, withClient } from '../../scripts/postgres/database.mjs'
import { callOnce } from '../../scripts/processes/lifecycle.mjs'
import { freePort } from '../../scripts/processes/ports.mjs'
import * as programs from '../../scripts/processes/programs.mjs'
import { waitForService } from '../../scripts/processes/ready.mjs'
import { testFolder, testServer } from '../../scripts/testing/server.mjs'
import { databaseUrls, ensureTemplate } from '../../scripts/testing/template.mjs'
import { killProcess } from '../../worker/testing/worker'
import { BENCH_CLIENT, officeSettings } from './settings'
import { onShutdown } from './shutdown'

type Program = { name: string; args: string[]; env: Record<string, string> }
type Client = { query: <Row>(text: string) => Promise<{ rows: Row[] }> }

export type Office = {
  /** starts a program @returns its process ID */
  start(program: 'service' | 'worker 1' | 'worker 2'): Promise<number>
  /** URL of the database for the owner of the tables, who also sees those of the service */
  url: string
  /** runs one statement as the owner */
  query<Row>(sql: string): Promise<Row[]>
  close(): Promise<void>
}

/** Sets the environment of this process too: import modules that read it only afterwards. */
export async function openBenchOffice(): Promise<Office> {
  const server = await testServer()
  const name = `accord_t_bench_${randomBytes(4).toString('hex')}`
  await cloneDatabase(server.url('postgres'), name, await ensureTemplate(server))
  const urls = databaseUrls(server, name)
  const servicePort = (await freePort()) as number
  const data = path.join(testFolder(), 'bench')
  fs.mkdirSync(data, { recursive: true })
  const env: Record<string, string> = {
    ...officeSettings(urls.dashboard),
    ...BENCH_CLIENT,
    DATA_DIR: data,
    BOOT_ID: 'bench',
    TIME_ZONE: 'UTC',
    SERVICE_PORT: String(servicePort),
    SERVICE_LATENCY_MS: '0',
    VERIFICATION_BASE_URL: `http://127.0.0.1:${servicePort}/api-v1`,
  }
  Object.assign(process.env, env)
  const children: ChildProcess[] = []
  const available: Record<string, Program> = {
    service: programs.service({ ...env, DATABASE_URL: urls.service }),
    'worker 1': programs.worker(1, env),
    'worker 2': programs.worker(2, env),
  }
  const close = callOnce(async () => {
    await Promise.all(children.map(killProcess))
    await dropDatabase(server.url('postgres'), name)
    await server.stop()
  })
  onShutdown(close)
  return {
    url: urls.owner,
    query: async <Row>(sql: string) =>
      (await withClient(urls.owner, (client: Client) => client.query<Row>(sql))).rows as Row[],
    async start(program) {
      const { args, env: own } = available[program] as Program
      const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
      const child = spawn(process.execPath, args, { stdio: [...stdio], env: { ...process.env, ...own } })
      children.push(child)
      if (program === 'service') await waitForService(servicePort)
      return child.pid ?? 0
    },
    close,
  }
}
