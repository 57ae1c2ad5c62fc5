// What Accord needs of a PostgreSQL, besides rights.
import { Problem } from '../prepare/project.mjs'
import { quoteIdentifier, withClient } from './database.mjs'

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

/** @throws {Problem} when web and worker can't use this database, or when it doesn't know the time zone */
export async function requireSuitable(client, timeZone) {
  const { rows } = await client.query(FOUND)
  const reason = reasonAgainst(rows[0])
  if (reason) throw new Problem(`The database of DATABASE_URL cannot be used. ${reason}`)
  if (!(await knowsZone(client, timeZone)))
    throw new Problem(
      `This PostgreSQL doesn't know the TIME_ZONE ${timeZone}, or takes it for an abbreviation without summer time. ` +
        "Set the zone's name by place, such as Europe/Paris.",
    )
}

/** In winter and in summer, of a year whose clock changes are the same in every version of the time zone data. */
const NOONS = ['2020-01-15T12:00:00Z', '2020-07-15T12:00:00Z']

/** Whether the database counts this zone as web and worker do: for it, CET is an abbreviation, always UTC+1. */
async function knowsZone(client, timeZone) {
  try {
    const local =
      "SELECT to_char(at AT TIME ZONE $1, 'YYYY-MM-DD HH24:MI:SS') AS at FROM unnest($2::timestamptz[]) at"
    const { rows } = await client.query(local, [timeZone, NOONS])
    const ours = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    return rows.every(({ at }, noon) => at === ours.format(new Date(NOONS[noon])))
  } catch (error) {
    if (error.code === '22023') return false
    throw error
  }
}

/** Web and worker begin each session with their limits, which PgBouncer refuses unless it is told otherwise. */
const LIMITS = {
  statement_timeout: 30_000,
  lock_timeout: 15_000,
  idle_in_transaction_session_timeout: 10_000,
}
const backendOf = async (client) => (await client.query('SELECT pg_backend_pid() AS id')).rows[0].id

/**
 * Locks, settings and notifications belong to a session. A pooler that gives it to another client after each
 * transaction would leave the lock of the migrations taken, and times in the zone of somebody else.
 * @param {string} url
 * @param {typeof withClient} [open]
 * @throws {Problem} when it leads to such a pooler, or to one that refuses the limits of web and worker
 */
export async function requireOwnSession(url, open = withClient) {
  const HELP = 'See "Connection poolers" in docs/operate.md.'
  try {
    const isShared = await open(
      url,
      async (first) => {
        const backend = await backendOf(first)
        return open(url, async (second) => (await backendOf(second)) === backend, LIMITS)
      },
      LIMITS,
    )
    if (!isShared) return
  } catch (error) {
    if (!/unsupported startup parameter/.test(error.message)) throw error
    throw new Problem(`The connection pooler of the database refuses a limit (${error.message}). ${HELP}`)
  }
  throw new Problem(
    `The connection pooler of the database must keep one session per client: pool_mode = session. ${HELP}`,
  )
}
