import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { select, text } from '@/lib/platform/sql/select.server'

/**
 * The rows of a query, in its order, as PostgreSQL itself writes them: one text for all of them, read row by row. Long
 * files pass through this process in a fraction of the memory that rows of Prisma take.
 * @returns rows of JSON values: times are ISO texts with an offset, big integers numbers
 */
export async function readLines<Row>(query: Prisma.Sql): Promise<Row[]> {
  const [found] = await select(
    db(),
    { lines: text.or(null) },
    Prisma.sql`
    select string_agg(row_to_json(line)::text, chr(10)) as lines from (${query}) line`,
  )
  return found?.lines ? found.lines.split('\n').map((line) => JSON.parse(line) as Row) : []
}
