import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownDatabase } from '@/lib/platform/testing/database'
import { writeBackup } from '../backup/dump.mjs'
import { loadBackup } from '../backup/load.mjs'
import { migrate, migrationsIn } from '../migrate.mjs'
import { anotherDatabase } from '../testing/databases'
import { baselineOf, digestOf } from './replaced.mjs'

const { ownerUrl } = ownDatabase()
const repeatable = 'prisma/repeatable'
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baseline-'))
/** Functions and triggers that were changed on purpose since they moved into their own files. */
const CHANGED_SINCE = [
  'attempts_resolved_by_people',
  'decisions_four_eyes',
  'allowed_names_four_eyes',
  'end_claims',
  'sessions_end_claims',
  'users_end_claims',
]

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** A folder with some of the migrations of `from`. */
function folderOf(from: string, wanted: (name: string) => boolean): string {
  const to = fs.mkdtempSync(path.join(folder, 'some-'))
  for (const { name } of migrationsIn(from).filter((migration) => wanted(migration.name)))
    fs.cpSync(path.join(from, name), path.join(to, name), { recursive: true })
  return to
}

/** Functions and triggers of the baseline's tables: later ones are about tables that it doesn't have. */
function repeatableOfBaseline(): string {
  const to = fs.mkdtempSync(path.join(folder, 'repeatable-'))
  for (const file of fs.readdirSync(repeatable).filter((name) => name < '28'))
    fs.cpSync(path.join(repeatable, file), path.join(to, file))
  return to
}

/** Our tables, types, functions and triggers in the catalogue, one per line, without what extensions add. */
const CATALOGUE = `
  with mine as (select oid, relname, relkind, relacl, reloptions, relpersistence from pg_class
                 where relnamespace = 'public'::regnamespace and relname !~ '^(_prisma_migrations|_repeatable)'),
       functions as (select p.* from pg_proc p where pronamespace = 'public'::regnamespace
                        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e'))
  select line from (
    select format('relation %s %s %s %s %s', relkind, relname, relpersistence, reloptions, relacl) as line from mine
    union all select format('column %s %s %s %s %s not null %s default %s identity %s generated %s collation %s storage %s statistics %s',
        relname, row_number() over (partition by attrelid order by attnum), attname, format_type(atttypid, atttypmod), '',
        attnotnull, pg_get_expr(adbin, adrelid), attidentity, attgenerated, attcollation, attstorage, coalesce(attstattarget, -1))
      from pg_attribute join mine on mine.oid = attrelid and relkind = 'r'
      left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0 and not attisdropped
    union all select format('acl of column %s.%s %s', relname, attname, attacl) from pg_attribute join mine on mine.oid = attrelid where attacl is not null
    union all select format('constraint %s.%s %s', relname, conname, pg_get_constraintdef(c.oid))
      from pg_constraint c join mine on mine.oid = conrelid where contype <> 'n'
    union all select format('index %s', pg_get_indexdef(indexrelid)) from pg_index join mine on mine.oid = indrelid
    union all select format('sequence %s of %s', s.relname, pg_describe_object(refclassid, refobjid, refobjsubid))
      from mine s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') where s.relkind = 'S'
    union all select format('comment on %s: %s', pg_describe_object(classoid, objoid, objsubid), description)
      from pg_description where classoid = 'pg_class'::regclass and objoid in (select oid from mine)
        or classoid = 'pg_proc'::regclass and objoid in (select oid from functions)
    union all select format('enum %s %s', typname, string_agg(enumlabel, ', ' order by enumsortorder))
      from pg_enum join pg_type t on t.oid = enumtypid group by typname
    union all select format('trigger %s %s enabled %s', tgname, pg_get_triggerdef(t.oid), tgenabled)
      from pg_trigger t join mine on mine.oid = tgrelid where not tgisinternal
    union all select format('function %s %s to %s', proname, pg_get_functiondef(oid), proacl) from functions
    union all select format('extension %s', extname) from pg_extension
    union all select format('schema %s', nspacl) from pg_namespace where nspname = 'public'
  ) lines order by line collate "C"`

