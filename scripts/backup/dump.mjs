// Writes a backup: gzip, one JSON line per row, read in one transaction, so that it is a consistent snapshot.
import crypto from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { finished } from 'node:stream/promises'
import zlib from 'node:zlib'
import { withClient } from '../postgres/database.mjs'
import { marksOf } from './keys.mjs'
import { quoted, tablesOf, versionOf } from './tables.mjs'

const AT_ONCE = 1_000
/** Files are read as hexadecimal digits; so many characters of them at once. */
const FILES_AT_ONCE = 16 * 1024 * 1024

/**
 * @param {string} url the database
 * @param {string} file the output, which appears only when it is complete
 * @param {{ env?: object, prove?: (client: import('pg').Client) => Promise<void> }} [how] `env` has the keys, `prove`
 *   throws when they are the wrong ones
 * @returns {Promise<{ rows: number, tables: number }>}
 */
export async function writeBackup(url, file, { env = process.env, prove } = {}) {
  const draft = `${file}.part`
  const out = zlib.createGzip()
  const disk = out.pipe(fs.createWriteStream(draft, { mode: 0o600 }))
  const hash = crypto.createHash('sha256')
  const write = async (line) => {
    hash.update(`${line}\n`)
    if (!out.write(`${line}\n`)) await once(out, 'drain')
  }
  const counts = await withClient(url, async (client) => {
    await prove?.(client)
    return dump(client, write, marksOf(env))
  })
  out.end(`${JSON.stringify({ end: true, ...counts, sha256: hash.digest('hex') })}\n`)
  await finished(disk)
  fs.renameSync(draft, file)
  return counts
}

async function dump(client, write, keys) {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const tables = await tablesOf(client)
  const { rows: moment } = await client.query('SELECT now() AS at')
  await write(JSON.stringify({ accord: 1, at: moment[0].at, keys, version: await versionOf(client) }))
  let rows = 0
  for (const { name } of tables) {
    await write(JSON.stringify({ table: name }))
    const atOnce = await rowsAtOnce(client, name)
    await client.query(
      `DECLARE rows NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS line FROM ${quoted(name)} t`,
    )
    for (;;) {
      const page = await client.query(`FETCH ${atOnce} FROM rows`)
      for (const { line } of page.rows) await write(line)
      rows += page.rows.length
      if (page.rows.length < atOnce) break
    }
    await client.query('CLOSE rows')
  }
  await client.query('COMMIT')
  return { rows, tables: tables.length }
}

/** How many rows of a table fit into memory with their files. */
async function rowsAtOnce(client, table) {
  const { rows: files } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND data_type = 'bytea'`,
    [table],
  )
  if (files.length === 0) return AT_ONCE
  const bytes = files.map(({ name }) => `coalesce(octet_length(${quoted(name)}), 0)`).join(' + ')
  const { rows } = await client.query(`SELECT coalesce(max(${bytes}), 0) AS most FROM ${quoted(table)}`)
  return Math.max(1, Math.min(AT_ONCE, Math.floor(FILES_AT_ONCE / (1 + 2 * Number(rows[0].most)))))
}
