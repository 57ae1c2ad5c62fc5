// Setup of every database test file: a database and a data folder of its own, set before the file's imports read the
// settings. The code under test signs in as web and worker do, the service's tests as the service does: none of them
// owns a table. The files of a process share what they load from packages: each one evaluates our modules anew, and
// starts without the settings, clocks and connections of the one before, which are closed here.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, expect, inject, vi } from 'vitest'
import { cloneDatabase } from '../../../scripts/postgres/database.mjs'
import { TEST_SETTINGS } from './settings'
import { watchStatements } from './statements'

declare module 'vitest' {
  interface ProvidedContext {
    /** connection URLs of the server, for the owner and for the restricted roles */
    postgres: string
    app: string
    service: string
    template: string
    /** folder with the list of executed statements */
    statements: string
  }
}

const shared = globalThis as unknown as {
  accordPool?: pg.Pool
  accordPrisma?: { $disconnect(): Promise<void> }
  accordQueue?: Promise<{ stop(how: { graceful: boolean }): Promise<void> }>
}
vi.resetModules()
for (const name of Object.keys(shared)) if (name.startsWith('accord')) Reflect.deleteProperty(shared, name)

const server = inject('postgres')
const name = `accord_t_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`

await cloneDatabase(server, name, inject('template'))

const addressOf = (role: string): string => {
  const url = new URL(role)
  url.pathname = `/${name}`
  return url.href
}
const isService = /\/service\/[^/]+\/[^/]+$/.test(expect.getState().testPath ?? '')

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'accord-test-'))
Object.assign(process.env, {
  DATA_DIR: dataDir,
  DATABASE_URL: addressOf(isService ? inject('service') : inject('app')),
  DATABASE_OWNER_URL: addressOf(server),
  DATABASE_SERVICE_URL: addressOf(inject('service')),
  ...TEST_SETTINGS,
  DEMO: '0',
  TIME_ZONE: 'UTC',
})

const environment = { ...process.env }
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  await (await shared.accordQueue)?.stop({ graceful: false })
  await shared.accordPrisma?.$disconnect()
  if (!shared.accordPool?.ended) await shared.accordPool?.end()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

// before the file's imports: compares the rows of its statements with the database
afterAll(watchStatements(inject('statements')))
