import 'server-only'
import type pg from 'pg'
import type { Prisma, poolExecutor } from '@/lib/platform/db.server'

/** For `select`: through a client of its own, which may be in the middle of a transaction. */
export const clientExecutor = (client: pg.ClientBase): typeof poolExecutor => ({
  $queryRaw: async <Rows>({ text, values }: Prisma.Sql) =>
    (await client.query(text, values as unknown[])).rows as Rows,
})
