import fs from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { db, violatedConstraint } from '@/lib/platform/db.server'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'

const TYPES: Record<string, string> = {
  String: 'text',
  Int: 'integer',
  BigInt: 'bigint',
  Boolean: 'boolean',
  Float: 'double precision',
  Decimal: 'numeric',
  DateTime: 'timestamp with time zone',
  Json: 'jsonb',
  Bytes: 'bytea',
}
const NATIVE: [RegExp, string][] = [
  [/@db\.Uuid/, 'uuid'],
  [/@db\.Char/, 'character'],
  [/@db\.Date/, 'date'],
]

/** `table.column type null?` for every column that schema.prisma declares. */
function declared(schema: string): string[] {
  const blocks = [...schema.matchAll(/^(model|enum) (\w+) \{\n([\s\S]*?)^\}/gm)]
  const enums = new Set(blocks.filter(([, kind]) => kind === 'enum').map(([, , name]) => name))
  return blocks.flatMap(([, kind, , body = '']) => {
    if (kind !== 'model') return []
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1]
    return [...body.matchAll(/^ {2}(\w+) +(\w+)(\[\])?(\?)?(.*)$/gm)].flatMap(
      ([, field, type = '', list, optional, rest = '']) => {
        const known = TYPES[type] ?? (enums.has(type) ? 'USER-DEFINED' : undefined)
        if (!known) return []
        const column = /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field
        const native = NATIVE.find(([pattern]) => pattern.test(rest))?.[1] ?? known
        return `${table}.${column} ${list ? 'ARRAY' : native} ${optional || list ? 'null' : 'not null'}`
      },
    )
  })
}

/** The same, as the migrated database has it. */
async function migrated(): Promise<string[]> {
  const rows = await db().$queryRaw<{ line: string }[]>`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || case is_nullable when 'YES' then 'null' else 'not null' end as line
      from information_schema.columns where table_schema = 'public' and table_name not in ('_prisma_migrations', '_repeatable')`
  return rows.map(({ line }) => line)
}

afterEach(() => vi.useRealTimers())

describe('schema.prisma', () => {
  it('and the migrated database have the same tables and columns', async () => {
    const schema = declared(fs.readFileSync('prisma/schema.prisma', 'utf8'))
    expect(schema.length).toBeGreaterThan(150)
    expect((await migrated()).sort()).toEqual(schema.sort())
  })

  it('leaves the time of a new row to the database: Prisma would take the clock of the process', async () => {
    expect(fs.readFileSync('prisma/schema.prisma', 'utf8')).not.toContain('@default(now())')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 })
    const { id } = await db().user.create({ data: { email: 'clock@accord.test', name: 'Ann', roles: [] } })
    const [row] = await db().$queryRaw<{ past: boolean }[]>`
      select created_at <= now() as past from users where id = ${id}::uuid`
    expect(row).toEqual({ past: true })
  })
})

/** What people write in tables that may become empty. */
const TEXTS_OF_DELETED_ROWS = [
  ...['documents.file_name', 'idempotency_keys.body', 'saved_views.name', 'saved_views.filters'],
  ...['payment_files.file_name', 'payment_messages.message_id', 'bank_profiles.settings'],
]

describe('the database', () => {
  it.each([
    'attempts_one_live_per_verification',
    'attempts_one_live_per_bulk',
    'decisions_one_per_person',
    'connections_one_active',
    'verifications_name_search',
  ])('has the index %s, which the schema language cannot express', async (name) => {
    const found = await db().$queryRaw<unknown[]>`select 1 from pg_indexes where indexname = ${name}`
    expect(found).toHaveLength(1)
  })

  it('knows how few groups the lines of a payment run have', async () => {
    const found = await db().$queryRaw<unknown[]>`
      select 1 from pg_statistic_ext where stxname = 'payment_lines_groups'`
    expect(found).toHaveLength(1)
  })

  it('says of every index which question it is for, unless it is a rule', async () => {
    const silent = await db().$queryRaw<{ name: string }[]>`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = 'public'::regnamespace and not i.indisunique
         and obj_description(c.oid, 'pg_class') is null`
    expect(silent).toEqual([])
  })

  it('never samples what people write in a table that may become empty: its last samples would stay', async () => {
    const sampled = await db().$queryRaw<{ column: string }[]>`
      select attrelid::regclass || '.' || attname as column from pg_attribute
       where attrelid::regclass || '.' || attname = any(${TEXTS_OF_DELETED_ROWS}) and attstattarget is distinct from 0`
    expect(sampled).toEqual([])
  })

  it('names the rule of every refusal in its fields', async () => {
    const functions = await db().$queryRaw<{ name: string; body: string }[]>`
      select proname as name, prosrc as body from pg_proc
       where pronamespace = 'public'::regnamespace and prosrc like '%RAISE EXCEPTION%'`
    expect(functions.length).toBeGreaterThan(15)
    const nameless = functions.filter(({ body }) =>
      body
        .split('RAISE EXCEPTION')
        .slice(1)
        .some((raise) => !/^[^;]*ERRCODE = '\w{5}', CONSTRAINT = '\w+'/.test(raise)),
    )
    expect(nameless.map(({ name }) => name)).toEqual([])
  })

  it('refuses to arm an attempt again', async () => {
    const user = await db().user.create({
      data: { email: 'a@accord.test', name: 'A', passwordHash: 'x', roles: [] },
    })
    const check = await db().verification.create({
      data: { ...PLAIN_CHECK, requestedById: user.id },
    })
    const attempt = await db().attempt.create({ data: { verificationId: check.id, state: 'unknown' } })
    const rearm = db().attempt.update({ where: { id: attempt.id }, data: { state: 'sending' } })
    expect(await rearm.catch(violatedConstraint)).toBe('attempts_never_rearmed')
    await expect(db().attempt.create({ data: { verificationId: check.id } })).rejects.toThrow()
  })

  it('keeps a final answer as it is', async () => {
    const user = await db().user.create({
      data: { email: 'b@accord.test', name: 'B', passwordHash: 'x', roles: [] },
    })
    const FINAL = { ...PLAIN_CHECK, status: 'completed' } as const
    const check = await db().verification.create({
      data: { ...FINAL, requestedById: user.id, matchResult: 'no_match' },
    })
    for (const data of [{ matchResult: 'match' }, { statusReason: 'account_closed' }] as const) {
      const change = db().verification.update({ where: { id: check.id }, data })
      expect(await change.catch(violatedConstraint)).toBe('verifications_terminal_stays')
    }
    const answer = { matchResult: 'close_match', matchedName: 'Ann' } as const
    const close = await db().verification.create({
      data: { ...FINAL, requestedById: user.id, ...answer },
    })
    const renamed = db().verification.update({ where: { id: close.id }, data: { matchedName: 'Bob' } })
    expect(await renamed.catch(violatedConstraint)).toBe('verifications_terminal_stays')
  })
})
