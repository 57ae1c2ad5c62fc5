// The database every database test starts from: migrated once per set of migrations, functions and triggers, then only copied.
import crypto from 'node:crypto'
import fs from 'node:fs'
import { repeatableIn } from '../migrate/repeatable.mjs'
import { migrationsIn } from '../migrate.mjs'
import { dropDatabase, ensureDatabase, withClient } from '../postgres/database.mjs'
import { APP, SERVICE } from '../postgres/server.mjs'
import { prepareDatabase } from '../prepare/database.mjs'

const LOCK = 72707370
const FOLDERS = ['prisma/migrations', 'service/migrations']
const REPEATABLE = 'prisma/repeatable'
/** What else decides how a prepared database looks. */
const FILES = ['scripts/postgres/roles.mjs', 'lib/platform/queues.ts', 'node_modules/pg-boss/package.json']

/** The addresses of a database by who signs in. */
export const addressesOf = (server, name) => ({
  owner: server.url(name),
  dashboard: server.url(name, APP),
  service: server.url(name, SERVICE),
})

/** @returns {Promise<string>} the name of the template; several test runs at once make it only once */
export async function template(server) {
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
    await prepareDatabase(addressesOf(server, draft), ['dashboard', 'service'])
    await client.query(`ALTER DATABASE "${draft}" RENAME TO "${name}"`)
  })
  return name
}

/** Databases of earlier runs: those that nobody is connected to; another run may drop them at the same time. Templates of older migrations go with them. */
export const dropOld = (server, keep) =>
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
