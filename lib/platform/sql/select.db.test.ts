import { describe, expect, test } from 'vitest'
import { db, Prisma, poolExecutor } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'
import {
  bool,
  date,
  int4,
  int8,
  json,
  listOf,
  oneOf,
  type RowColumns,
  select,
  selectOne,
  text,
  uuid,
} from './select.server'

const ROLES = ['analyst', 'reviewer', 'admin']

await queryAsOwner(`insert into users (id, email, name, roles)
               values (gen_random_uuid(), 'ada@example.com', 'Ada', '{analyst}')`)
await queryAsOwner(`insert into settings (key, value) values ('sql.test', '{"on":true}')`)

/** The error message of the database tests for this row; empty when there is none. */
const refused = (row: RowColumns, sql: Prisma.Sql): Promise<string> =>
  select(db(), row, sql).then(
    () => '',
    (error: Error) => error.message,
  )

describe('a statement declares its rows', () => {
  test('and returns them, typed, with the client, in a transaction and directly', async () => {
    const row = { id: uuid, name: text, hash: text.or(null), at: date, roles: listOf(oneOf(ROLES)) }
    const sql = Prisma.sql`select id, name, password_hash as hash, created_at as at, roles::text[] as roles from users`
    const answers = [
      await select(db(), row, sql),
      await select(poolExecutor, row, sql),
      await db().$transaction((tx) => select(tx, row, sql)),
    ]
    for (const [first] of answers)
      expect(first).toEqual({
        id: expect.any(String),
        name: 'Ada',
        hash: null,
        at: expect.any(Date),
        roles: ['analyst'],
      })
  })

  test('numbers, booleans and JSON are the same both ways', async () => {
    const row = { few: int4, many: int8, yes: bool, value: json<{ on: boolean }>() }
    const sql = Prisma.sql`select 1 as few, 2::int8 as many, true as yes, '{"on":true}'::jsonb as value`
    expect(await selectOne(db(), row, sql)).toEqual({ few: 1, many: 2n, yes: true, value: { on: true } })
    expect(await selectOne(poolExecutor, row, sql)).toEqual({
      few: 1,
      many: 2n,
      yes: true,
      value: { on: true },
    })
  })

  test('selectOne throws when there is no row', async () => {
    const none = selectOne(db(), { id: uuid }, Prisma.sql`select id from users where false`)
    await expect(none).rejects.toThrow('always returns a row')
  })
})

describe('the database tests reject a declaration that differs from PostgreSQL’s result', () => {
  test('with the location of the statement', async () => {
    expect(await refused({ id: text }, Prisma.sql`select id from users`)).toMatch(
      /^lib\/platform\/sql\/select\.db\.test\.ts:\d+: /,
    )
  })

  test('for a wrong type', async () => {
    expect(await refused({ id: text }, Prisma.sql`select id from users`)).toContain(
      '"id": it is type uuid, not text',
    )
    expect(await refused({ n: int4 }, Prisma.sql`select count(*) as n from users`)).toContain(
      '"n": it is type int8',
    )
    expect(await refused({ n: int8 }, Prisma.sql`select 1.5 as n`)).toContain('"n": it is type numeric')
  })

  test('for an undeclared column, and for a missing one', async () => {
    expect(await refused({ id: uuid }, Prisma.sql`select id, name from users`)).toContain(
      '"name" is not declared',
    )
    expect(await refused({ id: uuid, name: text }, Prisma.sql`select id from users`)).toContain(
      '"name" is declared and does not come',
    )
  })

  test('for a nullable column, even while no row has a null', async () => {
    const sql = Prisma.sql`select password_hash as hash from users where false`
    expect(await refused({ hash: text }, sql)).toContain('"hash": its column may hold nulls')
    expect(await refused({ hash: text.or(null) }, sql)).toBe('')
    expect(await refused({ hash: text.notNull() }, sql)).toBe('')
  })

  test('for an undeclared null', async () => {
    const sql = Prisma.sql`select null::text as said`
    expect(await refused({ said: text }, sql)).toContain('"said": it is null in a row')
    expect(await refused({ said: text.notNull() }, sql)).toContain('"said": it is null in a row')
  })

  test('for an undeclared value, and for an undeclared enum label even while no row has it', async () => {
    const none = Prisma.sql`select environment from verifications where false`
    expect(await refused({ environment: oneOf(['live']) }, none)).toContain('oneOf does not know sandbox')
    expect(await refused({ environment: oneOf(['live', 'sandbox']) }, none)).toBe('')
    expect(await refused({ a: oneOf(['b']) }, Prisma.sql`select 'c'::text as a`)).toContain(
      'does not know a value',
    )
  })

  test('and so for a renamed column', async () => {
    const row = { key: text, value: json<unknown>() }
    const sql = Prisma.sql`select * from settings where false`
    const before = await refused(row, sql)
    await queryAsOwner('alter table settings rename column value to content')
    const after = await refused(row, sql)
    await queryAsOwner('alter table settings rename column content to value')
    expect(before).toBe('')
    expect(after).toContain('"value" is declared and does not come')
    expect(after).toContain('"content" is not declared')
  })
})
