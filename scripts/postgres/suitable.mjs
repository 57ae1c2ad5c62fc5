// What Accord needs of a PostgreSQL, besides rights.
import { Problem } from '../prepare/project.mjs'
import { quoteIdentifier } from './database.mjs'

const FOUND = `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS release,
  current_setting('server_encoding') AS encoding, current_schema() AS schema, current_user AS "user"`

/**
 * @param {{ version: number, release: string, encoding: string, schema: string | null, user: string }} found
 * @returns {string | undefined} what is wrong with this database, and what to do
 */
export function reasonAgainst({ version, release, encoding, schema, user }) {
  if (version < 150_000) return `It is PostgreSQL ${release}, and Accord needs 15 or newer.`
  if (encoding !== 'UTF8')
    return `Its encoding is ${encoding}, which can't store every name. Create it with TEMPLATE template0 ENCODING 'UTF8'.`
  if (schema !== 'public')
    return (
      `Its user ${user} would create tables in ${schema ? `the schema ${schema}` : 'no schema'}, but web and worker read the schema ` +
      `public. Run as an administrator: ALTER ROLE ${quoteIdentifier(user)} SET search_path = public;`
    )
  return undefined
}

/** @throws {Problem} when web and worker can't use the database of this client, or when it doesn't know the time zone */
export async function requireSuitable(client, timeZone) {
  const { rows } = await client.query(FOUND)
  const reason = reasonAgainst(rows[0])
  if (reason) throw new Problem(`The database of DATABASE_URL cannot be used. ${reason}`)
  try {
    await client.query('SELECT now() AT TIME ZONE $1', [timeZone])
  } catch (error) {
    if (error.code !== '22023') throw error
    throw new Problem(
      `This PostgreSQL doesn't know the TIME_ZONE ${timeZone}. Set the zone's name by place, such as Europe/Paris.`,
    )
  }
}
