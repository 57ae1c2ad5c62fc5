import 'server-only'
import type pg from 'pg'
import type { direct, Prisma } from '@/lib/platform/db.server'

/** For `select`: through a client of its own, which may be in the middle of a transaction. */
export const through = (client: pg.ClientBase): typeof direct => ({
  $queryRaw: async <Rows>({ text, values }: Prisma.Sql) =>
    (await client.query(text, values as unknown[])).rows as Rows,
})
