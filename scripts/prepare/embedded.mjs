// The database of `npm start` and `npm run service`: the configured one, or the embedded one in DATA_DIR.
import path from 'node:path'
import { executeOrThrow } from '../processes/run.mjs'
import { log, root } from './project.mjs'

const NAME = 'accord'

/**
 * @param {{ parts: string[], empty?: boolean, logDuration?: typeof import('./project.mjs').logDuration }} options
 *   parts: whose migrations to apply: dashboard, service; none for a database that must have those of this version;
 *   empty: refuses a database with people or their work before it changes anything; logDuration: prints how long
 *   each step took
 * @returns {Promise<{ url: string, ownerUrl: string, serviceUrl: string }>} its URL for web and worker, for the owner
 *   of the tables and for the verification service; the embedded server stops at the end of `lifecycle`
 */
export async function openOfficeDatabase(
  lifecycle,
  { dataDir, password, port, parts, empty = false, logDuration = (_name, work) => work() },
) {
  const { urls, server } = await logDuration('PostgreSQL', () =>
    startDatabase(lifecycle, { dataDir, password, port }),
  )
  const env = {
    DATABASE_OWNER_URL: urls.ownerUrl,
    DATABASE_URL: urls.url,
    SERVICE_DATABASE_URL: urls.serviceUrl,
    SERVER_URL: server?.url('postgres') ?? '',
  }
  const command = path.join(root, 'scripts/prepare/database.mjs')
  const prepare = () =>
    executeOrThrow('node', [command, ...parts, ...(empty ? ['--empty'] : [])], {
      capture: true,
      env,
      quiet: true,
    })
  const applied = await logDuration('tables', prepare)
  if (applied)
    log(`applied ${summaryOf(applied)}${server ? `; PostgreSQL keeps its data in ${server.home}` : ''}`)
  return urls
}

/** A new database gets dozens of steps, which nobody reads. */
function summaryOf(applied) {
  const steps = applied.split(', ').length
  return steps > 10 ? `${steps} migrations, functions and triggers` : applied
}

async function startDatabase(lifecycle, options) {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = process.env
  if (url) {
    if (!ownerUrl)
      log(
        'DATABASE_OWNER_URL is not set: web and worker own their tables and could change them (docs/operate.md)',
      )
    return { urls: { url, ownerUrl: ownerUrl || url, serviceUrl: url } }
  }
  const { APP_ROLE, SERVICE_ROLE, startPostgres } = await import('../postgres/server.mjs')
  const starting = startPostgres(options)
  // a signal ends its commands, but not a server that they have started
  lifecycle.addCleanup(async () => (await starting.catch(() => undefined))?.stop())
  const server = await starting
  const urls = {
    url: server.url(NAME, APP_ROLE),
    ownerUrl: server.url(NAME),
    serviceUrl: server.url(NAME, SERVICE_ROLE),
  }
  return { urls, server }
}
