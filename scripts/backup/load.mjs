// Restores a backup into an empty database, in one transaction: all or nothing. Requests that were in progress when the
// backup was made may have been billed since, so the program never sends them again.
import crypto from 'node:crypto'
import fs from 'node:fs'
import { pipeline } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import zlib from 'node:zlib'
import { baselineOf } from '../migrate/replaced.mjs'
import { migrationsIn } from '../migrate.mjs'
import { quoteIdentifier, withClient } from '../postgres/database.mjs'
import { Problem } from '../prepare/project.mjs'
import { requireSameKeys } from './keys.mjs'
import { requireEmpty, tablesOf, versionOf } from './tables.mjs'

const ROWS_PER_INSERT = 500
/** The most characters of rows in one statement, unless a single row is longer. */
const MAX_CHARACTERS = 16 * 1024 * 1024

/**
 * Attempts that were ready or sending become overdue, which makes their outcome unknown. Unsent uploads wait for a
 * person. Everybody signs in again, and links that may have been used since are void. Keys and webhooks that may have
 * been revoked or turned off since are off: owners make new keys, and an admin turns webhooks on again.
 */
const AFTER_RESTORE = [
  `UPDATE bulks SET state = 'sending' WHERE id IN (SELECT bulk_id FROM attempts WHERE state IN ('ready', 'sending'))`,
  `UPDATE attempts SET state = 'sending', claimed_at = coalesce(claimed_at, created_at), send_deadline = created_at
    WHERE state IN ('ready', 'sending')`,
  `UPDATE uploads SET state = 'paused', pause_reason = 'user', version = version + 1
    WHERE state IN ('comparing', 'waiting', 'processing') OR pause_reason = 'unknown'`,
  'DELETE FROM sessions',
  'DELETE FROM password_links',
  'UPDATE api_keys SET revoked_at = now() WHERE revoked_at IS NULL',
  `UPDATE webhooks SET disabled_at = now(), disabled_why = 'person' WHERE disabled_at IS NULL`,
]

/** By the clock of the database, as everything in the backup, and never earlier than that. */
const RESTORE_TIME = 'SELECT greatest(clock_timestamp(), $1::timestamptz) AS at'

/** Legal holds placed since the backup are lost: nothing is deleted until an admin has confirmed them. */
const REQUIRE_HOLD_CONFIRMATION = `
  INSERT INTO settings (key, value)
  VALUES ('retention.restore', jsonb_build_object('madeAt', $1::text, 'restoredAt', $2::text))
  ON CONFLICT (key) DO NOTHING`

/**
 * What was sent and released since is lost: pages tell people to ask the provider or the bank before they resume an
 * upload or release payments.
 */
const TELL_PEOPLE = `
  INSERT INTO settings (key, value)
  VALUES ('office.restores', jsonb_build_array(jsonb_build_object('madeAt', $1::text, 'restoredAt', $2::text)))
  ON CONFLICT (key) DO UPDATE SET value = settings.value || excluded.value`

/**
 * @param {string} url an empty database with the schema of this version
 * @param {string} file a backup
 * @param {{ env?: object, verifyKeys?: (client: import('pg').Client) => Promise<void> }} [options]
 *   `env` has the keys: digests in the backup are compared before the first row, `verifyKeys` runs before the commit
 * @returns {Promise<{ at: string, rows: number }>} the time of the backup
 * @throws {Problem} when the database is not empty or the backup is of another version, of other keys, truncated or
 *   altered, or when the user lacks a right
 */
export const loadBackup = (url, file, { env = process.env, verifyKeys } = {}) =>
  withClient(url, async (client) => {
    await client.query('BEGIN')
    const tables = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]))
    // a running office writes nothing between this check and the rows
    await client.query(`LOCK TABLE ${[...tables.keys()].map(quoteIdentifier).join(', ')} IN EXCLUSIVE MODE`)
    await requireEmpty(client)
    await disableTriggers(client)
    for (const name of tables.keys()) await client.query(`DELETE FROM ${quoteIdentifier(name)}`)
    const loaded = await load(client, { file, tables, env })
    await verifyKeys?.(client)
    for (const sql of AFTER_RESTORE) await client.query(sql)
    const { rows } = await client.query(RESTORE_TIME, [loaded.at])
    for (const sql of [REQUIRE_HOLD_CONFIRMATION, TELL_PEOPLE])
      await client.query(sql, [loaded.at, rows[0].at.toISOString()])
    await advanceSequences(client)
    // the planner must not treat the restored tables as empty
    await client.query('ANALYZE')
    await client.query('COMMIT')
    return loaded
  })

