// Writes a backup: gzip, one JSON line per row, read in one transaction, so that it is a consistent snapshot.
import crypto from 'node:crypto'
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { quoteIdentifier, withClient } from '../postgres/database.mjs'
import { isDiskFull, Problem } from '../prepare/project.mjs'
import { draftOf } from './file.mjs'
import { keyDigestsOf } from './keys.mjs'
import { tablesOf, versionOf } from './tables.mjs'

const ROWS_PER_FETCH = 1_000
/** The most hexadecimal digits of files in one fetch. */
const MAX_FILE_CHARACTERS = 16 * 1024 * 1024

/**
 * @param {string} url the database
 * @param {string} file the output, which appears only when it is complete
 * @param {{ env?: object, verifyKeys?: (client: import('pg').Client) => Promise<void>, draft?: string }} [options]
 *   `env` has the keys, `verifyKeys` throws when they are wrong, `draft` is its name until it is complete
 * @returns {Promise<{ rows: number, tables: number }>}
 * @throws {Problem} when there is no room for the file
 */
export async function writeBackup(url, file, { env = process.env, verifyKeys, draft = draftOf(file) } = {}) {
  const counts = { rows: 0, tables: 0 }
  try {
    await withClient(url, async (client) => {
      await verifyKeys?.(client)
      const disk = fs.createWriteStream(draft, { mode: 0o600, flush: true })
      await pipeline(linesOf(client, keyDigestsOf(env), counts), zlib.createGzip(), disk)
    })
    fs.renameSync(draft, file)
    return counts
  } catch (error) {
    fs.rmSync(draft, { force: true })
    if (!isDiskFull(error)) throw error
    throw new Problem(`There is no room for ${file}: free some, or name a file on another disk.`)
  }
}

/** The lines of a backup, with its own hash at the end. */
async function* linesOf(client, keys, counts) {
  const hash = crypto.createHash('sha256')
  for await (const line of dump(client, keys, counts)) {
    hash.update(`${line}\n`)
    yield `${line}\n`
  }
  yield `${JSON.stringify({ end: true, ...counts, sha256: hash.digest('hex') })}\n`
}

async function* dump(client, keys, counts) {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const tables = await tablesOf(client)
  const { rows: clock } = await client.query('SELECT now() AS at')
  yield JSON.stringify({ accord: 1, at: clock[0].at, keys, version: await versionOf(client) })
  for (const { name } of tables) {
    yield JSON.stringify({ table: name })
    const limit = await limitOfFetch(client, name)
    await client.query(
      `DECLARE rows NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS line FROM ${quoteIdentifier(name)} t`,
    )
    for (;;) {
      const page = await client.query(`FETCH ${limit} FROM rows`)
      for (const { line } of page.rows) yield line
      counts.rows += page.rows.length
      if (page.rows.length < limit) break
    }
    await client.query('CLOSE rows')
  }
  await client.query('COMMIT')
  counts.tables = tables.length
}

/** The number of rows of a table that fit into memory with their files. */
async function limitOfFetch(client, table) {
  const { rows: files } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND data_type = 'bytea'`,
    [table],
  )
  if (files.length === 0) return ROWS_PER_FETCH
  const bytes = files.map(({ name }) => `coalesce(octet_length(${quoteIdentifier(name)}), 0)`).join(' + ')
  const { rows } = await client.query(
    `SELECT coalesce(max(${bytes}), 0) AS most FROM ${quoteIdentifier(table)}`,
  )
  return Math.max(
    1,
    Math.min(ROWS_PER_FETCH, Math.floor(MAX_FILE_CHARACTERS / (1 + 2 * Number(rows[0].most)))),
  )
}
