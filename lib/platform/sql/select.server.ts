import 'server-only'
import type { Db, direct, Prisma } from '@/lib/platform/db.server'

/** `never`: the column itself refuses nulls; `kept out`: it may hold them, but the statement leaves them out. */
type Nulls = 'never' | 'may' | 'kept out'

/** What a column of a result holds: `fits` are the types of PostgreSQL, by their OID; an enum has an OID of its own. */
export type Kind<T> = {
  readonly name: string
  readonly fits: readonly number[]
  readonly labels?: readonly string[]
  readonly nulls: Nulls
  /** the column may be null here */
  or(nothing: null): Kind<T | null>
  /** nulls of the column are kept out by the statement; without a column (a count) it need not be said */
  notNull(): Kind<T>
  /** never there: it carries the type */
  readonly value?: T
}

/** The columns of a result by their names. */
export type Row = Readonly<Record<string, Kind<unknown>>>
export type RowOf<R extends Row> = { -readonly [K in keyof R]: R[K] extends Kind<infer T> ? T : never }

type Look = { name: string; fits: readonly number[]; labels?: readonly string[] }

const kind = <T>(look: Look, nulls: Nulls = 'never'): Kind<T> => ({
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
/** A moment; a day is asked for as text (`day::text`), because a day is no moment. */
export const date = kind<Date>({ name: 'date', fits: [1184] })
export const bytes = kind<Uint8Array>({ name: 'bytes', fits: [17] })
export const json = <T>(): Kind<T> => kind<T>({ name: 'json', fits: [114, 3802] })

/** A text or an enum of the database with no other words than these. */
export const oneOf = <const T extends string>(labels: readonly T[]): Kind<T> =>
  kind<T>({ name: 'oneOf', fits: text.fits, labels })

/** The array of each type. An enum's must be cast (`roles::text[]`): its array has no known OID. */
const LISTS: Record<number, number> = { 25: 1009, 23: 1007, 701: 1022, 16: 1000, 2950: 2951, 1184: 1185 }

export const listOf = <T>(of: Kind<T>): Kind<T[]> =>
  kind<T[]>({ name: `listOf(${of.name})`, fits: of.fits.flatMap((oid) => LISTS[oid] ?? []) })

/** What the database tests look at; nobody else sets it (lib/platform/testing/statements.ts). */
export type Watch = (statement: {
  row: Row
  text: string
  rows: readonly object[]
  at: string
}) => Promise<void>
const { accordWatch: watch } = globalThis as { accordWatch?: Watch }

const read = <R extends Row>(on: Db | typeof direct, sql: Prisma.Sql): Promise<RowOf<R>[]> =>
  on.$queryRaw<RowOf<R>[]>(sql)

/**
 * A statement and what its rows look like: names, types and which may be null. In production nobody looks; the database
 * tests compare the row with what PostgreSQL answers, and fail when no test ran a statement.
 * @param on a transaction, the client, or `direct`
 */
export function select<R extends Row>(on: Db | typeof direct, row: R, sql: Prisma.Sql): Promise<RowOf<R>[]> {
  return watch ? watched(watch, on, row, sql, new Error().stack ?? '') : read<R>(on, sql)
}

/** A statement that always answers one row. */
export function selectOne<R extends Row>(on: Db | typeof direct, row: R, sql: Prisma.Sql): Promise<RowOf<R>> {
  const rows = watch ? watched(watch, on, row, sql, new Error().stack ?? '') : read<R>(on, sql)
  return rows.then(([first]) => {
    if (!first) throw new Error('a statement that always answers a row answered none')
    return first
  })
}

async function watched<R extends Row>(
  look: Watch,
  on: Db | typeof direct,
  row: R,
  sql: Prisma.Sql,
  at: string,
): Promise<RowOf<R>[]> {
  const rows = await read<R>(on, sql)
  await look({ row, text: sql.text, rows, at })
  return rows
}
