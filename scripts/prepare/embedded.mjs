// The database of `npm start` and `npm run service`: the one that was given, or the embedded one under DATA_DIR.
import path from 'node:path'
import { must } from '../processes/run.mjs'
import { root, say } from './project.mjs'

const NAME = 'accord'

/**
 * @param {string[]} parts whose migrations to apply: dashboard, service
 * @returns {Promise<string>} its address; the embedded server ends with `life`
 */
export async function openDatabase(life, { dataDir, password, port, parts }) {
  const given = process.env.DATABASE_URL
  const server = given ? undefined : await startServer(life, { dataDir, password, port })
  const url = given || server.url(NAME)
  const env = { DATABASE_URL: url, SERVER_URL: server?.url('postgres') ?? '' }
  const command = path.join(root, 'scripts/prepare/database.mjs')
  const applied = await must('node', [command, ...parts], { capture: true, env, quiet: true })
  if (applied) say(`migrated: ${applied}${server ? `; PostgreSQL keeps its data in ${server.home}` : ''}`)
  return url
}

async function startServer(life, how) {
  const { startPostgres } = await import('../postgres/server.mjs')
  const server = await startPostgres(how)
  life.undo(server.stop)
  return server
}
