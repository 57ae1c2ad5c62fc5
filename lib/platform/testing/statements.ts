// Compares the declared row of every `select` in the database tests with PostgreSQL's result. The executed
// statements are written to a folder; scripts/testing/statements.mjs compares them with the sources at the end.
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { ColumnType, RowColumns, StatementHook } from '@/lib/platform/sql/select.server'

/** PostgreSQL's result columns by statement text, captured at the driver. */
const resultsByText = new Map<string, pg.FieldDef[]>()
const executed = new Set<string>()

type Query = (...args: unknown[]) => unknown
const driver = pg.Client.prototype as unknown as { query: Query }
const { query } = driver

function queryAndCapture(this: pg.Client, ...args: unknown[]): unknown {
  const [statement] = args as [string | { text?: string }]
  const text = typeof statement === 'string' ? statement : statement?.text
  const capture = (result: unknown) => {
    const fields = (result as pg.QueryResult | undefined)?.fields
    if (text && fields) resultsByText.set(text, fields)
  }
  const callback = args.at(-1)
  if (typeof callback === 'function')
    args[args.length - 1] = (error: unknown, result: unknown) => {
      capture(result)
      ;(callback as Query)(error, result)
    }
  const answer = query.apply(this, args)
  if (answer instanceof Promise) answer.then(capture, () => undefined)
  return answer
}

type Catalogue = { notNull: Set<string>; labels: Map<number, string[]> }
let catalogue: Promise<Catalogue> | undefined

/** Reads NOT NULL columns and enum labels of this file's database. */
async function readCatalogue(): Promise<Catalogue> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL })
  await client.connect()
  try {
    const columns = await client.query<{ table: number; number: number }>(
      `select attrelid as "table", attnum as number from pg_attribute where attnotnull and attnum > 0`,
    )
    const enums = await client.query<{ id: number; labels: string[] }>(
      `select enumtypid as id, array_agg(enumlabel::text order by enumsortorder) as labels from pg_enum group by 1`,
    )
    return {
      notNull: new Set(columns.rows.map(({ table, number }) => `${table}.${number}`)),
      labels: new Map(enums.rows.map(({ id, labels }) => [id, labels])),
    }
  } finally {
    await client.end()
  }
}

const isText = (kind: ColumnType<unknown>) => kind.name === 'text' || kind.name === 'oneOf'

function checkType(kind: ColumnType<unknown>, field: pg.FieldDef, { labels }: Catalogue): string[] {
  const enumLabels = labels.get(field.dataTypeID)
  if (enumLabels && isText(kind)) {
    const unknown = kind.labels ? enumLabels.filter((label) => !kind.labels?.includes(label)) : []
    return unknown.length > 0 ? [`oneOf does not know ${unknown.join(', ')}`] : []
  }
  if (kind.fits.includes(field.dataTypeID)) return []
  return [`it is type ${typeName(field.dataTypeID)}, not ${kind.name}`]
}

const typeName = (id: number): string =>
  Object.entries(pg.types.builtins)
    .find(([, oid]) => oid === id)?.[0]
    ?.toLowerCase() ?? String(id)

function checkNulls(
  kind: ColumnType<unknown>,
  field: pg.FieldDef,
  values: unknown[],
  { notNull }: Catalogue,
): string[] {
  if (kind.nulls === 'may') return []
  if (values.includes(null)) return ['it is null in a row']
  const column = field.tableID > 0 && field.columnID > 0
  if (kind.nulls === 'never' && column && !notNull.has(`${field.tableID}.${field.columnID}`))
    return ['its column may hold nulls: .or(null), or .notNull() where the statement keeps them out']
  return []
}

function checkValues(kind: ColumnType<unknown>, values: unknown[]): string[] {
  const unexpected =
    kind.labels && values.find((value) => value !== null && !kind.labels?.includes(String(value)))
  return unexpected ? ['oneOf does not know a value'] : []
}

/** @returns a sentence for each difference between the declared row and the result */
function compareRow(
  row: RowColumns,
  fields: pg.FieldDef[],
  rows: readonly object[],
  catalogue: Catalogue,
): string[] {
  const missing = Object.keys(row).filter((name) => !fields.some((field) => field.name === name))
  const found = fields.flatMap((field) => {
    const kind = row[field.name]
    if (!kind) return [`"${field.name}" is not declared`]
    const values = rows.map((one) => (one as Record<string, unknown>)[field.name])
    return [
      ...checkType(kind, field, catalogue),
      ...checkNulls(kind, field, values, catalogue),
      ...checkValues(kind, values),
    ].map((fault) => `"${field.name}": ${fault}`)
  })
  return [...missing.map((name) => `"${name}" is declared and does not come`), ...found]
}

const root = process.cwd()

/** The location of the statement, from the call stack: `lib/keys/authenticate.server.ts:54`. */
function findCaller(stack: string): string {
  const line = stack
    .split('\n')
    .find((one) => one.includes(root) && !one.includes('/platform/sql/select.server.'))
  const [, file = '', number = ''] = /\(?(?:file:\/\/)?(\/[^():]+):(\d+):\d+\)?$/.exec(line ?? '') ?? []
  return `${path.relative(root, file)}:${number}`
}

const checkStatement: StatementHook = async ({ row, text, rows, at }) => {
  const place = findCaller(at)
  executed.add(place)
  const fields = resultsByText.get(text)
  if (!fields) throw new Error(`${place}: the driver did not receive this statement`)
  catalogue ??= readCatalogue()
  const found = compareRow(row, fields, rows, await catalogue)
  if (found.length > 0)
    throw new Error(`${place}: the row is not what PostgreSQL answers\n  ${found.join('\n  ')}`)
}

/** Starts watching. @returns a function that stops, and writes the list of executed statements */
export function watchStatements(folder: string): () => void {
  driver.query = queryAndCapture
  ;(globalThis as { accordWatch?: StatementHook }).accordWatch = checkStatement
  return () => {
    driver.query = query
    if (executed.size > 0)
      fs.appendFileSync(path.join(folder, `${process.pid}`), `${[...executed].join('\n')}\n`)
  }
}
