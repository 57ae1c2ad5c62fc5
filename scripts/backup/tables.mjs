// A backup contains every table of the dashboard. The provider's own tables (schema service) belong to another program,
// and the queue's jobs are recreated from our tables, so both are left out.

import { migrationsIn } from '../migrate.mjs'
import { Problem } from '../prepare/project.mjs'

/** Tables that only running processes need. */
const PASSING = ['_prisma_migrations', '_repeatable', 'worker_heartbeats', 'upstream_calls']

/** @returns {Promise<{ name: string, columns: string[] }[]>} tables by name, with their writable columns */
export async function tablesOf(client) {
  const { rows } = await client.query(
    `SELECT c.table_name AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
      GROUP BY 1 ORDER BY 1`,
  )
  return rows.filter(({ name }) => !PASSING.includes(name))
}

/** The migrations of a database as one string: a backup can only be restored into the same schema. */
export async function versionOf(client) {
  const { rows } = await client.query(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1',
  )
  return rows.map(({ migration_name: name }) => name).join(' ')
}

/** @throws {Problem} when the database is not of this version of the program */
export async function demandVersion(client) {
  const ours = migrationsIn('prisma/migrations').map(({ name }) => name)
  if ((await versionOf(client)) !== ours.join(' '))
    throw new Problem('This office runs another version of Accord. Make the backup with that version.')
}

export const quoted = (name) => `"${name.replaceAll('"', '""')}"`
