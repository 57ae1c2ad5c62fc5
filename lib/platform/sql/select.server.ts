import 'server-only'
import type { Db, Prisma, poolExecutor } from '@/lib/platform/db.server'

/** `never`: the column is NOT NULL; `kept out`: it's nullable, but the statement filters nulls out. */
type Nulls = 'never' | 'may' | 'kept out'

/** The type of a result column: `fits` are PostgreSQL types by OID; enums have OIDs of their own. */
export type ColumnType<T> = {
  readonly name: string
  readonly fits: readonly number[]
  readonly labels?: readonly string[]
  readonly nulls: Nulls
  /** the column may be null here */
  or(nothing: null): ColumnType<T | null>
  /** the statement filters nulls of the column out; not needed for an expression such as a count */
  notNull(): ColumnType<T>
  /** never set: it only carries the type */
  readonly value?: T
}

/** The columns of a result by name. */
export type RowColumns = Readonly<Record<string, ColumnType<unknown>>>
export type RowOf<R extends RowColumns> = {
  -readonly [K in keyof R]: R[K] extends ColumnType<infer T> ? T : never
}

type ColumnSpec = { name: string; fits: readonly number[]; labels?: readonly string[] }

const kind = <T>(look: ColumnSpec, nulls: Nulls = 'never'): ColumnType<T> => ({
  ...look,
  nulls,
  or: () => kind<T | null>(look, 'may'),
  notNull: () => kind<T>(look, 'kept out'),
})

/** text, varchar, char, name; and any enum, read as text */
export const text = kind<string>({ name: 'text', fits: [25, 1043, 1042, 19] })
export const int4 = kind<number>({ name: 'int4', fits: [23, 21] })
export const int8 = kind<bigint>({ name: 'int8', fits: [20] })
export const float8 = kind<number>({ name: 'float8', fits: [701] })
export const bool = kind<boolean>({ name: 'bool', fits: [16] })
export const uuid = kind<string>({ name: 'uuid', fits: [2950] })
/** A moment (timestamptz); select a day as text (`day::text`). */
export const date = kind<Date>({ name: 'date', fits: [1184] })
export const bytes = kind<Uint8Array>({ name: 'bytes', fits: [17] })
/** A json or jsonb column. Its content isn’t checked: the caller declares its type. */
export const json = <T>(): ColumnType<T> => kind<T>({ name: 'json', fits: [114, 3802] })

/** A text or an enum with exactly these values. */
export const oneOf = <const T extends string>(labels: readonly T[]): ColumnType<T> =>
  kind<T>({ name: 'oneOf', fits: text.fits, labels })

/** The array type of each type. An enum array must be cast (`roles::text[]`), because its OID isn't fixed. */
const LISTS: Record<number, number> = { 25: 1009, 23: 1007, 701: 1022, 16: 1000, 2950: 2951, 1184: 1185 }

/** An array without nulls. */
export const listOf = <T>(of: ColumnType<T>): ColumnType<T[]> =>
  kind<T[]>({ name: `listOf(${of.name})`, fits: of.fits.flatMap((oid) => LISTS[oid] ?? []) })

/** The hook for the database tests, which only they set (lib/platform/testing/statements.ts). */
export type StatementHook = (statement: {
  row: RowColumns
  text: string
  rows: readonly object[]
  at: string
}) => Promise<void>
const { accordWatch: watch } = globalThis as { accordWatch?: StatementHook }

/** What runs a statement: a transaction, the client, or the pool without Prisma. */
export type Executor = Db | typeof poolExecutor

const read = <R extends RowColumns>(on: Executor, sql: Prisma.Sql): Promise<RowOf<R>[]> =>
  on.$queryRaw<RowOf<R>[]>(sql)

/**
 * Runs a statement with declared rows: names, types and nullability. Production doesn't check them; the database
 * tests compare them with PostgreSQL's result, and fail when no test ran a statement.
 */
export function select<R extends RowColumns>(on: Executor, row: R, sql: Prisma.Sql): Promise<RowOf<R>[]> {
  return watch ? readWatched(watch, on, row, sql, new Error().stack ?? '') : read<R>(on, sql)
}

/** Runs a statement that always returns exactly one row. @throws Error when there is none */
export function selectOne<R extends RowColumns>(on: Executor, row: R, sql: Prisma.Sql): Promise<RowOf<R>> {
  return select(on, row, sql).then(([first]) => {
    if (!first) throw new Error('a statement that always returns a row returned none')
    return first
  })
}

async function readWatched<R extends RowColumns>(
  look: StatementHook,
  on: Executor,
  row: R,
  sql: Prisma.Sql,
  at: string,
): Promise<RowOf<R>[]> {
  const rows = await read<R>(on, sql)
  await look({ row, text: sql.text, rows, at })
  return rows
}
