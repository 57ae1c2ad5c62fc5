import pg from 'pg'

/** Anything that runs SQL: the pool, or one connection inside a transaction. */
export type Sql = Pick<pg.Pool, 'query'>

export type Database = pg.Pool

/**
 * Opens the service's connection pool. `url` is any PostgreSQL from version 15 on. Connections that break
 * while idle are dropped and replaced silently; a query on a broken one rejects as usual.
 */
export function openDatabase(url: string, max = 10): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'accord-service',
    keepAlive: true,
    statement_timeout: 30_000,
  })
  pool.on('error', () => {})
  return pool
}

type Isolation = 'READ COMMITTED' | 'REPEATABLE READ'

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export async function transaction<T>(
  pool: Database,
  work: (tx: Sql) => Promise<T>,
  isolation: Isolation = 'READ COMMITTED',
): Promise<T> {
  const connection = await pool.connect()
  let broken: Error | undefined
  try {
    await connection.query(`BEGIN ISOLATION LEVEL ${isolation}`)
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  } catch (error) {
    await connection.query('ROLLBACK').catch((reason: Error) => {
      broken = reason
    })
    throw error
  } finally {
    connection.release(broken)
  }
}
