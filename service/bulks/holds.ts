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

/**
 * Opens the one connection that holds the marks of this process. It asks one thing after the other, is never
 * closed for being idle, and is opened again when it breaks: what was marked then is free, which is harmless.
 */
export function createHolds(url: string): Holds {
  const mine = new Set<string>()
  const connection = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    application_name: 'accord-service holds',
  })
  connection.on('error', () => {})

  return {
    async take(bulkId) {
      if (mine.has(bulkId)) return false
      mine.add(bulkId)
      try {
        const { rows } = await connection.query<{ got: boolean }>(
          'SELECT pg_try_advisory_lock($1, hashtext($2)) AS got',
          [FAMILY, bulkId],
        )
        if (rows[0]?.got) return true
        mine.delete(bulkId)
        return false
      } catch (error) {
        mine.delete(bulkId)
        throw error
      }
    },
    async release(bulkId) {
      try {
        await connection.query('SELECT pg_advisory_unlock($1, hashtext($2))', [FAMILY, bulkId])
      } finally {
        mine.delete(bulkId)
      }
    },
    close: () => connection.end(),
  }
}
