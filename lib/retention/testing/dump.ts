import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import pg from 'pg'
import { ownDatabase } from '@/lib/platform/testing/database'
import { writeBackup } from '../../../scripts/backup/dump.mjs'

/**
 * The whole content of the database as text: every row of every table (except the provider's schema), the planner's
 * samples, and a backup. Binary columns are also decoded.
 */
export async function dumpDatabase(): Promise<string> {
  const client = new pg.Client({ connectionString: ownDatabase().ownerUrl })
  await client.connect()
  const query = async (sql: string): Promise<Record<string, string>[]> => (await client.query(sql)).rows
  const tables = await query(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm') and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'service', 'service_jobs')`)
  const samples = await query(`
    select concat_ws(' ', 'sampled', tablename, attname, most_common_vals::text, histogram_bounds::text, most_common_elems::text) as sample
      from pg_stats where schemaname !~ '^pg_' and schemaname not in ('information_schema', 'service', 'service_jobs')`)
  const texts = [...samples.map(({ sample }) => sample), await backup()]
  for (const { schema, name } of tables) {
    const rows = await query(`select t::text as row from "${schema}"."${name}" t`)
    texts.push(...rows.map(({ row }) => `${schema}.${name} ${row}`))
  }
  await client.end()
  const text = texts.join('\n')
  const bytes = [...text.matchAll(/\\x([0-9a-f]{8,})/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'))
  return [text, ...bytes.map((each) => each.toString('utf8'))].join('\n')
}

/** The output of `npm run backup`. */
async function backup(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'accord-dump-'))
  const file = path.join(folder, 'backup.gz')
  await writeBackup(ownDatabase().ownerUrl, file)
  const text = zlib.gunzipSync(fs.readFileSync(file)).toString('utf8')
  fs.rmSync(folder, { recursive: true })
  return text
}

/** Returns the values that occur in a text, regardless of case, with or without spaces. */
export function findValues(text: string, values: string[]): string[] {
  const normalize = (given: string) => given.toLowerCase().replace(/[\s\u00a0]/g, '')
  const all = normalize(text)
  return values.filter((value) => all.includes(normalize(value)))
}
