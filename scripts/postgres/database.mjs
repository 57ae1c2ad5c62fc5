// Creates and copies databases on a running PostgreSQL.
import pg from 'pg'
import { Problem } from '../prepare/project.mjs'

/** @throws {Problem} when this isn't the URL of a PostgreSQL; it doesn't show the URL, which has a password */
export function clientOf(url, options = {}) {
  try {
    if (/^postgres(ql)?:\/\//i.test(url)) return new pg.Client({ connectionString: url, ...options })
  } catch (error) {
    if (error.code !== 'ERR_INVALID_URL') throw error
  }
  throw new Problem(
    'DATABASE_URL and DATABASE_OWNER_URL must be like postgresql://user:password@host:5432/accord. ' +
      'Percent-encode special characters of a user name or password: / as %2F, @ as %40, # as %23, ? as %3F, % as %25.',
  )
}

/**
 * @param {string} url any database of the server
 * @param {(client: import('pg').Client) => Promise<T>} work @template T
 * @param {import('pg').ClientConfig} [options]
 */
export async function withClient(url, work, options) {
  const client = clientOf(url, options)
  client.on('error', () => {}) // a server that stops ends the connection; the query in flight reports it
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

export const quoteIdentifier = (name) => `"${name.replaceAll('"', '""')}"`

/** @returns {Promise<boolean>} whether it was created now; another process may create it at the same time */
export async function ensureDatabase(serverUrl, name) {
  return withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return false
    try {
      await client.query(`CREATE DATABASE ${quoteIdentifier(name)}`)
      return true
    } catch (error) {
      if (['42P04', '23505'].includes(error.code)) return false
      throw error
    }
  })
}

/** A complete copy of a template within a tenth of a second. */
export const cloneDatabase = (serverUrl, name, template) =>
  withClient(serverUrl, async (client) => {
    await client.query(`CREATE DATABASE ${quoteIdentifier(name)} TEMPLATE ${quoteIdentifier(template)}`)
    // privileges on the database itself are not copied
    await client.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${quoteIdentifier(name)} FROM PUBLIC`)
  })

export const dropDatabase = (serverUrl, name) =>
  withClient(serverUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${quoteIdentifier(name)} WITH (FORCE)`),
  )
