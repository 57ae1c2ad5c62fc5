import pg from 'pg'

/**
 * The database of the current test file: PostgreSQL with all migrations of the dashboard (schema `public`) and of
 * the verification service (schema `service`), and no rows. Every file `*.db.test.ts` has a copy of its own, so
 * files can't affect each other; tests inside one file share it.
 * @returns url: the role of web and worker, also in `process.env.DATABASE_URL`; ownerUrl: the owner of the tables
 * @throws Error outside the vitest project `database`
 */
export function ownDatabase(): { url: string; ownerUrl: string } {
  const { DATABASE_URL: url = '', DATABASE_OWNER_URL: ownerUrl = '' } = process.env
  if (!/\/accord_t_\w+(\?|$)/.test(url)) throw new Error('Database tests are named *.db.test.ts')
  return { url, ownerUrl }
}

/** Runs a statement as the owner of the tables, for what other roles may not do. @returns its rows */
export async function queryAsOwner<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: ownDatabase().ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
