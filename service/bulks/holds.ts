import pg from 'pg'

/** First half of the advisory lock's key: keeps our locks apart from everybody else's in the database. */
const FAMILY = 40_102

/**
 * Marks bulks as being worked on, with session locks of PostgreSQL: when the process dies, however it dies, the
 * database lets go at once and another process may take over.
 */
export type Holds = {
  /** True when nobody, in this process or another, worked on the bulk until now. */
  take(bulkId: string): Promise<boolean>
  release(bulkId: string): Promise<void>
  close(): Promise<void>
}

/** Opens the one connection that holds the marks of this process; it is opened again when it breaks. */
export function createHolds(url: string): Holds {
  const mine = new Set<string>()
  let connection: Promise<pg.Client> | undefined

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, application_name: 'accord-service holds' })
    client.on('error', () => {
      connection = undefined
    })
    await client.connect()
    return client
  }
  function connected(): Promise<pg.Client> {
    connection ??= connect().catch((error) => {
      connection = undefined
      throw error
    })
    return connection
  }
  return {
    async take(bulkId) {
      if (mine.has(bulkId)) return false
      mine.add(bulkId)
      try {
        const { rows } = await (await connected()).query<{ got: boolean }>(
          'SELECT pg_try_advisory_lock($1, hashtext($2)) AS got',
          [FAMILY, bulkId],
        )
        if (!rows[0]?.got) mine.delete(bulkId)
        return rows[0]?.got ?? false
      } catch (error) {
        mine.delete(bulkId)
        throw error
      }
    },
    async release(bulkId) {
      try {
        await (await connected()).query('SELECT pg_advisory_unlock($1, hashtext($2))', [FAMILY, bulkId])
      } finally {
        mine.delete(bulkId)
      }
    },
    async close() {
      await (await connection?.catch(() => undefined))?.end()
    },
  }
}
