// The template of the test databases: migrated once per set of migrations, functions and triggers, and then only
// copied.
import crypto from 'node:crypto'
import fs from 'node:fs'
import { repeatableIn } from '../migrate/repeatable.mjs'
import { migrationsIn } from '../migrate.mjs'
import { dropDatabase, ensureDatabase, withClient } from '../postgres/database.mjs'
import { APP_ROLE, SERVICE_ROLE } from '../postgres/server.mjs'
import { prepareDatabase } from '../prepare/database.mjs'

const LOCK = 72707370
const FOLDERS = ['prisma/migrations', 'service/migrations']
const REPEATABLE = 'prisma/repeatable'
/** Other files that affect the content of a template. */
const FILES = [
  'scripts/postgres/roles.mjs',
  'lib/platform/queue/queue-settings.mjs',
  'node_modules/pg-boss/package.json',
]

/** The URLs of a database, by role. */
export const databaseUrls = (server, name) => ({
  owner: server.url(name),
  dashboard: server.url(name, APP_ROLE),
  service: server.url(name, SERVICE_ROLE),
})

/** @returns {Promise<string>} the name of the template; concurrent test runs create it only once */
export async function ensureTemplate(server) {
  const hash = crypto.createHash('sha256')
  for (const { checksum } of [...FOLDERS.flatMap(migrationsIn), ...repeatableIn(REPEATABLE)])
    hash.update(checksum)
  for (const file of FILES) hash.update(fs.readFileSync(file))
  const name = `accord_template_${hash.digest('hex').slice(0, 12)}`
  await withClient(server.url('postgres'), async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return
    const draft = `${name}_draft`
    await dropDatabase(server.url('postgres'), draft)
    await ensureDatabase(server.url('postgres'), draft)
    await prepareDatabase(databaseUrls(server, draft), ['dashboard', 'service'])
    await client.query(`ALTER DATABASE "${draft}" RENAME TO "${name}"`)
  })
  return name
}

/**
 * Drops the databases of earlier runs without connections, and templates of older migrations; another run may do so at
 * the same time.
 */
export const dropOldDatabases = (server, keep) =>
  withClient(server.url('postgres'), async (client) => {
    const { rows } = await client.query(
      `SELECT datname FROM pg_database d
        WHERE datname ~ '^accord_(t|template)_' AND datname <> $1
          AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = d.datname)
          AND (pg_stat_file('base/' || d.oid || '/PG_VERSION', true)).modification < now() - interval '30 minutes'`,
      [keep],
    )
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS "${datname}"`).catch(() => {})
  })
