// A benchmark's own database: a copy of the migrated template, set up before anything reads the settings.
import { randomBytes } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { cloneDatabase, dropDatabase } from '../../scripts/postgres/database.mjs'
import { APP_ROLE, startPostgres } from '../../scripts/postgres/server.mjs'
import { ensureFolder } from '../../scripts/prepare/install.mjs'
import { root } from '../../scripts/prepare/project.mjs'
import { testServer } from '../../scripts/testing/server.mjs'
import { ensureTemplate } from '../../scripts/testing/template.mjs'
import { onlyOnce, onShutdown } from './shutdown'

const MB = 2 ** 20

/**
 * A PostgreSQL that keeps its data between runs and waits for its disk, as in production, with the memory of an office
 * with millions of checks: a quarter of the machine's, 4 GB at most.
 */
export const benchServer = () =>
  startPostgres({
    dataDir: ensureFolder(path.join(root, '.data/bench')),
    password: 'bench',
    port: 54_430,
    settings: {
      shared_buffers: `${Math.floor(Math.min(4_096, os.totalmem() / MB / 4))}MB`,
      max_wal_size: '4GB',
    },
  })

/** Call it before importing anything from `lib/`. @returns a function that drops the database */
export async function ownDatabase(): Promise<() => Promise<void>> {
  const server = await testServer()
  const name = `accord_t_bench_${randomBytes(4).toString('hex')}`
  await cloneDatabase(server.url('postgres'), name, await ensureTemplate(server))
  const key = randomBytes(32).toString('base64')
  Object.assign(process.env, {
    DATABASE_URL: server.url(name, APP_ROLE),
    DATABASE_OWNER_URL: server.url(name),
    NEXTAUTH_SECRET: key,
    NEXTAUTH_URL: 'http://127.0.0.1:3000',
    ENCRYPTION_KEYS: `v1:${key}`,
    AUDIT_KEY: key,
    LOG_LEVEL: 'silent',
  })
  const drop = onlyOnce(async () => {
    await dropDatabase(server.url('postgres'), name)
    await server.stop()
  })
  onShutdown(drop)
  return drop
}
