import pg from 'pg'

/**
 * The database of the current test file: PostgreSQL with all migrations of the dashboard (schema `public`) and of
 * the verification service (schema `service`), and no rows. Every file `*.db.test.ts` has a copy of its own, so
 * files may write what they like; tests inside one file share it.
 * @returns url: as web and worker know it, in `process.env.DATABASE_URL` too; ownerUrl: of the owner of its tables
 * @throws Error outside the vitest project `database`
 */
export function ownDatabase(): { url: string; ownerUrl: string } {
  const { DATABASE_URL: url = '', DATABASE_OWNER_URL: ownerUrl = '' } = process.env
  if (!/\/accord_t_\w+(\?|$)/.test(url)) throw new Error('Database tests are named *.db.test.ts')
  return { url, ownerUrl }
}

/** One statement of the owner of the tables: what nobody may who only works with their rows. @returns its rows */
export async function byOwner<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: ownDatabase().ownerUrl })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
