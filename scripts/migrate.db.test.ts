import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ownDatabase } from '@/lib/platform/testing/database'
import { migrate } from './migrate.mjs'

const { ownerUrl: url } = ownDatabase()
const client = new pg.Client({ connectionString: url })
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'migrations-'))
let schema = ''
let schemaNumber = 0

const write = (name: string, sql: string) => {
  fs.mkdirSync(path.join(folder, name), { recursive: true })
  fs.writeFileSync(path.join(folder, name, 'migration.sql'), sql)
}
const run = () => migrate(url, folder, { schema })
const tables = async () => {
  const { rows } = await client.query('SELECT tablename AS name FROM pg_tables WHERE schemaname = $1', [
    schema,
  ])
  return rows
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('_'))
    .sort()
}

beforeAll(() => client.connect())
afterAll(async () => {
  await client.end()
  fs.rmSync(folder, { recursive: true })
})
beforeEach(() => {
  schema = `trial_${++schemaNumber}`
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { recursive: true })
  write('0001_a', 'CREATE TABLE a (id int); -- one; two\nCREATE TABLE b (id int);')
})

it('applies each migration once, in the order of their names', async () => {
  write('0002_c', 'ALTER TABLE a RENAME TO c;')
  expect(await run()).toEqual(['0001_a', '0002_c'])
  expect(await tables()).toEqual(['b', 'c'])
  expect(await run()).toEqual([])
})

it('applies a migration once when several programs start at the same time', async () => {
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat()).toEqual(['0001_a'])
})

it('says that it waits for another program that migrates the database', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  await client.query('SELECT pg_advisory_lock(72707369)')
  const applied = run()
  await vi.waitFor(
    () => expect(said).toHaveBeenCalledWith(expect.stringContaining('Another program')),
    10_000,
  )
  await client.query('SELECT pg_advisory_unlock(72707369)')
  expect(await applied).toEqual(['0001_a'])
  said.mockRestore()
})

it('rolls back a migration that fails, and tries it again when it has been corrected', async () => {
  write('0002_c', 'CREATE TABLE c (id int);\nCREATE TABLE d (id nonsense);')
  await expect(run()).rejects.toThrow(/0002_c failed \(line 2\).*Nothing was changed/)
  expect(await tables()).toEqual(['a', 'b'])
  write('0002_c', 'CREATE TABLE c (id int);')
  expect(await run()).toEqual(['0002_c'])
})

it('accepts functions and blocks that contain semicolons and BEGIN', async () => {
  write(
    '0002_f',
    'CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$\nBEGIN;\n$$;'.replace(
      'BEGIN;',
      'BEGIN RETURN 1; END;',
    ),
  )
  expect(await run()).toEqual(['0001_a', '0002_f'])
})

it('refuses a migration that ends its transaction', async () => {
  write('0002_c', 'CREATE TABLE c (id int);\nCOMMIT;\nCREATE TABLE d (id int);')
  await expect(run()).rejects.toThrow('leave BEGIN and COMMIT out')
  expect(await tables()).toEqual(['a', 'b'])
})

it('refuses a migration that was edited after it was applied', async () => {
  await run()
  write('0001_a', 'CREATE TABLE a (id bigint);')
  await expect(run()).rejects.toThrow('edited after it was applied')
})

it('refuses a database that is newer than the program', async () => {
  write('0002_c', 'CREATE TABLE c (id int);')
  await run()
  fs.rmSync(path.join(folder, '0002_c'), { recursive: true })
  await expect(run()).rejects.toThrow('older than its data')
})
