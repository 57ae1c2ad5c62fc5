import pg from 'pg'

/** First half of the advisory lock key, to separate our locks from others in the database. */
const LOCK_NAMESPACE = 40_102

/**
 * Marks bulks as in progress with PostgreSQL session locks: when the process dies, the database releases them at once,
 * and another process may take over.
 */
export type BulkLocks = {
  /** Resolves to true when no process was working on the bulk. */
  tryAcquire(bulkId: string): Promise<boolean>
  release(bulkId: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the one connection that holds this process's locks. Statements run one after the other. It is never closed for
 * being idle and is reopened when it breaks: its locks are then free, which is harmless.
 */
export function createBulkLocks(url: string): BulkLocks {
  const ownLocks = new Set<string>()
  const connection = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    application_name: 'accord-service holds',
  })
  connection.on('error', () => {})

  return {
    async tryAcquire(bulkId) {
      if (ownLocks.has(bulkId)) return false
      ownLocks.add(bulkId)
      try {
        const { rows } = await connection.query<{ acquired: boolean }>(
          'SELECT pg_try_advisory_lock($1, hashtext($2)) AS acquired',
          [LOCK_NAMESPACE, bulkId],
        )
        if (rows[0]?.acquired) return true
        ownLocks.delete(bulkId)
        return false
      } catch (error) {
        ownLocks.delete(bulkId)
        throw error
      }
    },
    async release(bulkId) {
      try {
        await connection.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK_NAMESPACE, bulkId])
      } finally {
        ownLocks.delete(bulkId)
      }
    },
    close: () => connection.end(),
  }
}
