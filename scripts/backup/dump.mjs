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
    await client.query(
      `DECLARE rows NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS line FROM ${quoted(name)} t`,
    )
    for (;;) {
      const page = await client.query(`FETCH ${AT_ONCE} FROM rows`)
      for (const { line } of page.rows) await write(line)
      rows += page.rows.length
      if (page.rows.length < AT_ONCE) break
    }
    await client.query('CLOSE rows')
  }
  await client.query('COMMIT')
  return { rows, tables: tables.length }
}
