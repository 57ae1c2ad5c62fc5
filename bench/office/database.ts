// A database of its own for a benchmark: a copy of the migrated template, known before anything reads the settings.
import { randomBytes } from 'node:crypto'
import { withClient } from '../../scripts/postgres/database.mjs'
import { testServer } from '../../scripts/testing/server.mjs'
import { template } from '../../scripts/testing/template.mjs'

/** Call it before importing anything of `lib/`. @returns the act that takes the database away again */
export async function ownDatabase(): Promise<() => Promise<void>> {
  const server = await testServer()
  const name = `accord_t_bench_${randomBytes(4).toString('hex')}`
  const from = await template(server)
  const admin = (sql: string) =>
    withClient(server.url('postgres'), (client: { query: (text: string) => Promise<unknown> }) =>
      client.query(sql),
    )
  await admin(`CREATE DATABASE "${name}" TEMPLATE "${from}"`)
  const key = randomBytes(32).toString('base64')
  Object.assign(process.env, {
    DATABASE_URL: server.url(name),
    NEXTAUTH_SECRET: key,
    NEXTAUTH_URL: 'http://127.0.0.1:3000',
    ENCRYPTION_KEYS: `v1:${key}`,
    AUDIT_KEY: key,
    LOG_LEVEL: 'silent',
  })
  return async () => {
    await admin(`DROP DATABASE "${name}" WITH (FORCE)`)
    await server.stop()
  }
}
