// Functions and triggers: one file is the current text of one guarantee. A changed file is applied again, with all
// files after it, because these may use it. What is removed from a file stays in the database, so dropping needs a
// migration.
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Problem } from '../prepare/project.mjs'

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _repeatable (
  name TEXT PRIMARY KEY,
  checksum TEXT NOT NULL,
  applied_at TIMESTAMPTZ NOT NULL)`
const RECORD_APPLIED = `INSERT INTO _repeatable (name, checksum, applied_at) VALUES ($1, $2, now())
  ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = excluded.applied_at`

/** @returns {{ name: string, sql: string, checksum: string }[]} the files NN_name.sql of a folder in their order */
export function repeatableIn(folder) {
  return fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = fs.readFileSync(path.join(folder, file), 'utf8')
      return {
        name: path.basename(file, '.sql'),
        sql,
        checksum: crypto.createHash('sha256').update(sql).digest('hex'),
      }
    })
}

/** The first new or changed file, and all after it. */
function outdated(files, rows) {
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const first = files.findIndex(({ name, checksum }) => known.get(name) !== checksum)
  return first < 0 ? [] : files.slice(first)
}

/**
 * Applies what changed, in one transaction. The caller holds the lock of the migrations.
 * @returns {Promise<string[]>} the names applied now
 */
export async function applyRepeatable(db, folder) {
  await db.query(CREATE_TABLE)
  const { rows } = await db.query('SELECT name, checksum FROM _repeatable')
  const changed = outdated(repeatableIn(folder), rows)
  if (!changed.length) return []
  let current = ''
  try {
    await db.query('BEGIN')
    await db.query("SET LOCAL lock_timeout = '5s'") // a new trigger locks its table, and must not block a running office
    for (const { name, sql, checksum } of changed) {
      current = name
      await db.query(sql)
      await db.query(RECORD_APPLIED, [name, checksum])
    }
    await db.query('COMMIT')
  } catch (error) {
    await db.query('ROLLBACK')
    throw new Problem(
      `${path.join(folder, current)}.sql failed: ${error.message}. Nothing of ${folder} was changed.`,
    )
  }
  return changed.map(({ name }) => name)
}