async function catalogue(url: string): Promise<string[]> {
  const rows = await ask<{ line: string }>(url, CATALOGUE)
  return rows
    .map(({ line }) => line)
    .filter(
      (line) =>
        !CHANGED_SINCE.some(
          (name) => line.startsWith(`function ${name} `) || line.startsWith(`trigger ${name} `),
        ),
    )
}

/** Every row of every table except keys and times, which differ. */
async function rowsOf(url: string): Promise<unknown[]> {
  const rules = `select to_jsonb(r) - '{id,created_at,updated_at}'::text[] as row from review_rules r order by position`
  return [...(await ask(url, rules)), ...(await ask(url, 'select to_jsonb(h) as row from audit_head h'))]
}

const backup = path.join(folder, 'before.backup.gz')
const env = { ...process.env }

const { ownerUrl: before } = await anotherDatabase('nothing')
const { ownerUrl: backedUp } = await anotherDatabase('nothing')
await Promise.all([before, backedUp].map((url) => migrate(url, 'prisma/replaced')))
afterAll(async () => {
  fs.rmSync(folder, { recursive: true })
})

describe('the baseline', () => {
  it('replaces exactly the migrations before it', () => {
    const baseline = baselineOf(migrationsIn('prisma/migrations'))
    const replaced = migrationsIn('prisma/replaced')
    expect(baseline?.digest).toBe(digestOf(replaced))
    expect(replaced.every(({ name }) => baseline?.covers(name))).toBe(true)
    expect(migrationsIn('prisma/migrations').some(({ name }) => baseline?.covers(name))).toBe(false)
  })

  it('creates, with the functions and triggers, the same schema as the migrations before it', async () => {
    const { ownerUrl: fresh } = await anotherDatabase('nothing')
    await migrate(
      fresh,
      folderOf('prisma/migrations', (name) => name.endsWith('_baseline')),
      { repeatable: repeatableOfBaseline() },
    )
    const lines = await catalogue(before)
    expect(lines.length).toBeGreaterThan(600)
    expect(await catalogue(fresh)).toEqual(lines)
    expect(await rowsOf(fresh)).toEqual(await rowsOf(before))
  })

  it('refuses a database with only some of the migrations before it, and names the version to start first', async () => {
    const { ownerUrl: half } = await anotherDatabase('nothing')
    await migrate(
      half,
      folderOf('prisma/replaced', (name) => name < '20261122'),
    )
    const existing = await catalogue(half)
    await expect(migrate(half, 'prisma/migrations', { repeatable })).rejects.toThrow(
      /Start version v0\.1\.0 on it once, then this one/,
    )
    expect(await catalogue(half)).toEqual(existing)
  })
})

describe('a database of the previous version', () => {
  beforeAll(async () => {
    await ask(
      before,
      `insert into users (id, email, name, roles) values ('00000000-0000-4000-8000-000000000001', 'ada@accord.test', 'Ada', '{analyst}')`,
    )
    await writeBackup(before, backup, { env })
  })

  it('keeps its rows, and then has the same schema as a new one', async () => {
    const applied = await migrate(before, 'prisma/migrations', { repeatable })
    expect(applied).not.toContain('20261124120000_baseline')
    const { ownerUrl: fresh } = await anotherDatabase('nothing')
    await migrate(fresh, 'prisma/migrations', { repeatable })
    expect(await catalogue(before)).toEqual(await catalogue(fresh))
    const names = 'select migration_name from _prisma_migrations order by migration_name collate "C"'
    expect(await ask(before, names)).toEqual(await ask(fresh, names))
    expect(await ask(before, 'select name from users')).toEqual([{ name: 'Ada' }])
    expect(await migrate(before, 'prisma/migrations', { repeatable })).toEqual([])
  })

  it('has backups that this version refuses and the named version restores, after which the database can be migrated', async () => {
    await expect(loadBackup(ownerUrl, backup, { env })).rejects.toThrow(
      /older than 20261124120000_baseline.*Restore it with version v0\.1\.0, then start this version/,
    )
    await loadBackup(backedUp, backup, { env })
    await migrate(backedUp, 'prisma/migrations', { repeatable })
    expect(await ask(backedUp, 'select name from users')).toEqual([{ name: 'Ada' }])
    expect(await ask(backedUp, `select count(*)::int as guarantees from _repeatable`)).toEqual([
      { guarantees: fs.readdirSync(repeatable).length },
    ])
  })
})
