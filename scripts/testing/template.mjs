// The database every database test starts from: migrated once per set of migrations, then only copied.
import crypto from 'node:crypto'
import fs from 'node:fs'
import { migrate, migrationsIn } from '../migrate.mjs'
import { cloneDatabase, dropDatabase, ensureDatabase, withClient } from '../postgres/database.mjs'

const LOCK = 72707370
const FOLDERS = [
  ['prisma/migrations', undefined],
  ['service/migrations', 'service'],
]

async function migrateAll(url) {
  for (const [folder, schema] of FOLDERS) if (fs.existsSync(folder)) await migrate(url, folder, { schema })
}

/** @returns {Promise<string>} the name of the template; several test runs at once make it only once */
export async function template(server) {
  const all = FOLDERS.flatMap(([folder]) => (fs.existsSync(folder) ? migrationsIn(folder) : []))
  const hash = crypto
    .createHash('sha256')
    .update(all.map(({ checksum }) => checksum).join())
    .digest('hex')
  const name = `accord_template_${hash.slice(0, 12)}`
  await withClient(server.url('postgres'), async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return
    const draft = `${name}_draft`
    await dropDatabase(server.url('postgres'), draft)
    await ensureDatabase(server.url('postgres'), draft)
    await migrateAll(server.url(draft))
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

export { cloneDatabase }
