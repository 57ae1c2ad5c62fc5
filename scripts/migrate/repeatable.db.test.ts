import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { ownDatabase } from '@/lib/platform/testing/database'
import { migrate } from '../migrate.mjs'

const { ownerUrl: url } = ownDatabase()
const client = new pg.Client({ connectionString: url })
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'repeatable-'))
const repeatable = path.join(folder, 'repeatable')
let schema = ''
let schemaNumber = 0

const write = (name: string, result: string) =>
  fs.writeFileSync(
    path.join(repeatable, `${name}.sql`),
    `CREATE OR REPLACE FUNCTION ${name.slice(3)}() RETURNS int LANGUAGE sql AS $$ SELECT ${result} $$;`,
  )
const run = () => migrate(url, path.join(folder, 'migrations'), { schema, repeatable })
async function answer(name: string) {
  await client.query(`SET search_path TO ${schema}`) // as the program does
  return (await client.query(`SELECT ${name}() AS n`)).rows[0].n
}

await client.connect()
fs.mkdirSync(path.join(folder, 'migrations/0001_a'), { recursive: true })
fs.writeFileSync(path.join(folder, 'migrations/0001_a/migration.sql'), 'CREATE TABLE a (id int);')
afterAll(async () => {
  await client.end()
  fs.rmSync(folder, { recursive: true })
})
beforeEach(() => {
  schema = `repeated_${++schemaNumber}`
  fs.rmSync(repeatable, { recursive: true, force: true })
  fs.mkdirSync(repeatable)
  write('01_one', '1')
  write('02_rows', 'count(*)::int FROM a')
  write('03_three', '3')
})

it('applies functions after the migrations, and none when nothing changed', async () => {
  expect(await run()).toEqual(['0001_a', '01_one', '02_rows', '03_three'])
  expect(await answer('rows')).toBe(0)
  expect(await run()).toEqual([])
})

it('applies a changed function again, and those after it, which may use it', async () => {
  await run()
  write('02_rows', '7')
  expect(await run()).toEqual(['02_rows', '03_three'])
  expect(await answer('rows')).toBe(7)
})

it('applies them once when several programs start at the same time', async () => {
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat()).toEqual(['0001_a', '01_one', '02_rows', '03_three'])
})

it('rolls all of them back when one fails, and tries them again when it has been corrected', async () => {
  await run()
  write('01_one', '11')
  write('03_three', 'nonsense')
  await expect(run()).rejects.toThrow(/03_three\.sql failed: .*nonsense.*Nothing .* was changed/)
  expect(await answer('one')).toBe(1)
  write('03_three', '33')
  expect(await run()).toEqual(['01_one', '02_rows', '03_three'])
  expect(await answer('three')).toBe(33)
})
