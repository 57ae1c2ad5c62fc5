// A backup contains every table of the dashboard. The provider's own tables (schema service) belong to another program,
// and the queue's jobs are recreated from our tables, so both are left out.

import { appliedMigrations } from '../migrate/version.mjs'
import { Problem } from '../prepare/project.mjs'

/** Tables that only running processes need. */
const TRANSIENT_TABLES = ['_prisma_migrations', '_repeatable', 'worker_heartbeats', 'upstream_calls']

/** @returns {Promise<{ name: string, columns: string[] }[]>} tables by name, with their writable columns */
export async function tablesOf(client) {
  const { rows } = await client.query(
    `SELECT c.table_name AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
      GROUP BY 1 ORDER BY 1`,
  )
  return rows.filter(({ name }) => !TRANSIENT_TABLES.includes(name))
}

/** The migrations of a database as one string: a backup can only be restored into the same schema. */
export const versionOf = async (client) => (await appliedMigrations(client)).join(' ')

/**
 * A restore overwrites rows that processes write at their start, but not people and their work. The database may be of
 * another version, or have no table yet.
 * @throws {Problem}
 */
export async function requireEmpty(client) {
  for (const table of ['verifications', 'users', 'audit_entries']) {
    const { rows } = await client.query('SELECT to_regclass($1) AS found', [`public.${table}`])
    const hasRows = rows[0].found && (await client.query(`SELECT FROM public.${table} LIMIT 1`)).rowCount > 0
    if (hasRows) throw new Problem('This database is not empty. Restore the backup into an empty database.')
  }
}
