import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { record } from '@/lib/audit/record.server'
import { db } from '@/lib/platform/db.server'
import { ownDatabase, queryAsOwner } from '@/lib/platform/testing/database'
import { prepareDatabase } from '../prepare/database.mjs'
import { grantRows } from './roles.mjs'

const { url, ownerUrl } = ownDatabase()

/** The URL of this database for another role. */
function urlFor(role: string, password: string): string {
  const address = new URL(url)
  address.username = role
  address.password = password
  return address.href
}

async function query(address: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('the role of web and worker', () => {
  it.each([
    'alter table decisions disable trigger user',
    'alter table decisions disable trigger decisions_four_eyes',
    "set session_replication_role = 'replica'",
    'set session authorization accord',
    'set role accord',
    'alter table verifications add column more text',
    'drop table sessions',
    'drop trigger audit_append_only on audit_entries',
    'create or replace function audit_append_only() returns trigger language sql as $$ select 1 $$',
    'create table public.users2 (id int)',
    'create temporary table verifications (id uuid)',
    'create schema own',
    'create table pgboss.verifications (id uuid)',
    'truncate sessions',
    'truncate audit_entries',
    'delete from audit_entries',
    "update audit_entries set action = 'forged'",
    'delete from audit_cut',
    'delete from _prisma_migrations',
    'analyze verifications',
    "copy users to program 'cat'",
    "select pg_read_file('PG_VERSION')",
    'select * from service.clients',
    'alter role accord_app superuser',
    "select setval('credit_entries_id_seq', 1)",
  ])('cannot: %s', async (sql) => {
    await db().$transaction((tx) => record({ by: { kind: 'system' }, action: 'test.kept' }, tx))
    const before = await queryAsOwner('select count(*) from audit_entries')
    const refused = query(url, sql)
    if (sql.startsWith('analyze')) {
      await refused // skipped with a warning
      expect(
        await queryAsOwner("select reltuples from pg_class where oid = 'public.verifications'::regclass"),
      ).toEqual([{ reltuples: -1 }])
    } else
      await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|42P01|42704)$/) })
    expect(await queryAsOwner('select count(*) from audit_entries')).toEqual(before)
  })

  it('owns nothing and has no special privileges', async () => {
    const [role] = await query(
      url,
      `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
              (select count(*)::int from pg_class where relowner = r.oid) as owned,
              (select count(*)::int from pg_auth_members where member = r.oid) as memberships
         from pg_roles r where rolname = current_user`,
    )
    expect(role).toEqual({
      ...{
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
      },
      ...{ owned: 0, memberships: 0 },
    })
  })

  it("removes old audit entries through the owner's function only as far as a removal is recorded", async () => {
    const before = await queryAsOwner('select count(*) from audit_entries')
    await query(url, 'select remove_cut_entries()')
    expect(await queryAsOwner('select count(*) from audit_entries')).toEqual(before)
  })
})

it('the verification service reads and writes its own tables and no others', async () => {
  const address = new URL(inject('service'))
  address.pathname = new URL(url).pathname
  expect(await query(address.href, 'select count(*)::int as n from service.clients')).toEqual([{ n: 0 }])
  for (const table of ['users', 'verifications', 'pgboss.job'])
    await expect(query(address.href, `select * from ${table}`)).rejects.toMatchObject({ code: '42501' })
})

