// The roles of the database. The owner creates the tables; web, worker and service only read and write rows, so an SQL
// injection in one of them cannot disable a trigger, change a table or truncate it.

import { Problem } from '../prepare/project.mjs'
import { quoted, withClient } from './database.mjs'

const LOCK = 72707371

/** The privileges of each part. `appended`: rows are inserted once, and only a function of the owner removes them. */
const RIGHTS = {
  dashboard: {
    schemas: ['public', 'pgboss'],
    appended: ['audit_entries'],
    kept: ['audit_cut'],
    read: ['_prisma_migrations', '_repeatable'],
  },
  service: { schemas: ['service', 'service_jobs'], appended: [], kept: [], read: ['_prisma_migrations'] },
}

const literal = (text) => `'${text.replaceAll("'", "''")}'`

/** User name and password of a URL. */
function personIn(url) {
  const { username, password } = new URL(url)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/**
 * Grants the role of `url` what `part` needs in the database of `ownerUrl`, and revokes the rest. Call it after every
 * migration, because new tables belong to the owner only. A missing role is created, when the owner may.
 * @returns {Promise<boolean>} false when both are the same role, which then owns the tables
 * @throws {Problem} when somebody else must create the role, or when it has too many privileges
 */
export async function grantRows(ownerUrl, url, part) {
  const role = personIn(url)
  if (role.name === personIn(ownerUrl).name) return false
  await withClient(ownerUrl, async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await ensureRole(client, role)
    await refusePowerful(client, role.name)
    const { rows } = await client.query('SELECT current_database() AS name')
    await client.query(withoutOwnPlaces(rows[0].name))
    await client.query(rightsOf(role.name, part))
    await client.query('COMMIT')
  })
  return true
}

async function ensureRole(client, { name, password }) {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  if (rowCount) return
  const sql = `CREATE ROLE ${quoted(name)} LOGIN PASSWORD `
  try {
    await client.query(`${sql}${literal(password)}`)
  } catch (error) {
    if (error.code !== '42501') throw error
    throw new Problem(
      `The role ${name} of DATABASE_URL does not exist, and the owner may not create it. Ask an administrator to run:\n${sql}'…';`,
    )
  }
}

/** Grants do not restrict a superuser or a member of the owner. */
async function refusePowerful(client, name) {
  const { rows } = await client.query(
    `SELECT rolsuper OR rolcreaterole OR pg_has_role(oid, current_user, 'MEMBER') AS powerful FROM pg_roles WHERE rolname = $1`,
    [name],
  )
  if (rows[0].powerful)
    throw new Problem(
      `The role ${name} of DATABASE_URL has the privileges of the owner: it is a superuser, may create roles, or is a member of the owner. ` +
        'Web and worker need a role of their own without any of these (docs/operate.md).',
    )
}

/** Only the owner creates tables, including temporary ones: they would shadow ours for every trigger that reads. */
const withoutOwnPlaces = (database) =>
  `REVOKE CREATE, TEMPORARY ON DATABASE ${quoted(database)} FROM PUBLIC; REVOKE CREATE ON SCHEMA public FROM PUBLIC;`

function rightsOf(name, part) {
  const { schemas, appended, kept, read } = RIGHTS[part]
  const to = quoted(name)
  const [own] = schemas
  const only = (tables, taken) =>
    tables.map((table) => `REVOKE ${taken} ON ${own}.${quoted(table)} FROM ${to};`).join('')
  return schemas
    .map(
      (schema) => `
        REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${to};
        GRANT USAGE ON SCHEMA ${schema} TO ${to};
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to};
        GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to};
        DO $$ DECLARE one regprocedure; BEGIN
          FOR one IN SELECT oid FROM pg_proc WHERE prosecdef AND pronamespace = '${schema}'::regnamespace LOOP
            EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', one, ${literal(name)});
          END LOOP;
        END $$;`,
    )
    .concat(only(appended, 'UPDATE, DELETE'), only(kept, 'DELETE'), only(read, 'INSERT, UPDATE, DELETE'))
    .join('\n')
}
