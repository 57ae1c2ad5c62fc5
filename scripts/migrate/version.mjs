// The version of a database: a command that migrates nothing needs one of its own version.
import { migrationsIn } from '../migrate.mjs'
import { withClient } from '../postgres/database.mjs'
import { Problem } from '../prepare/project.mjs'

/** @returns {Promise<string[]>} the migrations of the dashboard that a database has, in their order */
export async function appliedMigrations(client) {
  const { rows } = await client.query(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1',
  )
  return rows.map(({ migration_name: name }) => name)
}

/** @throws {Problem} when a database has no tables yet, or those of another version */
export async function requireCurrentVersion(url) {
  const applied = await withClient(url, appliedMigrations).catch((error) => {
    // no such database, no such table
    if (!['3D000', '42P01'].includes(error.code)) throw error
    return []
  })
  const required = migrationsIn('prisma/migrations').map(({ name }) => name)
  if (applied.join() === required.join()) return
  if (applied.length === 0)
    throw new Problem(
      'This database contains no office. Prepare it with npm start or node scripts/migrate-database.mjs, or set another DATABASE_URL.',
    )
  throw new Problem(
    applied.every((name) => required.includes(name))
      ? 'This office has not been updated to this version of Accord. Update it first, or use the version that it runs.'
      : 'This office runs another version of Accord. Use that version for this command.',
  )
}
