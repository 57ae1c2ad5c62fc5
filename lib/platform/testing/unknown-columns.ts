import type pg from 'pg'
import { db } from '@/lib/platform/db.server'
import type { PrismaClient } from '@/lib/platform/generated/client'
import { queryAsOwner } from '@/lib/platform/testing/database'

/** A marker value that no response may ever contain. */
export const UNKNOWN_VALUE = 'planted-4711'

type Plain = Record<string, unknown>
const shared = globalThis as unknown as { accordPool: pg.Pool; accordPrisma: PrismaClient }

/**
 * Adds an unknown column to every table, and a property to every row that the program reads: code that passes
 * rows on unfiltered leaks it.
 */
export async function addUnknownColumns(): Promise<void> {
  await addColumns()
  const json = await readJsonFields()
  const client = db()
  const pool = shared.accordPool
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<{ rows: Plain[] }>
  Object.assign(pool, {
    query: async (...given: unknown[]) => {
      const answer = await query(...given)
      return { ...answer, rows: answer.rows.map(addUnknownValue) }
    },
  })
  const models = client.$extends({
    query: {
      $allModels: { $allOperations: async ({ args, query: run }) => addToModelRows(await run(args), json) },
    },
  })
  shared.accordPrisma = wrapRawQueries(models as unknown as PrismaClient)
}

/** Does the same for the results of raw statements, inside and outside of transactions. */
function wrapRawQueries<Client extends object>(client: Client): Client {
  return new Proxy(client, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      const act = member.bind(target) as (...given: unknown[]) => Promise<unknown>
      if (name === '$queryRaw')
        return async (...given: unknown[]) => ((await act(...given)) as Plain[]).map(addUnknownValue)
      if (name === '$transaction')
        return (work: (tx: object) => unknown, options?: object) =>
          act((tx: object) => work(wrapRawQueries(tx)), options)
      return act
    },
  })
}

async function addColumns(): Promise<void> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('_prisma_migrations', '_repeatable')`
  // a default reaches existing rows without an update, which triggers would refuse
  for (const { name } of tables)
    await queryAsOwner(`alter table ${name} add column planted text default '${UNKNOWN_VALUE}'`)
}

/** JSON columns, whose objects aren't rows. */
async function readJsonFields(): Promise<Set<string>> {
  const rows = await db().$queryRaw<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_schema = 'public' and data_type = 'jsonb'`
  return new Set(rows.map(({ name }) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())))
}

/** Rows that PostgreSQL serialised as JSON count too. */
function addUnknownValue(row: Plain): Plain {
  // Prisma's own results, which are rows only once it has named their columns
  if (Array.isArray(row)) return row
  const lines = row.lines
  if (typeof lines !== 'string') return { ...row, planted: UNKNOWN_VALUE }
  const planted = lines
    .split('\n')
    .map((line) => JSON.stringify({ ...JSON.parse(line), planted: UNKNOWN_VALUE }))
  return { ...row, lines: planted.join('\n') }
}

/** Adds the property to a row of a model and to its included rows. */
function addToModelRows(value: unknown, json: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => addToModelRows(one, json))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  const members = Object.entries(value).map(([name, one]) => [
    name,
    json.has(name) ? one : addToModelRows(one, json),
  ])
  return { ...Object.fromEntries(members), planted: UNKNOWN_VALUE }
}
