// The database of `npm start` and `npm run service`: the configured one, or the embedded one in DATA_DIR.
import path from 'node:path'
import { must } from '../processes/run.mjs'
import { root, say } from './project.mjs'

const NAME = 'accord'

/**
 * @param {{ parts: string[], empty?: boolean, timed?: typeof import('./project.mjs').timed }} how
 *   parts: whose migrations to apply: dashboard, service; none for a database that must have those of this version;
 *   empty: refuses a database with people or their work before it changes anything; timed: reports the time that each
 *   step took
 * @returns {Promise<{ url: string, ownerUrl: string, serviceUrl: string }>} its URL for web and worker, for the owner
 *   of the tables and for the verification service; the embedded server ends with `life`
 */
export async function openDatabase(
  life,
  { dataDir, password, port, parts, empty = false, timed = (_part, work) => work() },
) {
  const { urls, server } = await timed('PostgreSQL', () => addresses(life, { dataDir, password, port }))
  const env = {
    DATABASE_OWNER_URL: urls.ownerUrl,
    DATABASE_URL: urls.url,
    SERVICE_DATABASE_URL: urls.serviceUrl,
    SERVER_URL: server?.url('postgres') ?? '',
  }
  const command = path.join(root, 'scripts/prepare/database.mjs')
  const prepare = () =>
    must('node', [command, ...parts, ...(empty ? ['--empty'] : [])], { capture: true, env, quiet: true })
  const applied = await timed('tables', prepare)
  if (applied) say(`migrated: ${applied}${server ? `; PostgreSQL keeps its data in ${server.home}` : ''}`)
  return urls
}

async function addresses(life, how) {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = process.env
  if (url) {
    if (!ownerUrl)
      say(
        'DATABASE_OWNER_URL is not set: web and worker own their tables and could change them (docs/operate.md)',
      )
    return { urls: { url, ownerUrl: ownerUrl || url, serviceUrl: url } }
  }
  const { APP, SERVICE, startPostgres } = await import('../postgres/server.mjs')
  const server = await startPostgres(how)
  life.undo(server.stop)
  const urls = {
    url: server.url(NAME, APP),
    ownerUrl: server.url(NAME),
    serviceUrl: server.url(NAME, SERVICE),
  }
  return { urls, server }
}
