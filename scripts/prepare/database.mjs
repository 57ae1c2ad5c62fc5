// Creates the database when it is missing, migrates it as its owner, and grants the roles of the programs their rights.
// A command of its own, so that the long-lived supervisor need not load a database client: node
// scripts/prepare/database.mjs dashboard service. Without a part it changes nothing, and refuses a database of another
// version. With --empty it refuses one with people or their work before it changes anything.
import { QUEUE_SETTINGS } from '../../lib/platform/queue/queue-settings.mjs'
import { requireEmpty } from '../backup/tables.mjs'
import { requireCurrentVersion } from '../migrate/version.mjs'
import { migrate } from '../migrate.mjs'
import { ensureDatabase, withClient } from '../postgres/database.mjs'
import { prepareQueue } from '../postgres/queue.mjs'
import { grantRows } from '../postgres/roles.mjs'
import { requireOwnSession, requireSuitable } from '../postgres/suitable.mjs'
import { enterProject, Problem } from './project.mjs'

const PARTS = {
  dashboard: {
    folder: 'prisma/migrations',
    repeatable: 'prisma/repeatable',
    queue: 'pgboss',
    queues: QUEUE_SETTINGS,
  },
  service: { folder: 'service/migrations', schema: 'service', queue: 'service_jobs' },
}

/**
 * @param {{ owner: string, dashboard?: string, service?: string }} urls owner: creates the tables; the others: work
 *   with the tables of a part, by default as the owner
 * @param {string[]} parts dashboard, service
 * @returns {Promise<string[]>} the migrations, functions and triggers applied now
 * @throws {Problem} as `requireSuitable` and `requireOwnSession`
 */
export async function prepareDatabase(urls, parts) {
  const applied = []
  const timeZone = process.env.TIME_ZONE || 'UTC'
  if (parts.length) {
    await withClient(urls.owner, (client) => requireSuitable(client, timeZone))
    await requireOwnSession(urls.owner)
  }
  for (const part of parts) {
    const { folder, schema, repeatable, queue, queues } = PARTS[part]
    applied.push(...(await migrate(urls.owner, folder, { schema, repeatable })))
    await prepareQueue(urls.owner, queue, queues)
    const url = urls[part] ?? urls.owner
    if (await grantRows(urls.owner, url, part)) await requireOwnSession(url)
  }
  return applied
}

/** The SQLSTATE of a user without the privilege. */
const DENIED = '42501'

/** Of a connection that was refused at every address of a host, Node gives only the code. */
export function sentenceFor(error) {
  if (error instanceof Problem) return error.message
  const owner = error.code === DENIED ? '. Set DATABASE_OWNER_URL to the user that owns the tables.' : ''
  return `The database cannot be used: ${error.message || error.code}${owner}`
}

if (process.argv[1] === import.meta.filename) {
  enterProject()
  const {
    DATABASE_OWNER_URL: owner,
    DATABASE_URL: dashboard,
    SERVICE_DATABASE_URL,
    SERVER_URL: server,
  } = process.env
  const args = process.argv.slice(2)
  const parts = args.filter((one) => one in PARTS)
  try {
    if (parts.length === 0) await requireCurrentVersion(owner)
    else if (server) await ensureDatabase(server, new URL(owner).pathname.slice(1))
    if (args.includes('--empty')) await withClient(owner, requireEmpty)
    const urls = { owner, dashboard, service: SERVICE_DATABASE_URL }
    process.stdout.write((await prepareDatabase(urls, parts)).join(', '))
  } catch (error) {
    console.error(sentenceFor(error))
    process.exit(1)
  }
}