/** The rows already satisfied triggers and foreign keys when the backup was made. */
async function disableTriggers(client) {
  try {
    await client.query("SET LOCAL session_replication_role = 'replica'")
  } catch (error) {
    if (error.code !== '42501') throw error
    throw new Problem(
      'The owner of the database lacks a right that a restore needs, so nothing was restored. Ask an administrator to run:\n' +
        `GRANT SET ON PARAMETER session_replication_role TO ${quoteIdentifier(client.user)};`,
    )
  }
}

async function load(client, { file, tables, env }) {
  // an error of either reaches the loop
  const input = pipeline(fs.createReadStream(file), zlib.createGunzip(), () => {})
  const hash = crypto.createHash('sha256')
  let [head, table, pending, characters, rows] = [undefined, undefined, [], 0, 0]
  const flush = async () => {
    if (pending.length) await insert(client, table, tables.get(table), pending)
    pending = []
    characters = 0
  }
  try {
    for await (const line of linesOf(input)) {
      const marker = parseMarker(line)
      if (marker?.end) {
        await flush()
        if (!head || marker.rows !== rows || marker.sha256 !== hash.digest('hex')) break
        return { at: head.at, rows }
      }
      hash.update(`${line}\n`)
      if (marker?.accord) {
        head = marker
        if (marker.version !== (await versionOf(client))) throw versionProblem(marker.version)
        requireSameKeys(marker.keys ?? {}, env)
      } else if (marker?.table) {
        await flush()
        table = marker.table
        if (!tables.has(table)) break
      } else {
        if (characters + line.length > MAX_CHARACTERS) await flush()
        pending.push(line)
        characters += line.length
        rows++
        if (pending.length === ROWS_PER_INSERT) await flush()
      }
    }
  } catch (error) {
    // of zlib, of our own marks, and what PostgreSQL says of data that it can't read
    if (!(error instanceof SyntaxError) && !/^(Z_|22)/.test(error.code ?? '')) throw error
  }
  throw new Problem('This backup is damaged: it was truncated or altered. Nothing was restored.')
}

/** Names the version that can restore it. */
function versionProblem(version) {
  const baseline = baselineOf(migrationsIn('prisma/migrations'))
  const before = version.split(' ').some((name) => baseline?.covers(name))
  return new Problem(
    before
      ? `This backup is older than ${baseline.name}. Restore it with version ${baseline.tag}, then start this version on that database.`
      : 'This backup was made by another version of Accord. Restore it with that version.',
  )
}

/** Splits at line feeds only: node:readline also splits at characters that a note may contain. */
async function* linesOf(input) {
  const decoder = new StringDecoder('utf8')
  // a row with a file is many pieces long
  let pieces = []
  for await (const bytes of input) {
    const [end, ...lines] = decoder.write(bytes).split('\n')
    pieces.push(end)
    if (lines.length === 0) continue
    yield pieces.join('')
    pieces = [lines.pop()]
    yield* lines
  }
  const rest = pieces.join('')
  if (rest) yield rest
}

/** Our own lines have one known key and no id; rows of tables have many keys. */
function parseMarker(line) {
  if (!/^\{"(accord|table|end)":/.test(line)) return undefined
  return JSON.parse(line)
}

function insert(client, table, columns, lines) {
  const names = columns.map(quoteIdentifier).join(', ')
  return client.query(
    `INSERT INTO ${quoteIdentifier(table)} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${columns.map((column) => `r.${quoteIdentifier(column)}`).join(', ')}
       FROM unnest($1::text[]) line CROSS JOIN LATERAL jsonb_populate_record(NULL::${quoteIdentifier(table)}, line::jsonb) r`,
    [lines],
  )
}

/** Sequences continue after the highest restored value. */
async function advanceSequences(client) {
  const { rows } = await client.query(
    `SELECT c.table_name AS name, c.column_name AS "column", pg_get_serial_sequence(quote_ident(c.table_name), c.column_name) AS sequence
       FROM information_schema.columns c WHERE c.table_schema = 'public'
        AND pg_get_serial_sequence(quote_ident(c.table_name), c.column_name) IS NOT NULL`,
  )
  for (const { name, column, sequence } of rows)
    await client.query(
      `SELECT setval($1, greatest(1, (SELECT max(${quoteIdentifier(column)}) FROM ${quoteIdentifier(name)})))`,
      [sequence],
    )
}
