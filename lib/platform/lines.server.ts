import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { selectOne, text } from '@/lib/platform/sql/select.server'

/**
 * The rows of a query in order, serialised by PostgreSQL as one JSON text and parsed row by row. Exports of long
 * files need a fraction of the memory of Prisma's rows.
 * @returns rows of JSON values: times are ISO 8601 with an offset, big integers are numbers
 */
export async function readLines<Row>(query: Prisma.Sql): Promise<Row[]> {
  const { lines } = await selectOne(
    db(),
    { lines: text.or(null) },
    Prisma.sql`
    select string_agg(row_to_json(line)::text, chr(10)) as lines from (${query}) line`,
  )
  return lines ? lines.split('\n').map((line) => JSON.parse(line) as Row) : []
}
