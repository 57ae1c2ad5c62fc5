// What a backup holds: every table of the dashboard. The provider's own tables (schema service) and the queue's are left
// out: the one belongs to another program, the other is found again in our tables.

/** What only the running processes need. */
const PASSING = ['_prisma_migrations', '_repeatable', 'worker_heartbeats', 'upstream_calls']

/** @returns {Promise<{ name: string, columns: string[] }[]>} tables by name, with the columns that can be written */
export async function tablesOf(client) {
  const { rows } = await client.query(
    `SELECT c.table_name AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
      GROUP BY 1 ORDER BY 1`,
  )
  return rows.filter(({ name }) => !PASSING.includes(name))
}

/** The migrations a database has, as one string: a backup goes back only into the same tables. */
export async function versionOf(client) {
  const { rows } = await client.query(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1',
  )
  return rows.map(({ migration_name: name }) => name).join(' ')
}

export const quoted = (name) => `"${name.replaceAll('"', '""')}"`
