// Applies folder/*/migration.sql in order and records them as `prisma migrate deploy` would (same lock, same table), so
// that `prisma migrate status` agrees. Migrations are plain SQL; functions and triggers need no special handling.
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { applyRepeatable } from './migrate/repeatable.mjs'
import { recordReplaced } from './migrate/replaced.mjs'
import { withClient } from './postgres/database.mjs'
import { Problem } from './prepare/project.mjs'

const LOCK = 72707369 // Prisma's own advisory lock: both wait for each other
/** A wait for another program is mentioned after this time. */
const QUIET_MS = 2_000
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0)`
const INSERT_STARTED = 'INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)'
const SET_FINISHED =
  'UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1'
const INSERT_FAILED = `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, rolled_back_at)
  VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END) ON CONFLICT (id) DO UPDATE SET logs = excluded.logs`

/** @returns {{ name: string, sql: string, checksum: string }[]} the migrations of a folder in their order */
export function migrationsIn(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const bytes = fs.readFileSync(path.join(folder, name, 'migration.sql'))
      const checksum = crypto.createHash('sha256').update(bytes).digest('hex')
      return { name, sql: bytes.toString('utf8'), checksum }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A transaction inside a file would end ours. Function bodies between dollar quotes may contain BEGIN. */
function refuseTransactions({ name, sql }) {
  const outside = sql.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
  if (/^\s*(BEGIN|START TRANSACTION|COMMIT|ROLLBACK|END)\s*;/im.test(outside)) {
    throw new Problem(`${name}: leave BEGIN and COMMIT out, the runner adds them`)
  }
}

async function apply(db, migration) {
  const { name, sql, checksum } = migration
  const atomic = !sql.startsWith('-- no-transaction') // for one statement that refuses a transaction
  if (atomic) refuseTransactions(migration)
  const id = crypto.randomUUID()
  try {
    // the record is part of the transaction: after a crash nothing has happened, and the next start tries again
    if (atomic) await db.query('BEGIN')
    await db.query(INSERT_STARTED, [id, checksum, name])
    await db.query(sql) // without parameters, because the simple protocol accepts many statements in one message
    await db.query(SET_FINISHED, [id])
    if (atomic) await db.query('COMMIT')
  } catch (error) {
    if (atomic) await db.query('ROLLBACK')
    const at = error.position ? ` (line ${sql.slice(0, error.position).split('\n').length})` : ''
    await db.query(INSERT_FAILED, [id, checksum, name, `${error.code ?? ''} ${error.message}${at}`, atomic])
    const after = atomic
      ? 'Nothing was changed.'
      : 'Fix the database manually, then run prisma migrate resolve.'
    throw new Problem(`Migration ${name} failed${at}: ${error.message}. ${after}`)
  }
}

/** Refuses a database that this version of the program cannot have made. */
function pendingMigrations(applied, files) {
  for (const { migration_name: name, checksum, finished_at: finished } of applied) {
    const file = files.find((candidate) => candidate.name === name)
    if (!finished)
      throw new Problem(
        `Migration ${name} was interrupted: fix the database, then run prisma migrate resolve`,
      )
    if (!file)
      throw new Problem(
        `The database has migration ${name}, this program does not: it is older than its data`,
      )
    if (file.checksum !== checksum) throw new Problem(`Migration ${name} was edited after it was applied`)
  }
  return files.filter((file) => !applied.some((row) => row.migration_name === file.name))
}

/**
 * Waits as long as another program migrates, and says so. The lock belongs to its session and ends with it, also after
 * kill -9.
 */
async function waitForLock(db) {
  const message = setTimeout(
    () => console.error('Another program is migrating this database. Waiting until it has finished.'),
    QUIET_MS,
  )
  try {
    // waiting inside pg_advisory_lock() deadlocks with CREATE INDEX CONCURRENTLY
    while (!(await db.query('SELECT pg_try_advisory_lock($1) AS got', [LOCK])).rows[0].got) await sleep(100)
  } finally {
    clearTimeout(message)
  }
}

/**
 * @param {string} connectionString the database
 * @param {string} folder e.g. prisma/migrations
 * @param {{ schema?: string, repeatable?: string }} [options] schema: created when missing; the migrations and their
 *   record are in it. repeatable: the folder of functions and triggers, applied again when they change
 * @returns {Promise<string[]>} the names applied now
 */
export function migrate(connectionString, folder, { schema, repeatable } = {}) {
  return withClient(connectionString, async (db) => {
    await waitForLock(db)
    if (schema) {
      await db.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`)
      await db.query(`SET search_path TO "${schema}", public`)
    }
    await db.query(CREATE_TABLE)
    const { rows } = await db.query(
      'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    )
    const files = migrationsIn(folder)
    const pending = pendingMigrations(await recordReplaced(db, rows, files), files)
    for (const migration of pending) await apply(db, migration)
    const repeated = repeatable ? await applyRepeatable(db, repeatable) : []
    return [...pending.map(({ name }) => name), ...repeated]
  })
}