describe('the grants', () => {
  const name = `accord_t_${randomBytes(4).toString('hex')}`
  afterAll(async () => {
    await queryAsOwner(`drop owned by ${name}`)
    await queryAsOwner(`drop role ${name}`)
  })

  it('create a missing role, and also apply to tables of later migrations', async () => {
    expect(await grantRows(ownerUrl, urlFor(name, 'its own'), 'dashboard')).toBe(true)
    expect(await query(urlFor(name, 'its own'), 'select count(*)::int as n from users')).toEqual([{ n: 0 }])
    await queryAsOwner('create table later (id int)')
    await expect(query(urlFor(name, 'its own'), 'select * from later')).rejects.toMatchObject({
      code: '42501',
    })
    await grantRows(ownerUrl, urlFor(name, 'its own'), 'dashboard')
    await query(urlFor(name, 'its own'), 'insert into later values (1)')
    await queryAsOwner('drop table later')
  })

  it('are refused for a superuser and for a member of the owner', async () => {
    await queryAsOwner(`alter role ${name} superuser`)
    await expect(grantRows(ownerUrl, urlFor(name, 'its own'), 'dashboard')).rejects.toThrow(
      'role of their own',
    )
    await queryAsOwner(`alter role ${name} nosuperuser`)
    await queryAsOwner(`grant accord to ${name}`)
    await expect(grantRows(ownerUrl, urlFor(name, 'its own'), 'dashboard')).rejects.toThrow(
      'role of their own',
    )
    await queryAsOwner(`revoke accord from ${name}`)
  })

  it('are not needed when the owner itself works with its tables', async () => {
    expect(await grantRows(ownerUrl, ownerUrl, 'dashboard')).toBe(false)
  })
})

describe('an ordinary owner, as in a managed PostgreSQL', () => {
  const [ownerName, appName] = ['o', 'a'].map(
    (one) => `accord_t_${one}_${randomBytes(4).toString('hex')}`,
  ) as [string, string]
  const urlOf = (role: string) => {
    const address = new URL(urlFor(role, 'its own'))
    address.pathname = `/${ownerName}`
    return address.href
  }
  afterAll(async () => {
    await queryAsOwner(`drop database if exists ${ownerName} with (force)`)
    for (const role of [appName, ownerName]) await queryAsOwner(`drop role if exists ${role}`)
  })

  it('makes nothing in a database that cannot serve an office', async () => {
    const created = `create database ${ownerName} owner ${ownerName}`
    const prepared = () => prepareDatabase({ owner: urlOf(ownerName) }, ['dashboard'])
    await queryAsOwner(`create role ${ownerName} login password 'its own'`)
    await queryAsOwner(`${created} encoding 'SQL_ASCII' locale 'C' template template0`)
    await expect(prepared()).rejects.toThrow('Its encoding is SQL_ASCII')
    await queryAsOwner(`drop database ${ownerName}`)
    await queryAsOwner(created)
    await query(urlOf(ownerName), `create schema ${ownerName}`)
    await expect(prepared()).rejects.toThrow(`ALTER ROLE "${ownerName}" SET search_path = public`)
    await query(urlOf(ownerName), `drop schema ${ownerName}`)
    vi.stubEnv('TIME_ZONE', 'Europe/Atlantis')
    await expect(prepared()).rejects.toThrow("doesn't know the TIME_ZONE Europe/Atlantis")
    // an abbreviation: in PostgreSQL it has no summer time
    vi.stubEnv('TIME_ZONE', 'CET')
    await expect(prepared()).rejects.toThrow("doesn't know the TIME_ZONE CET")
    vi.unstubAllEnvs()
    const tables = "select from information_schema.tables where table_name = '_prisma_migrations'"
    expect(await query(urlOf(ownerName), tables)).toEqual([])
  })

  it('creates the tables, asks for the other role when it may not create it, and then grants its rights', async () => {
    const urls = { owner: urlOf(ownerName), dashboard: urlOf(appName), service: urlOf(appName) }
    await expect(prepareDatabase(urls, ['dashboard'])).rejects.toThrow(
      `CREATE ROLE "${appName}" LOGIN PASSWORD`,
    )
    await queryAsOwner(`create role ${appName} login password 'its own'`)
    expect(await prepareDatabase(urls, ['dashboard', 'service'])).toEqual(['0001_service'])
    await query(urlOf(appName), "insert into settings (key, value) values ('a', '1')")
    await query(urlOf(appName), 'select sample_again(), analyze_filled(1000), analyze_lines(1000)')
    await expect(query(urlOf(appName), 'truncate settings')).rejects.toMatchObject({ code: '42501' })
  })
})
