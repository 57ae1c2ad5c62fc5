// The roles of the database. The owner creates the tables; web, worker and service only read and write rows, so an SQL
// injection in one of them cannot disable a trigger, change a table or truncate it.

import { Problem } from '../prepare/project.mjs'
import { clientOf, quoteIdentifier, withClient } from './database.mjs'

const LOCK = 72707371

/** The privileges of each part. `appendOnly`: only a function of the owner removes these rows. */
const PRIVILEGES = {
  dashboard: {
    schemas: ['public', 'pgboss'],
    appendOnly: ['audit_entries'],
    undeletable: ['audit_cut'],
    readOnly: ['_prisma_migrations', '_repeatable'],
  },
  service: {
    schemas: ['service', 'service_jobs'],
    appendOnly: [],
    undeletable: [],
    readOnly: ['_prisma_migrations'],
  },
}

const quoteLiteral = (text) => `'${text.replaceAll("'", "''")}'`

/** User name and password of a URL. */
function credentialsOf(url) {
  const { user, password } = clientOf(url)
  return { name: user ?? '', password: password ?? '' }
}

/**
 * Grants the role of `url` what `part` needs in the database of `ownerUrl`, and revokes the rest. Call it after every
 * migration, because new tables belong to the owner only. A missing role is created, when the owner may.
 * @returns {Promise<boolean>} false when both are the same role, which then owns the tables
 * @throws {Problem} when somebody else must create the role, or when it has too many privileges
 */
export async function grantRows(ownerUrl, url, part) {
  const role = credentialsOf(url)
  if (role.name === credentialsOf(ownerUrl).name) return false
  await withClient(ownerUrl, async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await ensureRole(client, role)
    await refusePrivilegedRole(client, role.name)
    const { rows } = await client.query('SELECT current_database() AS name')
    await client.query(revokeCreate(rows[0].name))
    await client.query(grantStatements(role.name, part))
    await client.query('COMMIT')
  })
  return true
}

async function ensureRole(client, { name, password }) {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  if (rowCount) return
  const sql = `CREATE ROLE ${quoteIdentifier(name)} LOGIN PASSWORD `
  try {
    await client.query(`${sql}${quoteLiteral(password)}`)
  } catch (error) {
    if (error.code !== '42501') throw error
    throw new Problem(
      `The role ${name} of DATABASE_URL does not exist, and the owner may not create it. Ask an administrator to run:\n${sql}'…';`,
    )
  }
}

/** Grants do not restrict a superuser or a member of the owner. */
async function refusePrivilegedRole(client, name) {
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
const revokeCreate = (database) =>
  `REVOKE CREATE, TEMPORARY ON DATABASE ${quoteIdentifier(database)} FROM PUBLIC; REVOKE CREATE ON SCHEMA public FROM PUBLIC;`

function grantStatements(name, part) {
  const { schemas, appendOnly, undeletable, readOnly } = PRIVILEGES[part]
  const to = quoteIdentifier(name)
  const [mainSchema] = schemas
  const revokeOn = (tables, privileges) =>
    tables
      .map((table) => `REVOKE ${privileges} ON ${mainSchema}.${quoteIdentifier(table)} FROM ${to};`)
      .join('')
  return schemas
    .map(
      (schema) => `
        REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${to};
        GRANT USAGE ON SCHEMA ${schema} TO ${to};
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to};
        GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to};
        DO $$ DECLARE one regprocedure; BEGIN
          FOR one IN SELECT oid FROM pg_proc WHERE prosecdef AND pronamespace = '${schema}'::regnamespace LOOP
            EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', one, ${quoteLiteral(name)});
          END LOOP;
        END $$;`,
    )
    .concat(
      revokeOn(appendOnly, 'UPDATE, DELETE'),
      revokeOn(undeletable, 'DELETE'),
      revokeOn(readOnly, 'INSERT, UPDATE, DELETE'),
    )
    .join('\n')
}
