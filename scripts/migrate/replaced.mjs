// A baseline migration replaces all migrations before it: either way a database gets the same tables.
import crypto from 'node:crypto'
import { Problem } from '../prepare/project.mjs'

const BASELINE_HEADER =
  /^-- replaces: (\S+)\.\.(\S+)\n-- their names and checksums: ([0-9a-f]{64})\n-- last version with them: (\S+)\n/

/** @param {{ name: string, checksum: string }[]} migrations in any order @returns {string} a digest of exactly these */
export function digestOf(migrations) {
  const lines = migrations.map(({ name, checksum }) => `${name} ${checksum}\n`).sort()
  return crypto.createHash('sha256').update(lines.join('')).digest('hex')
}

/**
 * @param {{ name: string, sql: string }[]} files the migrations of a folder
 * @returns {{ name: string, digest: string, tag: string, covers: (name: string) => boolean } | undefined} the baseline
 *   among them: whether it replaces a migration, and the last version that has all of these
 */
export function baselineOf(files) {
  for (const { name, sql } of files) {
    const [, first, last, digest, tag] = BASELINE_HEADER.exec(sql) ?? []
    if (digest) return { name, digest, tag, covers: (other) => first <= other && other <= last }
  }
  return undefined
}

/**
 * When every migration that the baseline replaces was applied, records the baseline in their place, without running it.
 * @param {{ migration_name: string, checksum: string, finished_at: Date | null }[]} applied the migrations of the
 *   database
 * @param {{ name: string, sql: string, checksum: string }[]} files the migrations of this program
 * @returns {Promise<typeof applied>} the migrations that the database has now
 * @throws {Problem} when the database has only some of them
 */
export async function recordReplaced(db, applied, files) {
  const baseline = baselineOf(files)
  const replaced = baseline ? applied.filter((row) => baseline.covers(row.migration_name)) : []
  if (!replaced.length) return applied
  const digest = digestOf(replaced.map((row) => ({ name: row.migration_name, checksum: row.checksum })))
  if (digest !== baseline.digest || replaced.some((row) => !row.finished_at))
    throw new Problem(
      `This database is of a version before ${baseline.tag}: it does not have all migrations that ${baseline.name} replaces. ` +
        `Start version ${baseline.tag} on it once, then this one. Nothing was changed.`,
    )
  const { checksum } = files.find(({ name }) => name === baseline.name)
  const recorded = await db.query(
    `WITH gone AS (DELETE FROM _prisma_migrations WHERE migration_name = ANY ($4))
     INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1) RETURNING migration_name, checksum, finished_at`,
    [crypto.randomUUID(), checksum, baseline.name, replaced.map((row) => row.migration_name)],
  )
  return [...applied.filter((row) => !replaced.includes(row)), ...recorded.rows]
}
